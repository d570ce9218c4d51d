package dev.tactus.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tactus.requirement.Requirement;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// Starts, steps, statuses and the end of one process.
final class StepTest {
  private final ProcessLab lab = ProcessLab.start();

  /// A process with two entries.
  private static final class TwoEntries implements Process {
    private String entry = "";
    private @Nullable Object given;

    @Override
    public void init(ProcessContext context, String method, @Nullable Object input) {
      entry =
          switch (method) {
            case "add", "remove" -> method;
            default -> throw new ProcessException.UnknownMethod(method, List.of("remove", "add"));
          };
      given = input;
    }

    @Override
    public void step(Events events, StepOutput out) {
      out.done(entry + " " + given);
    }
  }

  @Test
  @Requirement("P1")
  void spawn_oneOfSeveralEntries_initGetsMethodAndInput() {
    var first = lab.system.run(TwoEntries::new, "add", 1);
    var second = lab.system.run(TwoEntries::new, "remove", 2);
    lab.settle();

    assertThat(first).isCompletedWithValue(new ExitReason.Done("add 1"));
    assertThat(second).isCompletedWithValue(new ExitReason.Done("remove 2"));
  }

  @Test
  @Requirement("P1")
  void spawn_unknownMethod_failsTheStartAndNamesTheKnownOnes() {
    assertThatThrownBy(() -> lab.system.spawn(TwoEntries::new, "multiply", 1))
        .isInstanceOf(ProcessException.UnknownMethod.class)
        .hasMessageContaining("'multiply'")
        .hasMessageContaining("[add, remove]");
    assertThat(lab.system.alive()).isZero();
    assertThat(lab.system.stats().startsFailed()).isEqualTo(1);
  }

  @Test
  @Requirement("P1")
  void spawn_initThrows_startFailsWithTheCauseAndNothingIsLeft() {
    IllegalStateException cause = new IllegalStateException("no disk");
    assertThatThrownBy(
            () ->
                lab.system.spawn(
                    () -> {
                      throw cause;
                    },
                    "run",
                    null))
        .isInstanceOf(ProcessException.StartFailed.class)
        .hasCause(cause);
    assertThat(lab.system.alive()).isZero();
    assertThat(lab.system.stats().started()).isZero();
    assertThat(lab.system.stats().crashed()).isZero();
  }

  @Test
  @Requirement("P1")
  void close_afterTheLastStep_isCalledOnceHoweverItEnded() {
    Script done = new Script((script, events, out) -> out.done(null));
    Script crashed =
        new Script(
            (script, events, out) -> {
              throw new IllegalStateException("broken");
            });
    Script terminated = Script.keeping();
    lab.spawn(() -> done);
    lab.spawn(() -> crashed);
    lab.system.terminate(lab.spawn(() -> terminated), "enough");
    lab.settle();

    assertThat(List.of(done.closes.get(), crashed.closes.get(), terminated.closes.get()))
        .containsOnly(1);
  }

  @Test
  @Requirement("P2")
  void step_yieldsCommand_completionComesWithItsTagAndResult() {
    Script script =
        new Script(
            (self, events, out) -> {
              if (self.steps == 1) {
                out.yield(42, Command.of("echo", "hello"));
                out.waiting();
              } else {
                out.done(events);
              }
            });

    assertThat(lab.run(() -> script))
        .isEqualTo(new ExitReason.Done(List.of(new Event.Completed(42, "hello"))));
  }

  @Test
  @Requirement("P2")
  void step_commandFails_failureComesWithItsTagAndError() {
    Pid pid = lab.spawn(() -> Script.asking("q"));
    var exit = lab.system.exitOf(pid);
    IllegalStateException error = new IllegalStateException("no answer");
    lab.call("q").fail(error);
    lab.settle();

    assertThat(exit).isCompletedWithValue(new ExitReason.Done(error));
  }

  @Test
  @Requirement("P2")
  void status_continue_stepsAgainWithoutEvents() {
    Script script =
        new Script(
            (self, events, out) -> {
              if (self.steps < 100) {
                out.continues();
              } else {
                out.done(self.received.size());
              }
            });

    assertThat(lab.run(() -> script)).isEqualTo(new ExitReason.Done(0));
    assertThat(script.steps).isEqualTo(100);
  }

  @Test
  @Requirement({"P2", "P3"})
  void status_idleYieldOrNone_isSeenAsState() {
    Pid idle = lab.spawn(Script::keeping);
    Pid blocked = lab.spawn(() -> Script.asking("a"));
    Pid silent = lab.spawn(() -> new Script((self, events, out) -> {}));

    assertThat(lab.state(idle)).isEqualTo(ProcessState.IDLE);
    assertThat(lab.state(blocked)).isEqualTo(ProcessState.BLOCKED);
    assertThat(lab.state(silent)).isEqualTo(ProcessState.IDLE);
  }

  @Test
  @Requirement("P3")
  void completion_whileIdle_wakesIt() {
    Script script =
        new Script(
            (self, events, out) -> {
              if (self.steps == 1) {
                out.yield(1, Command.of("ask", "q"));
              }
              out.idle();
            });
    Pid pid = lab.spawn(() -> script);
    assertThat(lab.state(pid)).isEqualTo(ProcessState.IDLE);
    lab.answer("q", "late");

    assertThat(script.received).containsExactly(new Event.Completed(1, "late"));
  }

  @Test
  @Requirement("P3")
  void completion_whileRunning_isSeenInTheSameTurn() {
    CommandRegistry registry = CommandRegistry.create();
    ProcessLab other =
        ProcessLab.start(
            registry.register("now", CommandHandler.answering(call -> call.tag() + 1)));
    Script script =
        new Script(
            (self, events, out) -> {
              if (self.steps <= 3) {
                out.yield(self.steps, Command.of("now"));
              } else {
                out.done(self.received.size());
              }
            });
    Pid pid = other.system.spawn(() -> script, "run", null);
    assertThat(other.pool.step()).isTrue();

    assertThat(script.received)
        .containsExactly(
            new Event.Completed(1, 2L), new Event.Completed(2, 3L), new Event.Completed(3, 4L));
    assertThat(other.state(pid)).isEqualTo(ProcessState.COMPLETE);
  }

  @Test
  @Requirement("P2")
  void events_notTaken_comeFirstInTheNextStep() {
    List<Object> order = new ArrayList<>();
    Process oneAtATime =
        new Process() {
          @Override
          public void init(ProcessContext context, String method, @Nullable Object input) {}

          @Override
          public void step(Events events, StepOutput out) {
            if (!events.isEmpty()) {
              order.add(((Event.Message) events.next()).body());
            }
            if (events.isEmpty()) {
              out.idle();
            } else {
              out.continues();
            }
          }
        };
    Pid pid = lab.system.spawn(() -> oneAtATime, "run", null);
    for (int i = 0; i < 50; i++) {
      lab.system.send(pid, i);
    }
    lab.settle();

    assertThat(order).hasSize(50).isSorted();
  }

  /// Takes seconds where each step looks for the end of what is left.
  @Test
  @Requirement("P2")
  void events_oneTakenForEachThatComes_longBacklogKeepsItsOrder() {
    int count = 100_000;
    List<Object> order = new ArrayList<>();
    Process oneAtATime =
        new Process() {
          private boolean begun;

          @Override
          public void init(ProcessContext context, String method, @Nullable Object input) {}

          @Override
          public void step(Events events, StepOutput out) {
            if (begun) {
              order.add(((Event.Message) events.next()).body());
            }
            begun = true;
          }
        };
    Pid pid = lab.spawn(() -> oneAtATime);
    for (int i = 0; i < count; i++) {
      lab.system.send(pid, i);
    }
    lab.settle();
    for (int i = count; i < 2 * count; i++) {
      lab.send(pid, i);
    }

    assertThat(order).hasSize(count + 1).isSorted().endsWith(count);
  }

  @Test
  @Requirement("P2")
  void withdraw_openYield_answerNeverComesAndTheHandlerIsTold() {
    Script script =
        new Script(
            (self, events, out) -> {
              if (self.steps == 1) {
                out.yield(1, Command.of("ask", "q"));
              } else {
                assertThat(out.withdraw(1)).isTrue();
                assertThat(out.withdraw(1)).isFalse();
                out.idle();
              }
            });
    Pid pid = lab.spawn(() -> script);
    CommandCall call = lab.call("q");
    int[] abandoned = {0};
    call.onAbandon(() -> abandoned[0]++);
    lab.send(pid, "stop waiting");

    assertThat(call.isAbandoned()).isTrue();
    assertThat(abandoned[0]).isEqualTo(1);
    assertThat(call.complete("too late")).isFalse();
    lab.settle();
    assertThat(script.received(Event.Completed.class)).isEmpty();
    assertThat(lab.warnings()).isEmpty();
  }

  @Test
  @Requirement("P2")
  void withdraw_answerIsInTheSameBatch_isPassedOver() {
    List<Event> taken = new ArrayList<>();
    Process racing =
        new Process() {
          private boolean begun;

          @Override
          public void init(ProcessContext context, String method, @Nullable Object input) {}

          @Override
          public void step(Events events, StepOutput out) {
            if (!begun) {
              out.yield(1, Command.of("ask", "first"));
              out.yield(2, Command.of("ask", "second"));
              begun = true;
            }
            while (!events.isEmpty()) {
              taken.add(events.next());
              out.withdraw(2);
            }
          }
        };
    lab.spawn(() -> racing);
    lab.call("first").complete("a");
    lab.call("second").complete("b");
    lab.settle();

    assertThat(taken).containsExactly(new Event.Completed(1, "a"));
  }

  @Test
  @Requirement("P2")
  void output_usedAfterTheStep_isRefused() {
    StepOutput[] kept = new StepOutput[1];
    lab.spawn(() -> new Script((self, events, out) -> kept[0] = out));

    assertThatThrownBy(() -> kept[0].continues())
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("after the step");
  }

  @Test
  @Requirement("P3")
  void wakeUp_withNothingToRead_makesNoStep() {
    Script script = Script.asking("q");
    Pid pid = lab.spawn(() -> script);
    lab.system.complete(pid, 8, "by a tag that nobody has");
    lab.settle();

    assertThat(script.steps).isEqualTo(1);
    assertThat(lab.state(pid)).isEqualTo(ProcessState.BLOCKED);
    assertThat(lab.warnings()).containsExactly(new ProcessWarning.UnknownTag(pid, 8));
    lab.answer("q", "an answer");
    assertThat(script.received).containsExactly(new Event.Completed(7, "an answer"));
  }

  @Test
  @Requirement("P3")
  void wakeUp_byAnAnswerThatWasWithdrawn_makesNoStep() {
    Script script =
        new Script(
            (self, events, out) -> {
              if (self.steps == 1) {
                out.yield(1, Command.of("ask", "q"));
              } else {
                lab.call("q").complete("answered while it is withdrawn");
                assertThat(out.withdraw(1)).isTrue();
                out.idle();
              }
            });
    Pid pid = lab.spawn(() -> script);
    lab.send(pid, "stop waiting");

    assertThat(script.steps).isEqualTo(2);
    assertThat(lab.state(pid)).isEqualTo(ProcessState.IDLE);
    assertThat(script.received(Event.Completed.class)).isEmpty();
  }

  @Test
  @Requirement("P2")
  void output_commandIsNull_endsTheProcessWithAnErrorThatSaysSo() {
    ExitReason yielded =
        lab.run(() -> new Script((self, events, out) -> out.yield(1, unchecked(null))));
    ExitReason posted = lab.run(() -> new Script((self, events, out) -> out.post(unchecked(null))));

    assertThat(List.of(yielded, posted))
        .allSatisfy(
            exit -> {
              assertThat(exit).isInstanceOf(ExitReason.Crashed.class);
              assertThat(((ExitReason.Crashed) exit).error()).hasMessageStartingWith("command: ");
            });
    assertThat(lab.system.alive()).isZero();
  }

  /// Lets a null through to where it is checked at run time.
  @SuppressWarnings({"NullAway", "TypeParameterUnusedInFormals"})
  private static <T> T unchecked(@Nullable T value) {
    return value;
  }

  @Test
  @Requirement("P2")
  void events_usedAfterTheStep_areRefused() {
    List<Events> kept = new ArrayList<>();
    Process leaking =
        new Process() {
          @Override
          public void init(ProcessContext context, String method, @Nullable Object input) {}

          @Override
          public void step(Events events, StepOutput out) {
            kept.add(events);
            out.idle();
          }
        };
    ProcessLab lab = ProcessLab.start();
    Pid pid = lab.spawn(() -> leaking);
    lab.send(pid, "unread");

    assertThatThrownBy(() -> kept.getLast().isEmpty())
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining(pid.toString());
    assertThatThrownBy(() -> kept.getLast().next()).isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(() -> kept.getFirst().iterator().hasNext())
        .isInstanceOf(IllegalStateException.class);
  }
}
