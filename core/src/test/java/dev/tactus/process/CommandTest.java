package dev.tactus.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tactus.requirement.Requirement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The registry, and what handlers do with calls.
@Requirement("P5")
final class CommandTest {
  @Test
  void register_idThatHasAHandler_isRefusedAndTheFirstStays() {
    CommandRegistry registry =
        CommandRegistry.create().register("pay", CommandHandler.answering(call -> "first"));

    assertThatThrownBy(() -> registry.register("pay", call -> call.complete("second")))
        .isInstanceOf(ProcessException.DuplicateCommand.class)
        .hasMessageContaining("'pay'");
    assertThat(ProcessLab.start(registry).run(() -> yielding("pay", null)))
        .isEqualTo(new ExitReason.Done(new Event.Completed(3, "first")));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "send",
        "spawn",
        "terminate",
        "cancel",
        "monitor",
        "unmonitor",
        "link",
        "unlink",
        "delay"
      })
  void register_idOfABuiltInCommand_isRefused(String id) {
    assertThatThrownBy(() -> CommandRegistry.create().register(id, call -> {}))
        .isInstanceOf(ProcessException.DuplicateCommand.class)
        .hasMessageContaining("built in");
    assertThat(CommandRegistry.create().ids()).contains(id);
  }

  @Test
  void register_afterTheStart_isRefused() {
    CommandRegistry registry = CommandRegistry.create();
    ProcessLab lab = ProcessLab.start(registry);

    assertThatThrownBy(() -> registry.register("pay", call -> {}))
        .isInstanceOf(ProcessException.RegistryFrozen.class)
        .hasMessageContaining("before");
    assertThat(lab.system.alive()).isZero();
  }

  @Test
  void yield_unknownCommand_completesWithAnErrorThatNamesTheKnownOnes() {
    ProcessLab lab = ProcessLab.start();
    ExitReason exit = lab.run(() -> yielding("fly", null));

    assertThat(failure(exit))
        .isInstanceOf(ProcessException.UnknownCommand.class)
        .hasMessageContaining("'fly'")
        .hasMessageContaining("delay");
  }

  @Test
  void handler_throws_completesWithThatAndOthersGoOn() {
    CommandRegistry registry = CommandRegistry.create();
    IllegalStateException cause = new IllegalStateException("no money");
    registry.register(
        "pay",
        call -> {
          throw cause;
        });
    ProcessLab lab = ProcessLab.start(registry);
    ExitReason exit = lab.run(() -> yielding("pay", null));

    assertThat(failure(exit)).isInstanceOf(ProcessException.HandlerFailed.class).hasCause(cause);
    assertThat(lab.warnings())
        .containsExactly(new ProcessWarning.HandlerFailed(new Pid(1), "pay", cause));
    assertThat(lab.run(() -> yielding("echo", 5)))
        .isEqualTo(new ExitReason.Done(new Event.Completed(3, 5)));
  }

  @Test
  void argument_ofAnotherType_completesWithAnErrorThatNamesBoth() {
    ExitReason exit = ProcessLab.start().run(() -> yielding("delay", "soon"));

    assertThat(failure(exit))
        .isInstanceOf(ProcessException.InvalidArgument.class)
        .hasMessageContaining("'delay'")
        .hasMessageContaining("java.lang.String")
        .hasMessageContaining("Duration");
  }

  @Test
  void answer_twice_firstCountsAndTheSecondIsPublished() {
    ProcessLab lab = ProcessLab.start();
    Pid pid = lab.spawn(() -> loopingOnTag(7));
    CommandCall first = lab.call("q1");

    assertThat(first.complete("one")).isTrue();
    lab.settle();
    // The process has used the same tag for its next question.
    assertThat(first.complete("again")).isFalse();
    assertThat(first.fail(new IllegalStateException("again"))).isFalse();
    lab.settle();

    assertThat(lab.warnings(ProcessWarning.AnsweredTwice.class))
        .containsExactly(
            new ProcessWarning.AnsweredTwice(pid, 7, "ask"),
            new ProcessWarning.AnsweredTwice(pid, 7, "ask"));
    assertThat(lab.system.stats().answersRefused()).isEqualTo(2);
    var exit = lab.system.exitOf(pid);
    lab.answer("q2", "two");
    lab.answer("q3", "three");
    assertThat(exit).isCompletedWithValue(new ExitReason.Done(List.of("one", "two", "three")));
  }

  @Test
  void completeByTag_openYield_isAnsweredOnce() {
    ProcessLab lab = ProcessLab.start();
    Pid pid = lab.spawn(() -> Script.asking("q"));
    var exit = lab.system.exitOf(pid);
    lab.system.complete(pid, 7, "by tag");
    lab.settle();

    assertThat(exit).isCompletedWithValue(new ExitReason.Done("by tag"));
    assertThat(lab.call("q").complete("by call")).isFalse();
  }

  @Test
  void completeByTag_delay_givesItsTimerBackAndNothingIsAnsweredTwice() {
    ProcessLab lab = ProcessLab.start();
    Pid pid = lab.spawn(() -> yielding("delay", Duration.ofHours(3)));
    var exit = lab.system.exitOf(pid);
    assertThat(lab.scheduler.metrics().active()).isEqualTo(1);
    lab.system.complete(pid, 3, "by tag");
    lab.settle();

    assertThat(exit).isCompletedWithValue(new ExitReason.Done(new Event.Completed(3, "by tag")));
    assertThat(lab.scheduler.metrics().active()).isZero();
    assertThat(lab.warnings()).isEmpty();
    assertThat(lab.system.stats().answersRefused()).isZero();
  }

  @Test
  void failByTag_openYield_getsTheError() {
    ProcessLab lab = ProcessLab.start();
    Pid pid = lab.spawn(() -> Script.asking("q"));
    var exit = lab.system.exitOf(pid);
    IllegalStateException error = new IllegalStateException("by tag");
    lab.system.fail(pid, 7, error);
    lab.settle();

    assertThat(exit).isCompletedWithValue(new ExitReason.Done(error));
  }

  @Test
  void completeByTag_unknownTag_isPublishedAndTheProcessWaitsOn() {
    ProcessLab lab = ProcessLab.start();
    Pid pid = lab.spawn(() -> Script.asking("q"));
    lab.system.complete(pid, 8, "wrong");
    lab.settle();

    assertThat(lab.warnings()).containsExactly(new ProcessWarning.UnknownTag(pid, 8));
    assertThat(lab.state(pid)).isEqualTo(ProcessState.BLOCKED);
    assertThat(lab.answer("q", "right")).isTrue();
    assertThat(lab.state(pid)).isEqualTo(ProcessState.COMPLETE);
  }

  @Test
  void completeByTag_yieldHasItsAnswerAlready_isPublished() {
    ProcessLab lab = ProcessLab.start();
    Pid pid = lab.spawn(() -> Script.asking("q"));
    var exit = lab.system.exitOf(pid);
    lab.system.complete(pid, 7, "first");
    assertThat(lab.call("q").complete("second")).isTrue(); // it was answered before it was read
    lab.settle();

    assertThat(exit).isCompletedWithValue(new ExitReason.Done("second"));
    assertThat(lab.warnings()).containsExactly(new ProcessWarning.AnsweredTwice(pid, 7, "ask"));
  }

  @Test
  void completeByTag_tagIsYieldedInTheStepThatReadsIt_isNotTakenForItsAnswer() {
    ProcessLab lab = ProcessLab.start();
    List<Event> taken = new ArrayList<>();
    Process eager =
        new Process() {
          @Override
          public void init(ProcessContext context, String method, @Nullable Object input) {}

          @Override
          public void step(Events events, StepOutput out) {
            for (Event event : events) {
              if (event instanceof Event.Message) {
                out.yield(7, Command.of("ask", "one"));
                out.yield(8, Command.of("ask", "two"));
              } else {
                taken.add(event);
              }
            }
          }
        };
    Pid pid = lab.spawn(() -> eager);
    lab.system.send(pid, "yield");
    lab.system.complete(pid, 7, "early");
    lab.settle();
    assertThat(lab.warnings()).containsExactly(new ProcessWarning.UnknownTag(pid, 7));
    lab.answer("one", "a");
    lab.answer("two", "b");

    assertThat(taken).containsExactly(new Event.Completed(7, "a"), new Event.Completed(8, "b"));
  }

  @Test
  void yield_tagOfAnOpenYield_endsTheProcessWithAnErrorThatNamesBoth() {
    ProcessLab lab = ProcessLab.start();
    ExitReason exit =
        lab.run(
            () ->
                new Script(
                    (self, events, out) -> {
                      out.yield(1, Command.of("ask", "a"));
                      out.yield(1, Command.of("echo", "b"));
                    }));

    assertThat(exit).isInstanceOf(ExitReason.Crashed.class);
    assertThat(((ExitReason.Crashed) exit).error())
        .isInstanceOf(ProcessException.DuplicateTag.class)
        .hasMessageContaining("'ask'")
        .hasMessageContaining("'echo'");
  }

  @Test
  void yield_manyAtOnce_eachIsAnsweredByItsTag() {
    ProcessLab lab = ProcessLab.start();
    int count = 1_000;
    Script script =
        new Script(
            (self, events, out) -> {
              if (self.steps == 1) {
                for (int i = 0; i < count; i++) {
                  out.yield(i, Command.of("ask", i));
                }
              }
              if (self.received.size() == count) {
                out.done(null);
              }
            });
    Pid pid = lab.spawn(() -> script);
    for (int i = count - 1; i >= 0; i -= 2) {
      lab.system.complete(pid, i, -i);
      lab.answer(i - 1, -(i - 1));
    }

    assertThat(lab.state(pid)).isEqualTo(ProcessState.COMPLETE);
    assertThat(script.received(Event.Completed.class))
        .hasSize(count)
        .allMatch(event -> Integer.valueOf((int) -event.tag()).equals(event.result()));
    assertThat(lab.warnings()).isEmpty();
  }

  @Test
  void async_stageCompletesLater_answersThen() {
    CompletableFuture<String> stage = new CompletableFuture<>();
    ProcessLab lab =
        ProcessLab.start(
            CommandRegistry.create().register("fetch", CommandHandler.async(call -> stage)));
    Pid pid = lab.spawn(() -> yielding("fetch", null));
    var exit = lab.system.exitOf(pid);
    assertThat(lab.state(pid)).isEqualTo(ProcessState.BLOCKED);
    stage.complete("page");
    lab.settle();

    assertThat(exit).isCompletedWithValue(new ExitReason.Done(new Event.Completed(3, "page")));
  }

  @Test
  void async_stageFails_answersWithTheCause() {
    IllegalStateException cause = new IllegalStateException("gone");
    CommandRegistry registry =
        CommandRegistry.create()
            .register(
                "fetch",
                CommandHandler.async(
                    call -> CompletableFuture.failedFuture(new CompletionException(cause))));

    assertThat(failure(ProcessLab.start(registry).run(() -> yielding("fetch", null))))
        .isSameAs(cause);
  }

  @Test
  void async_processEnds_futureIsCancelled() {
    CompletableFuture<String> stage = new CompletableFuture<>();
    ProcessLab lab =
        ProcessLab.start(
            CommandRegistry.create().register("fetch", CommandHandler.async(call -> stage)));
    Pid pid = lab.spawn(() -> yielding("fetch", null));
    lab.system.terminate(pid, "not needed");
    lab.settle();

    assertThat(stage).isCancelled();
  }

  @Test
  void post_commandFails_isPublishedAndNoAnswerComes() {
    ProcessLab lab = ProcessLab.start();
    Script script =
        new Script(
            (self, events, out) -> {
              if (self.steps == 1) {
                out.post(Command.of("echo", "fine"));
                out.post(Commands.send(new Pid(99), "hello"));
              }
              out.idle();
            });
    Pid pid = lab.spawn(() -> script);

    assertThat(script.received).isEmpty();
    List<ProcessWarning.PostFailed> failed = lab.warnings(ProcessWarning.PostFailed.class);
    assertThat(failed).hasSize(1);
    assertThat(failed.getFirst().pid()).isEqualTo(pid);
    assertThat(failed.getFirst().error())
        .isInstanceOf(ProcessException.UnknownPid.class)
        .hasMessageContaining("not given to any process yet");
  }

  @Test
  @Requirement({"P5", "P11"})
  void delay_ofTheScheduler_completesWhenItHasPassed() {
    ProcessLab lab = ProcessLab.start();
    Pid pid = lab.spawn(() -> yielding("delay", Duration.ofSeconds(3)));
    lab.advance(Duration.ofMillis(2_990));
    assertThat(lab.state(pid)).isEqualTo(ProcessState.BLOCKED);
    lab.advance(Duration.ofMillis(20));

    assertThat(lab.state(pid)).isEqualTo(ProcessState.COMPLETE);
  }

  @Test
  @Requirement({"P5", "P11"})
  void delay_processEndsBefore_timerIsFreed() {
    ProcessLab lab = ProcessLab.start();
    Pid pid = lab.spawn(() -> yielding("delay", Duration.ofHours(3)));
    assertThat(lab.scheduler.metrics().active()).isEqualTo(1);
    lab.system.terminate(pid, "not needed");
    lab.settle();
    lab.advance(Duration.ofMillis(20));

    assertThat(lab.scheduler.metrics().active()).isZero();
  }

  /// Yields a command with tag 3 and is done with the event that answers it.
  private static Script yielding(String id, @Nullable Object argument) {
    return new Script(
        (self, events, out) -> {
          if (self.steps == 1) {
            out.yield(3, Command.of(id, argument));
          } else {
            out.done(events.getFirst());
          }
        });
  }

  /// Asks q1, q2 and q3 one after another, all with the same tag, and is done with the answers.
  private static Script loopingOnTag(long tag) {
    List<Object> answers = new ArrayList<>();
    return new Script(
        (self, events, out) -> {
          for (Event event : events) {
            answers.add(String.valueOf(((Event.Completed) event).result()));
          }
          if (answers.size() == 3) {
            out.done(answers);
          } else if (self.steps == answers.size() + 1) {
            out.yield(tag, Command.of("ask", "q" + self.steps));
          }
        });
  }

  private static Throwable failure(ExitReason exit) {
    assertThat(exit).isInstanceOf(ExitReason.Done.class);
    Object result = ((ExitReason.Done) exit).result();
    assertThat(result).isInstanceOf(Event.Failed.class);
    return ((Event.Failed) Objects.requireNonNull(result)).error();
  }

  @Test
  void async_functionHasAnActionForTheEndOfItsOwn_bothAreDone() {
    CompletableFuture<String> stage = new CompletableFuture<>();
    List<String> told = new ArrayList<>();
    ProcessLab lab =
        ProcessLab.start(
            CommandRegistry.create()
                .register(
                    "fetch",
                    CommandHandler.async(
                        call -> {
                          call.onAbandon(() -> told.add("hang up"));
                          return stage;
                        })));
    Pid pid = lab.spawn(() -> yielding("fetch", null));
    assertThat(lab.state(pid)).isEqualTo(ProcessState.BLOCKED);
    lab.system.terminate(pid, "not needed");
    lab.settle();

    assertThat(told).containsExactly("hang up");
    assertThat(stage).isCancelled();
    assertThat(lab.warnings()).isEmpty();
  }
}
