package dev.tactus.actor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.tactus.dispatch.UnknownDispatcherException;
import dev.tactus.error.ErrorCode;
import dev.tactus.mailbox.MailboxSettings;
import dev.tactus.mailbox.OverflowStrategy;
import dev.tactus.mailbox.QueueCapability;
import java.util.ArrayList;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/// Errors have the code that fits, and their messages end with it, once.
final class CodedErrorsTest {
  private static final Props<String> PROPS = Props.of(() -> (ctx, message) -> {});

  private static void expect(ErrorCode code, Props<String> props, String name) {
    try (SteppedSystem t = SteppedSystem.start()) {
      SpawnException refused =
          catchThrowableOfType(SpawnException.class, () -> t.system.spawn(name, props));

      assertThat(refused.code()).isEqualTo(code);
      assertThat(refused.getMessage()).endsWith(". [" + code.code() + "]").containsOnlyOnce("[TAC");
    }
  }

  @Test
  void spawn_nameThatIsNone_hasTheCodeOfNames() {
    expect(ErrorCode.INVALID_NAME, PROPS, "a/b");
  }

  @Test
  void spawn_unknownDispatcher_hasTheCodeOfDispatchers() {
    expect(ErrorCode.UNKNOWN_DISPATCHER, PROPS.withDispatcher("nowhere"), "a");
  }

  @Test
  void spawn_unknownMailbox_hasTheCodeOfMailboxes() {
    expect(ErrorCode.UNKNOWN_MAILBOX, PROPS.withMailbox("nowhere"), "a");
  }

  @Test
  void spawn_mailboxThatCannot_hasTheCodeOfCapabilities() {
    Props<String> demanding =
        PROPS
            .withMailbox(MailboxSettings.bounded(1, OverflowStrategy.FAIL))
            .requiring(QueueCapability.UNBOUNDED);

    expect(ErrorCode.MAILBOX_LACKS_CAPABILITY, demanding, "a");
  }

  @Test
  void spawn_nameThatIsTaken_hasTheCodeOfRefusals() {
    try (SteppedSystem t = SteppedSystem.start()) {
      t.system.spawn("a", PROPS);

      SpawnException refused =
          catchThrowableOfType(SpawnException.class, () -> t.system.spawn("a", PROPS));

      assertThat(refused.code()).isEqualTo(ErrorCode.SPAWN_REFUSED);
      assertThat(refused.getMessage()).endsWith(". [TAC-0201]");
    }
  }

  @Test
  void lookup_unknownDispatcher_endsWithItsCode() {
    try (SteppedSystem t = SteppedSystem.start()) {
      assertThatThrownBy(() -> t.system.dispatchers().lookup("nowhere"))
          .isInstanceOf(UnknownDispatcherException.class)
          .hasMessageEndingWith("or name one of these. [TAC-0301]");
    }
  }

  @Test
  @SuppressWarnings("NullAway") // what is not allowed is what is tried
  void tell_null_endsWithItsCode() {
    try (SteppedSystem t = SteppedSystem.start()) {
      ActorRef<String> actor = t.system.spawn("a", PROPS);

      assertThatThrownBy(() -> actor.tell(null))
          .isInstanceOf(NullPointerException.class)
          .hasMessageEndingWith(". [TAC-0211]");
    }
  }

  @Test
  @SuppressWarnings("NullAway") // what is not allowed is what is tried
  void tell_nullToAnAdapter_namesTheActorBehindIt() {
    try (SteppedSystem t = SteppedSystem.start()) {
      List<ActorRef<Integer>> adapters = new ArrayList<>();
      ActorRef<SteppedSystem.Act> actor = t.puppet("a");
      t.run(actor, ctx -> adapters.add(ctx.adapter(number -> due -> {})));
      ActorRef<Integer> adapter = adapters.getFirst();
      List<ThrowingCallable> ways =
          List.of(
              () -> adapter.tell(null),
              () -> adapter.tell(null, actor),
              () -> adapter.tellAsync(null));

      assertThat(ways)
          .allSatisfy(
              way ->
                  assertThatThrownBy(way)
                      .isInstanceOf(NullPointerException.class)
                      .hasMessageContaining(actor.path().toString())
                      .hasMessageEndingWith(". [TAC-0211]"));
    }
  }
}
