package dev.tactus.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tactus.requirement.Requirement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// Processes that start, end and watch each other, and that change their implementation.
final class LifecycleTest {
  private final ProcessLab lab = ProcessLab.start();

  @Test
  @Requirement("P7")
  void spawn_byAProcess_completesWithThePidOfTheChild() {
    Script child = Script.keeping();
    Script parent = yielding(Commands.spawn(() -> child, "run", null));
    lab.spawn(() -> parent);

    Pid pid = (Pid) parent.received(Event.Completed.class).getFirst().result();
    assertThat(child.context().self()).isEqualTo(pid);
    assertThat(child.context().system()).isSameAs(lab.system);
    assertThat(lab.system.alive()).isEqualTo(2);
  }

  @Test
  @Requirement({"P7", "P1"})
  void spawn_byAProcessButTheStartFails_completesWithThatError() {
    Script parent =
        yielding(
            Commands.spawn(CommandSequence.of(input -> List.<Command>of().iterator()), "x", 1));
    lab.spawn(() -> parent);

    assertThat(parent.received(Event.Failed.class).getFirst().error())
        .isInstanceOf(ProcessException.UnknownMethod.class);
    assertThat(lab.warnings()).isEmpty();
    assertThat(lab.system.alive()).isEqualTo(1);
  }

  @Test
  @Requirement({"P7", "P1"})
  void spawn_byAProcessButTheInitThrows_completesWithThatErrorAndIsPublished() {
    IllegalStateException cause = new IllegalStateException("no disk");
    Script parent =
        yielding(
            Commands.spawn(
                () -> {
                  throw cause;
                },
                "run",
                null));
    Pid pid = lab.spawn(() -> parent);

    Throwable error = parent.received(Event.Failed.class).getFirst().error();
    assertThat(error).isInstanceOf(ProcessException.StartFailed.class).hasCause(cause);
    assertThat(lab.warnings())
        .containsExactly(new ProcessWarning.HandlerFailed(pid, Commands.SPAWN, error));
    assertThat(lab.system.alive()).isEqualTo(1);
  }

  @Test
  @Requirement("P7")
  void terminate_readyProcess_isEvictedBeforeItsNextStep() {
    Script script = Script.keeping();
    Pid pid = lab.spawn(() -> script);
    var exit = lab.system.exitOf(pid);
    lab.system.send(pid, "work");
    lab.system.terminate(pid, "enough");
    lab.settle();

    assertThat(script.steps).isEqualTo(1);
    assertThat(exit).isCompletedWithValue(new ExitReason.Terminated("enough"));
  }

  @Test
  @Requirement("P7")
  void terminate_processThatWaits_endsAtOnceAndClosesOnAWorker() {
    Script idle = Script.keeping();
    Script blocked = Script.asking("q");
    Pid first = lab.spawn(() -> idle);
    Pid second = lab.spawn(() -> blocked);
    lab.system.terminate(first, "enough");
    lab.system.terminate(second, "enough");
    assertThat(idle.closes.get()).isZero();
    lab.settle();

    assertThat(idle.closes.get()).isEqualTo(1);
    assertThat(lab.call("q").isAbandoned()).isTrue();
    assertThatThrownBy(() -> lab.system.terminate(first, "again"))
        .isInstanceOf(ProcessException.UnknownPid.class);
  }

  @Test
  @Requirement("P7")
  void terminate_byItself_isItsLastStep() {
    Script script =
        new Script(
            (self, events, out) -> {
              out.post(Commands.terminate(self.context().self(), "enough of me"));
              out.continues();
            });

    assertThat(lab.run(() -> script)).isEqualTo(new ExitReason.Terminated("enough of me"));
    assertThat(script.steps).isEqualTo(1);
  }

  @Test
  @Requirement("P7")
  void terminate_processThatIsDoneInThatStep_isDone() {
    Script script =
        new Script(
            (self, events, out) -> {
              out.post(Commands.terminate(self.context().self(), "too late"));
              out.done("done");
            });

    assertThat(lab.run(() -> script)).isEqualTo(new ExitReason.Done("done"));
  }

  @Test
  @Requirement("P7")
  void cancel_withAReason_isAnEventAndTheProcessDecides() {
    Script script =
        new Script(
            (self, events, out) -> {
              for (Event event : events) {
                if (event instanceof Event.CancelRequested(String reason)) {
                  out.done("stopped: " + reason);
                }
              }
            });
    Pid pid = lab.spawn(() -> script);
    var exit = lab.system.exitOf(pid);
    lab.spawn(() -> yielding(Commands.cancel(pid, "closing time")));

    assertThat(exit).isCompletedWithValue(new ExitReason.Done("stopped: closing time"));
  }

  @Test
  @Requirement("P7")
  void cancel_processThatIgnoresIt_livesOn() {
    Pid pid = lab.spawn(Script::keeping);
    lab.system.cancel(pid, "please");
    lab.settle();

    assertThat(lab.state(pid)).isEqualTo(ProcessState.IDLE);
  }

  @Test
  @Requirement("P7")
  void monitor_watchedEnds_watcherGetsOneNoticeAndLivesOn() {
    Pid watched = lab.spawn(() -> crashingOnMessage());
    Script watcher = yielding(Commands.monitor(watched), Commands.monitor(watched));
    Pid watcherPid = lab.spawn(() -> watcher);
    lab.send(watched, "crash");

    List<Event.Exited> notices = watcher.received(Event.Exited.class);
    assertThat(notices).hasSize(1);
    assertThat(notices.getFirst().pid()).isEqualTo(watched);
    assertThat(notices.getFirst().reason()).isInstanceOf(ExitReason.Crashed.class);
    assertThat(lab.state(watcherPid)).isEqualTo(ProcessState.IDLE);
  }

  @Test
  @Requirement("P7")
  void monitor_watcherEnds_watchedLivesOn() {
    Pid watched = lab.spawn(Script::keeping);
    Pid watcher = lab.spawn(() -> yielding(Commands.monitor(watched)));
    lab.system.terminate(watcher, "enough");
    lab.settle();

    assertThat(lab.state(watched)).isEqualTo(ProcessState.IDLE);
  }

  @Test
  @Requirement("P7")
  void monitor_processThatHasEnded_noticeComesAtOnce() {
    Pid gone = lab.spawn(() -> new Script((self, events, out) -> out.done(null)));
    Script watcher = yielding(Commands.monitor(gone));
    lab.spawn(() -> watcher);

    assertThat(watcher.received(Event.Exited.class))
        .containsExactly(new Event.Exited(gone, new ExitReason.NoProcess()));
  }

  @Test
  @Requirement("P7")
  void unmonitor_beforeTheEnd_noNoticeComes() {
    Pid watched = lab.spawn(() -> crashingOnMessage());
    Script watcher = yielding(Commands.monitor(watched), Commands.unmonitor(watched));
    lab.spawn(() -> watcher);
    lab.send(watched, "crash");

    assertThat(watcher.received(Event.Exited.class)).isEmpty();
    assertThat(watcher.received(Event.Completed.class)).hasSize(2);
  }

  @Test
  @Requirement("P7")
  void link_otherEndsAbnormally_endsTooInBothDirections() {
    Pid first = lab.spawn(() -> crashingOnMessage());
    Pid second = lab.spawn(() -> yielding(Commands.link(first)));
    var exit = lab.system.exitOf(second);
    lab.send(first, "crash");

    assertThat(exit.join()).isInstanceOf(ExitReason.LinkBroken.class);
    assertThat(((ExitReason.LinkBroken) exit.join()).pid()).isEqualTo(first);

    Pid third = lab.spawn(Script::keeping);
    Pid fourth = lab.spawn(() -> yielding(Commands.link(third)));
    lab.system.terminate(fourth, "enough");
    lab.settle();
    assertThat(lab.state(third)).isEqualTo(ProcessState.COMPLETE);
  }

  @Test
  @Requirement("P7")
  void link_otherEndsNormally_livesOn() {
    Pid first =
        lab.spawn(
            () ->
                new Script(
                    (self, events, out) -> {
                      if (self.steps == 2) {
                        out.done(null);
                      }
                    }));
    Pid second = lab.spawn(() -> yielding(Commands.link(first)));
    lab.send(first, "end");

    assertThat(lab.state(first)).isEqualTo(ProcessState.COMPLETE);
    assertThat(lab.state(second)).isEqualTo(ProcessState.IDLE);
  }

  @Test
  @Requirement("P7")
  void link_exitsAreTrapped_becomesANotice() {
    Pid first = lab.spawn(() -> crashingOnMessage());
    Script trapping =
        new Script(
            (self, events, out) -> {
              if (self.steps == 1) {
                self.context().trapExits(true);
                out.yield(1, Commands.link(first));
              }
            });
    Pid second = lab.spawn(() -> trapping);
    lab.send(first, "crash");

    assertThat(trapping.received(Event.Exited.class)).hasSize(1);
    assertThat(lab.state(second)).isEqualTo(ProcessState.IDLE);
  }

  @Test
  @Requirement("P7")
  void unlink_beforeTheEnd_livesOn() {
    Pid first = lab.spawn(() -> crashingOnMessage());
    Pid second = lab.spawn(() -> yielding(Commands.link(first), Commands.unlink(first)));
    lab.send(first, "crash");

    assertThat(lab.state(second)).isEqualTo(ProcessState.IDLE);
  }

  @Test
  @Requirement("P7")
  void link_toAFinishedPid_completesWithAnError() {
    Pid gone = lab.spawn(() -> new Script((self, events, out) -> out.done(null)));
    Script script = yielding(Commands.link(gone));
    Pid pid = lab.spawn(() -> script);

    assertThat(script.received(Event.Failed.class).getFirst().error())
        .isInstanceOf(ProcessException.UnknownPid.class);
    assertThat(lab.state(pid)).isEqualTo(ProcessState.IDLE);
  }

  @Test
  @Requirement("P7")
  void link_chainOfThree_allEnd() {
    Pid first = lab.spawn(() -> crashingOnMessage());
    Pid second = lab.spawn(() -> yielding(Commands.link(first)));
    Pid third = lab.spawn(() -> yielding(Commands.link(second)));
    var exit = lab.system.exitOf(third);
    lab.send(first, "crash");

    assertThat(lab.system.alive()).isZero();
    ExitReason.LinkBroken broken = (ExitReason.LinkBroken) exit.join();
    assertThat(broken.cause()).isInstanceOf(ExitReason.LinkBroken.class);
  }

  @Test
  void step_throws_endsThisProcessOnly() {
    Pid other = lab.spawn(Script::keeping);
    Pid pid = lab.spawn(() -> crashingOnMessage());
    var exit = lab.system.exitOf(pid);
    lab.send(pid, "crash");
    lab.send(other, "still there?");

    assertThat(exit.join()).isInstanceOf(ExitReason.Crashed.class);
    assertThat(lab.state(other)).isEqualTo(ProcessState.IDLE);
    assertThat(lab.warnings(ProcessWarning.StepFailed.class)).hasSize(1);
    assertThat(lab.pool.snapshot().failures()).isZero();
  }

  @Test
  void step_throwsAnErrorOfTheMachine_endsTheProcessAndIsPassedOn() {
    List<Throwable> passedOn = new ArrayList<>();
    Thread thread = Thread.currentThread();
    Thread.UncaughtExceptionHandler before = thread.getUncaughtExceptionHandler();
    InternalError error = new InternalError("the machine is in trouble");
    Script script =
        new Script(
            (self, events, out) -> {
              throw error;
            });
    thread.setUncaughtExceptionHandler((where, thrown) -> passedOn.add(thrown));
    try {
      assertThat(lab.run(() -> script)).isEqualTo(new ExitReason.Crashed(error));
    } finally {
      thread.setUncaughtExceptionHandler(before);
    }

    assertThat(passedOn).containsExactly(error);
    assertThat(script.closes.get()).isEqualTo(1);
    assertThat(lab.system.alive()).isZero();
  }

  @Test
  void close_throwsAnErrorOfTheMachineInATerminatedProcess_itEndsAllTheSame() {
    List<Throwable> passedOn = new ArrayList<>();
    Thread thread = Thread.currentThread();
    Thread.UncaughtExceptionHandler before = thread.getUncaughtExceptionHandler();
    InternalError error = new InternalError("the machine is in trouble");
    Process process =
        new Process() {
          @Override
          public void init(ProcessContext context, String method, @Nullable Object input) {}

          @Override
          public void step(Events events, StepOutput out) {
            out.idle();
          }

          @Override
          public void close() {
            throw error;
          }
        };
    Pid pid = lab.spawn(() -> process);
    var exit = lab.system.exitOf(pid);
    thread.setUncaughtExceptionHandler((where, thrown) -> passedOn.add(thrown));
    try {
      lab.system.terminate(pid, "enough");
      lab.settle();
    } finally {
      thread.setUncaughtExceptionHandler(before);
    }

    assertThat(passedOn).containsExactly(error);
    assertThat(exit).isDone();
    assertThat(lab.system.alive()).isZero();
  }

  @Test
  void close_throws_isPublishedAndTheEndIsAsItWas() {
    IllegalStateException error = new IllegalStateException("stuck file");
    Process process =
        new Process() {
          @Override
          public void init(ProcessContext context, String method, @Nullable Object input) {}

          @Override
          public void step(Events events, StepOutput out) {
            out.done("fine");
          }

          @Override
          public void close() {
            throw error;
          }
        };

    assertThat(lab.run(() -> process)).isEqualTo(new ExitReason.Done("fine"));
    assertThat(lab.warnings()).containsExactly(new ProcessWarning.CloseFailed(new Pid(1), error));
  }

  @Test
  @Requirement("P8")
  void upgrade_keepsPidQueueAndOpenAnswers() {
    Script after = Script.keeping();
    Script before =
        new Script(
            (self, events, out) -> {
              if (self.steps == 1) {
                out.yield(4, Command.of("ask", "q"));
              } else {
                out.upgrade(() -> after, "continue", "state");
              }
            });
    Pid pid = lab.spawn(() -> before);
    lab.system.send(pid, "upgrade");
    lab.settle();
    lab.system.send(pid, "to the new one");
    lab.answer("q", "also");

    assertThat(before.closes.get()).isEqualTo(1);
    assertThat(after.context().self()).isEqualTo(pid);
    assertThat(after.received)
        .containsExactly(new Event.Message(null, "to the new one"), new Event.Completed(4, "also"));
  }

  @Test
  @Requirement("P8")
  void upgrade_initThrows_endsTheProcessWithThatError() {
    Script before =
        new Script(
            (self, events, out) ->
                out.upgrade(CommandSequence.of(input -> List.<Command>of().iterator()), "x", null));
    ExitReason exit = lab.run(() -> before);

    assertThat(exit).isInstanceOf(ExitReason.Crashed.class);
    assertThat(((ExitReason.Crashed) exit).error())
        .isInstanceOf(ProcessException.UpgradeFailed.class)
        .hasCauseInstanceOf(ProcessException.UnknownMethod.class);
    assertThat(before.closes.get()).isEqualTo(1);
  }

  @Test
  @Requirement("P7")
  void processes_thatSpawnMonitorAndDelay_sameSeedSameStory() {
    assertThat(story(5)).isEqualTo(story(5));
  }

  private static String story(long seed) {
    ProcessLab lab = ProcessLab.withSeed(seed);
    StringBuilder story = new StringBuilder();
    for (int i = 0; i < 20; i++) {
      int number = i;
      lab.system.spawn(
          () ->
              new Script(
                  (self, events, out) -> {
                    story.append(number).append(':').append(events).append('\n');
                    if (self.steps < 4) {
                      out.yield(self.steps, Commands.delay(Duration.ofMillis(10L * number + 10)));
                    } else {
                      out.done(null);
                    }
                  }),
          "run",
          null);
    }
    lab.advance(Duration.ofSeconds(2));
    assertThat(lab.system.alive()).isZero();
    return story.toString();
  }

  private static Script crashingOnMessage() {
    return new Script(
        (self, events, out) -> {
          if (!events.isEmpty()) {
            throw new IllegalStateException("crash");
          }
        });
  }

  /// Yields commands in its first step and then keeps what it gets.
  private static Script yielding(Command... commands) {
    return new Script(
        (self, events, out) -> {
          if (self.steps == 1) {
            for (int i = 0; i < commands.length; i++) {
              out.yield(i, commands[i]);
            }
          }
        });
  }

  @Test
  @Requirement("P7")
  void linkBroken_throughALongChain_canBePrinted() {
    ExitReason reason = new ExitReason.Terminated("the first");
    for (int i = 1; i <= 100_000; i++) {
      reason = new ExitReason.LinkBroken(new Pid(i), reason);
    }

    assertThat(reason.toString())
        .isEqualTo("LinkBroken[pid=pid-100000, links=100000, cause=Terminated[why=the first]]");
    assertThat(new ExitReason.LinkBroken(new Pid(1), new ExitReason.NoProcess()))
        .hasToString("LinkBroken[pid=pid-1, cause=NoProcess[]]");
  }

  /// A chain of links that begins with a process of this number.
  private static ExitReason chain(int links, int firstPid, ExitReason first) {
    ExitReason reason = first;
    for (int i = 0; i < links; i++) {
      reason = new ExitReason.LinkBroken(new Pid(firstPid + i), reason);
    }
    return reason;
  }

  @Test
  @Requirement("P7")
  void linkBroken_throughALongChain_canBeComparedAndBeAKey() {
    ExitReason one = chain(100_000, 1, new ExitReason.Terminated("the first"));
    ExitReason same = chain(100_000, 1, new ExitReason.Terminated("the first"));

    assertThat(one.equals(same)).isTrue();
    assertThat(one.hashCode()).isEqualTo(same.hashCode());
    assertThat(one.equals(chain(100_000, 1, new ExitReason.Terminated("another")))).isFalse();
    assertThat(one.equals(chain(100_000, 2, new ExitReason.Terminated("the first")))).isFalse();
    assertThat(one.equals(chain(99_999, 2, new ExitReason.Terminated("the first")))).isFalse();
  }

  @Test
  @Requirement("P7")
  void linkBroken_anotherLengthOrKindOrNothing_isNotEqual() {
    ExitReason end = new ExitReason.NoProcess();
    ExitReason one = chain(1, 1, end);
    ExitReason two = chain(2, 1, end);

    assertThat(one).isEqualTo(chain(1, 1, end)).isNotEqualTo(two).isNotEqualTo(end);
    assertThat(two).isNotEqualTo(one).isNotEqualTo(null).isNotEqualTo("two");
    assertThat(end).isNotEqualTo(one);
  }
}
