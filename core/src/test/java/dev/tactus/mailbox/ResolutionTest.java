package dev.tactus.mailbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tactus.actor.ActorRef;
import dev.tactus.actor.ActorSystem;
import dev.tactus.actor.Props;
import dev.tactus.actor.SpawnException;
import dev.tactus.actor.SystemSettings;
import dev.tactus.dispatch.DispatcherSettings;
import dev.tactus.dispatch.Dispatchers;
import dev.tactus.requirement.Requirement;
import dev.tactus.scheduler.RuntimeToolbox;
import dev.tactus.workers.FailureHandler;
import dev.tactus.workers.PumpPool;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/// Which mailbox and which dispatcher an actor gets.
final class ResolutionTest {
  private static final Comparator<Integer> ASCENDING = Comparator.naturalOrder();
  private static final Comparator<Integer> DESCENDING = Comparator.reverseOrder();

  private final List<Integer> handled = new ArrayList<>();

  private Props<Integer> props() {
    return Props.of(() -> (ctx, message) -> handled.add(message));
  }

  private List<Integer> sorted(PumpedSystem pumped, Props<Integer> props) {
    handled.clear();
    ActorRef<Integer> actor = pumped.system.spawn(props);
    actor.tell(2);
    actor.tell(1);
    actor.tell(3);
    pumped.run();
    return List.copyOf(handled);
  }

  @Test
  @Requirement("M6.1")
  void mailbox_ofTheProps_goesBeforeThatOfTheDispatcherAndTheDefault() {
    try (PumpedSystem pumped =
        PumpedSystem.with(
            settings ->
                settings
                    .withMailbox("ascending", MailboxSettings.priority(ASCENDING))
                    .withMailbox("descending", MailboxSettings.priority(DESCENDING))
                    .withDispatcher(
                        "sorting",
                        Objects.requireNonNull(settings.dispatchers().get(Dispatchers.DEFAULT_ID))
                            .withMailbox("ascending")))) {
      assertThat(sorted(pumped, props())).containsExactly(2, 1, 3);
      assertThat(sorted(pumped, props().withDispatcher("sorting"))).containsExactly(1, 2, 3);
      assertThat(sorted(pumped, props().withDispatcher("sorting").withMailbox("descending")))
          .containsExactly(3, 2, 1);
    }
  }

  @Test
  @Requirement({"M6.2", "M9.2"})
  void spawn_withAnUnknownMailbox_failsAndNamesTheKnownOnes() {
    try (PumpedSystem pumped =
        PumpedSystem.with(s -> s.withMailbox("sorted", MailboxSettings.priority(ASCENDING)))) {
      Props<Integer> described = props().withMailbox(MailboxSettings.unbounded());
      assertThatThrownBy(() -> pumped.system.spawn("a", described.withMailbox("sortet")))
          .isInstanceOf(SpawnException.class); // who names one later means it
      assertThatThrownBy(() -> pumped.system.spawn("a", props().withMailbox("sortet")))
          .isInstanceOf(SpawnException.class)
          .hasMessageContaining("'sortet'")
          .hasMessageContaining("[default, sorted]");
    }
  }

  @Test
  @Requirement("M6.2")
  void spawn_withAnUnknownDispatcher_failsAndNamesTheKnownOnes() {
    try (PumpedSystem pumped = PumpedSystem.start()) {
      assertThatThrownBy(() -> pumped.system.spawn("a", props().withDispatcher("fast")))
          .isInstanceOf(SpawnException.class)
          .hasMessageContaining("'fast'")
          .hasMessageContaining("[default]");
    }
  }

  @Test
  @Requirement({"M3.7", "M6.2", "M9.2"})
  void spawn_withARequirementThatIsNotMet_namesWhatWasRequiredAndWhatWasSelected() {
    try (PumpedSystem pumped =
        PumpedSystem.with(s -> s.withMailbox("sorted", MailboxSettings.priority(ASCENDING)))) {
      Props<Integer> wants = props().requiring(QueueCapability.BOUNDED).withMailbox("sorted");
      assertThatThrownBy(() -> pumped.system.spawn("a", wants))
          .isInstanceOf(SpawnException.class)
          .hasMessageContaining("requires [BOUNDED]")
          .hasMessageContaining("'sorted'")
          .hasMessageContaining("PRIORITY");
    }
  }

  @Test
  @Requirement("M3.7")
  void spawn_withARequirementAndNoMailboxNamed_getsOneThatMeetsIt() {
    try (PumpedSystem pumped = PumpedSystem.start()) {
      ActorRef<Integer> actor =
          pumped.system.spawn(props().requiring(QueueCapability.CONTROL_AWARE));
      actor.tell(1);
      pumped.run();
      assertThat(handled).containsExactly(1);
    }
  }

  @Test
  @Requirement("M6.1")
  void start_withoutADefaultDispatcher_isRefused() {
    PumpPool pump = PumpPool.of("pump", () -> {}, FailureHandler.UNCAUGHT);
    SystemSettings settings = SystemSettings.of("none");
    SystemSettings without =
        new SystemSettings(
            settings.name(),
            Map.of("other", DispatcherSettings.pool(pump)),
            settings.mailboxes(),
            settings.scheduler(),
            RuntimeToolbox::manual,
            settings.seed(),
            settings.pressure(),
            settings.observer(),
            settings.spawning(),
            settings.phases(),
            settings.closeTimeout());
    assertThatThrownBy(() -> ActorSystem.start(without)).hasMessageContaining("'default'");
  }

  @Test
  @Requirement({"M3.7", "M9.2"})
  void capabilities_ofEachKind_areNamed() {
    assertThat(MailboxSettings.unbounded().capabilities())
        .containsExactly(QueueCapability.UNBOUNDED);
    assertThat(MailboxSettings.deque().withCapacity(2, OverflowStrategy.FAIL).capabilities())
        .containsExactly(QueueCapability.BOUNDED, QueueCapability.DEQUE);
    assertThat(MailboxSettings.priority(ASCENDING).capabilities())
        .contains(QueueCapability.PRIORITY);
    assertThat(MailboxSettings.controlAware().capabilities())
        .contains(QueueCapability.CONTROL_AWARE);
  }

  @Test
  @Requirement("M3.7")
  void stash_withADefaultThatDropsItsHead_failsAndNamesWhatIsMissing() {
    MailboxSettings dropping = MailboxSettings.bounded(4, OverflowStrategy.DROP_HEAD);
    try (PumpedSystem pumped =
        PumpedSystem.with(
            settings -> settings.withMailbox(SystemSettings.DEFAULT_MAILBOX, dropping))) {
      assertThatThrownBy(() -> pumped.system.spawn("a", props().withStash(2)))
          .isInstanceOf(SpawnException.class)
          .hasMessageContaining("requires [DEQUE]")
          .hasMessageContaining("the default mailbox is [BOUNDED]");
    }
  }

  @Test
  @Requirement({"M6.1", "M3.3"})
  void stash_withABoundedDefault_keepsItsPushTimeout() {
    MailboxSettings hasty =
        MailboxSettings.bounded(1, OverflowStrategy.BLOCK).withPushTimeout(Duration.ofMillis(50));
    PumpPool stuck = PumpPool.of("stuck", () -> {}, FailureHandler.UNCAUGHT);
    try (PumpedSystem pumped =
        PumpedSystem.with(
            settings ->
                settings
                    .withMailbox(SystemSettings.DEFAULT_MAILBOX, hasty)
                    .withDispatcher("stuck", DispatcherSettings.pool(stuck)))) {
      ActorRef<Integer> actor = pumped.system.spawn(props().withStash(2).withDispatcher("stuck"));
      actor.tell(1);
      CompletableFuture<Void> offer = actor.tellAsync(2);
      pumped.advance(Duration.ofMillis(100));
      assertThat(offer).isCompletedExceptionally();
    }
  }
}
