package dev.tactus.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tactus.requirement.Requirement;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// Messages by number, and the numbers themselves.
final class RoutingTest {
  private final ProcessLab lab = ProcessLab.start();

  @Test
  @Requirement("P6")
  void send_ofOneSender_arrivesInItsOrder() {
    Script receiver = Script.keeping();
    Pid to = lab.spawn(() -> receiver);
    Script sender =
        new Script(
            (self, events, out) -> {
              for (int i = 0; i < 10; i++) {
                out.post(Commands.send(to, self.steps * 10 + i));
              }
              if (self.steps < 100) {
                out.continues();
              } else {
                out.done(null);
              }
            });
    Pid from = lab.spawn(() -> sender);

    assertThat(receiver.bodies()).hasSize(1_000).isEqualTo(sorted(receiver.bodies()));
    assertThat(receiver.received(Event.Message.class))
        .allMatch(message -> from.equals(message.sender()));
  }

  @Test
  @Requirement("P6")
  void send_toAFinishedPid_isAnErrorForTheSender() {
    Pid gone = lab.spawn(() -> new Script((self, events, out) -> out.done(null)));

    assertThatThrownBy(() -> lab.system.send(gone, "hello"))
        .isInstanceOf(ProcessException.UnknownPid.class)
        .hasMessageContaining("has ended");
    Script sender = sendingTo(gone);
    lab.spawn(() -> sender);
    assertThat(sender.received(Event.Failed.class)).hasSize(1);
    assertThat(sender.received(Event.Failed.class).getFirst().error())
        .isInstanceOf(ProcessException.UnknownPid.class);
  }

  @Test
  @Requirement("P6")
  void send_byTheOutput_keepsItsPlaceAmongCommandsAndFailuresArePublished() {
    Script receiver = Script.keeping();
    Pid to = lab.spawn(() -> receiver);
    Pid gone = lab.spawn(() -> new Script((self, events, out) -> out.done(null)));
    Script sender =
        new Script(
            (self, events, out) -> {
              out.send(to, 1);
              out.post(Commands.send(to, 2));
              out.send(to, 3);
              out.send(gone, 4);
              out.done(null);
            });
    Pid from = lab.spawn(() -> sender);

    assertThat(receiver.received)
        .containsExactly(
            new Event.Message(from, 1), new Event.Message(from, 2), new Event.Message(from, 3));
    assertThat(lab.warnings(ProcessWarning.PostFailed.class)).hasSize(1);
    assertThat(lab.warnings(ProcessWarning.PostFailed.class).getFirst().error())
        .isInstanceOf(ProcessException.UnknownPid.class);
  }

  @Test
  @Requirement("P6")
  void send_toAPidThatWasNeverGiven_isAnErrorThatSaysSo() {
    assertThatThrownBy(() -> lab.system.send(new Pid(17), "hello"))
        .isInstanceOf(ProcessException.UnknownPid.class)
        .hasMessageContaining("not given to any process yet");
    assertThatThrownBy(() -> new Pid(0)).hasMessageContaining("1 or more");
  }

  @Test
  @Requirement("P6")
  void messages_notTakenAtTheEnd_areCountedAndPublished() {
    Script script = new Script((self, events, out) -> out.done(null));
    Pid pid = lab.system.spawn(() -> script, "run", null);
    lab.system.terminate(pid, "before its first step");
    lab.system.send(pid, "one");
    lab.system.send(pid, "two");
    lab.settle();

    assertThat(script.steps).isZero();
    assertThat(lab.warnings()).containsExactly(new ProcessWarning.MessagesLost(pid, 2));
    assertThat(lab.system.stats().messagesLost()).isEqualTo(2);
  }

  @Test
  @Requirement({"P4", "P6"})
  void pids_ofManyStarts_areNeverGivenTwice() {
    Set<Pid> seen = new HashSet<>();
    for (int i = 0; i < 10_000; i++) {
      assertThat(seen.add(lab.spawn(() -> new Script((self, events, out) -> out.done(null)))))
          .isTrue();
    }
    assertThat(lab.system.alive()).isZero();
  }

  @Test
  @Requirement("P6")
  void table_pidThatIsTaken_isRefusedAndTheFirstStays() {
    ProcessTable table = new ProcessTable(10);
    ProcessTask first = new ProcessTask(lab.system, new Pid(5), 0);
    ProcessTask second = new ProcessTask(lab.system, new Pid(5), 0);
    table.add(first);

    assertThatThrownBy(() -> table.add(second)).isInstanceOf(ProcessException.DuplicatePid.class);
    assertThat(table.find(new Pid(5))).isSameAs(first);
  }

  @Test
  @Requirement("P4")
  void completion_forAnEndedProcess_neverReachesALaterOne() {
    Pid first = lab.spawn(() -> Script.asking("first"));
    CommandCall stale = lab.call("first");
    lab.system.terminate(first, "enough");
    lab.settle();
    // As many as it takes: in a table of slots one of these would have the slot of the first.
    List<Script> later = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      Script script = Script.asking("later " + i);
      later.add(script);
      lab.spawn(() -> script);
    }

    assertThat(stale.complete("stale")).isFalse();
    assertThatThrownBy(() -> lab.system.complete(first, 7, "stale"))
        .isInstanceOf(ProcessException.UnknownPid.class);
    lab.settle();
    assertThat(later).allMatch(script -> script.received.isEmpty());
    assertThat(lab.system.alive()).isEqualTo(100);
  }

  @Test
  @Requirement("P4")
  void completion_acceptedJustBeforeTheEnd_reachesNobody() {
    Pid first = lab.spawn(() -> Script.asking("first"));
    assertThat(lab.call("first").complete("in time")).isTrue();
    lab.system.terminate(first, "enough");
    Script next = Script.keeping();
    lab.spawn(() -> next);

    assertThat(lab.system.info(first)).isEmpty();
    assertThat(next.received).isEmpty();
  }

  private static Script sendingTo(Pid pid) {
    return new Script(
        (self, events, out) -> {
          if (self.steps == 1) {
            out.yield(1, Commands.send(pid, "hello"));
          } else {
            out.idle();
          }
        });
  }

  private static List<Object> sorted(List<Object> bodies) {
    return bodies.stream().sorted().toList();
  }

  @Test
  @Requirement("P6")
  void send_toNull_isRefusedWithWhatToDo() {
    assertThatThrownBy(() -> lab.system.send(unchecked(null), "hello"))
        .hasMessageStartingWith("pid: ");
    assertThatThrownBy(() -> lab.system.terminate(unchecked(null), "enough"))
        .hasMessageStartingWith("pid: ");
    assertThatThrownBy(() -> lab.system.exitOf(unchecked(null))).hasMessageStartingWith("pid: ");
  }

  /// Lets a null through to where it is checked at run time.
  @SuppressWarnings({"NullAway", "TypeParameterUnusedInFormals"})
  private static <T> T unchecked(@Nullable T value) {
    return value;
  }
}
