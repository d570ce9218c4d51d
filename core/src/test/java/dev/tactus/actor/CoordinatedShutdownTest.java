package dev.tactus.actor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tactus.actor.SteppedSystem.Act;
import dev.tactus.actor.shutdown.CoordinatedShutdown;
import dev.tactus.actor.shutdown.Phase;
import dev.tactus.actor.shutdown.ShutdownSummary;
import dev.tactus.actor.shutdown.ShutdownSummary.Outcome;
import dev.tactus.actor.shutdown.ShutdownSummary.PhaseSummary;
import dev.tactus.actor.shutdown.ShutdownSummary.TaskSummary;
import dev.tactus.requirement.Requirement;
import dev.tactus.scheduler.Scheduler;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// A system ends phase by phase, each with its tasks and its time.
@Requirement("A11")
final class CoordinatedShutdownTest {
  private final List<String> story = new ArrayList<>();

  private CompletionStage<?> note(String text) {
    story.add(text);
    return CompletableFuture.completedFuture(text);
  }

  private static ShutdownSummary summary(CompletableFuture<ShutdownSummary> run) {
    assertThat(run).isCompleted();
    return run.join();
  }

  @Test
  void run_tasks_areCalledPhaseByPhaseAroundTheEndOfTheActors() {
    try (SteppedSystem t = SteppedSystem.start()) {
      ActorRef<Act> actor = t.puppet("a");
      CoordinatedShutdown shutdown = t.system.coordinatedShutdown();
      shutdown.addTask(Phase.RELEASE, "release", () -> note("ended " + t.hasEnded(actor)));
      shutdown.addTask(Phase.FINISH_WORK, "finish", () -> note("ended " + t.hasEnded(actor)));
      shutdown.addTask(Phase.STOP_INTAKE, "close 1", () -> note("close 1"));
      shutdown.addTask(Phase.STOP_INTAKE, "close 2", () -> note("close 2"));
      CompletableFuture<ShutdownSummary> run = shutdown.run();
      t.run();
      assertThat(story).containsExactly("close 1", "close 2", "ended false", "ended true");
      ShutdownSummary summary = summary(run);
      assertThat(summary.isClean()).isTrue();
      assertThat(summary.phases())
          .map(PhaseSummary::name)
          .containsExactly("stop-intake", "finish-work", "stop-actors", "release");
      assertThat(shutdown.isRunning()).isTrue();
    }
  }

  @Test
  void run_twice_runsOnce() {
    try (SteppedSystem t = SteppedSystem.start()) {
      CoordinatedShutdown shutdown = t.system.coordinatedShutdown();
      shutdown.addTask(Phase.STOP_INTAKE, "once", () -> note("once"));
      CompletableFuture<ShutdownSummary> first = shutdown.run();
      CompletableFuture<ShutdownSummary> second = shutdown.run();
      t.run();
      assertThat(story).containsExactly("once");
      assertThat(summary(first)).isEqualTo(summary(second));
    }
  }

  @Test
  void run_slowTask_holdsUpTheNextPhaseUntilItEnds() {
    try (SteppedSystem t = SteppedSystem.start()) {
      CompletableFuture<Void> slow = new CompletableFuture<>();
      CoordinatedShutdown shutdown = t.system.coordinatedShutdown();
      shutdown.addTask(Phase.STOP_INTAKE, "slow", () -> slow);
      shutdown.addTask(Phase.FINISH_WORK, "next", () -> note("next"));
      CompletableFuture<ShutdownSummary> run = shutdown.run();
      t.advance(Duration.ofSeconds(2));
      assertThat(story).isEmpty();
      slow.complete(null);
      t.run();
      assertThat(story).containsExactly("next");
      PhaseSummary phase = summary(run).phases().get(0);
      assertThat(phase.took()).isEqualTo(Duration.ofSeconds(2));
      assertThat(phase.isClean()).isTrue();
      assertThat(t.system.scheduler().metrics().active()).as("timers left").isZero();
    }
  }

  @Test
  void run_taskTakesTooLong_isReportedAndTheNextPhaseBegins() {
    try (SteppedSystem t = SteppedSystem.start()) {
      CoordinatedShutdown shutdown = t.system.coordinatedShutdown();
      shutdown.addTask(Phase.STOP_INTAKE, "stuck", CompletableFuture::new);
      shutdown.addTask(Phase.STOP_INTAKE, "fine", () -> note("fine"));
      shutdown.addTask(Phase.FINISH_WORK, "next", () -> note("next"));
      CompletableFuture<ShutdownSummary> run = shutdown.run();
      t.advance(Duration.ofMillis(4_990));
      assertThat(story).containsExactly("fine");
      t.advance(Duration.ofMillis(20));
      assertThat(story).containsExactly("fine", "next");
      ShutdownSummary summary = summary(run);
      assertThat(summary.isClean()).isFalse();
      assertThat(summary.phases().get(0).tasks())
          .containsExactly(
              new TaskSummary("stuck", Outcome.TIMED_OUT, Optional.empty()),
              new TaskSummary("fine", Outcome.DONE, Optional.empty()));
    }
  }

  @Test
  void run_taskFails_isReportedAndTheNextPhaseBegins() {
    try (SteppedSystem t = SteppedSystem.start()) {
      IllegalStateException thrown = new IllegalStateException("thrown");
      IOException failed = new IOException("failed");
      CoordinatedShutdown shutdown = t.system.coordinatedShutdown();
      shutdown.addTask(
          Phase.STOP_INTAKE,
          "throws",
          () -> {
            throw thrown;
          });
      shutdown.addTask(Phase.STOP_INTAKE, "fails", () -> CompletableFuture.failedFuture(failed));
      shutdown.addTask(Phase.RELEASE, "next", () -> note("next"));
      CompletableFuture<ShutdownSummary> run = shutdown.run();
      t.run();
      assertThat(story).containsExactly("next");
      assertThat(summary(run).phases().get(0).tasks())
          .containsExactly(
              new TaskSummary("throws", Outcome.FAILED, Optional.of(thrown)),
              new TaskSummary("fails", Outcome.FAILED, Optional.of(failed)));
    }
  }

  @Test
  void run_abortingPhaseFails_leavesTheRestOut() {
    List<Phase> phases =
        List.of(Phase.of("check").abortingOnFailure(), Phase.of(Phase.STOP_ACTORS).after("check"));
    try (SteppedSystem t = SteppedSystem.start(settings -> settings.withPhases(phases))) {
      ActorRef<Act> actor = t.puppet("a");
      CoordinatedShutdown shutdown = t.system.coordinatedShutdown();
      shutdown.addTask(
          "check", "no", () -> CompletableFuture.failedFuture(new IOException("not now")));
      CompletableFuture<ShutdownSummary> run = shutdown.run();
      t.run();
      assertThat(summary(run).phases()).map(PhaseSummary::isSkipped).containsExactly(false, true);
      assertThat(t.hasEnded(actor)).isFalse();
    }
  }

  @Test
  void phases_givenInAnyOrder_runBehindWhatTheyName() {
    List<Phase> phases =
        List.of(
            Phase.of("last").after("middle", Phase.STOP_ACTORS),
            Phase.of("middle").after("first"),
            Phase.of(Phase.STOP_ACTORS),
            Phase.of("first"));
    try (SteppedSystem t = SteppedSystem.start(settings -> settings.withPhases(phases))) {
      assertThat(t.system.coordinatedShutdown().phases())
          .containsExactly(Phase.STOP_ACTORS, "first", "middle", "last");
    }
  }

  @Test
  void phases_impossible_areRefused() {
    SystemSettings settings = SystemSettings.of("t");
    Phase stop = Phase.of(Phase.STOP_ACTORS);
    assertThatThrownBy(() -> settings.withPhases(List.of(Phase.of("a"))))
        .hasMessageContaining("have no 'stop-actors'");
    assertThatThrownBy(
            () ->
                settings.withPhases(
                    List.of(stop, Phase.of("a").after("b"), Phase.of("b").after("a"))))
        .hasMessageContaining("[a, b] wait for each other");
    assertThatThrownBy(() -> settings.withPhases(List.of(stop, Phase.of("a").after("x"))))
        .hasMessageContaining("'a' is after 'x', which is not there");
    assertThatThrownBy(() -> settings.withPhases(List.of(stop, stop)))
        .hasMessageContaining("two phases named 'stop-actors'");
    assertThatThrownBy(() -> stop.withTimeout(Duration.ZERO)).hasMessageContaining("PT0S");
  }

  @Test
  void addTask_unknownOrBegunPhase_isRefused() {
    try (SteppedSystem t = SteppedSystem.start()) {
      CoordinatedShutdown shutdown = t.system.coordinatedShutdown();
      assertThatThrownBy(() -> shutdown.addTask("x", "task", () -> note("never")))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("stop-intake");
      shutdown.addTask(Phase.STOP_INTAKE, "stuck", CompletableFuture::new);
      shutdown.run();
      assertThatThrownBy(() -> shutdown.addTask(Phase.STOP_INTAKE, "late", () -> note("never")))
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("comes too late");
      shutdown.addTask(Phase.RELEASE, "in time", () -> note("in time"));
      t.advance(Duration.ofSeconds(6));
      assertThat(story).containsExactly("in time");
    }
  }

  @Test
  void remove_beforeItsPhase_leavesTheTaskOut() {
    try (SteppedSystem t = SteppedSystem.start()) {
      CoordinatedShutdown shutdown = t.system.coordinatedShutdown();
      CoordinatedShutdown.Registration task =
          shutdown.addTask(Phase.STOP_INTAKE, "task", () -> note("never"));
      task.remove();
      shutdown.run();
      t.run();
      assertThat(story).isEmpty();
    }
  }

  @Test
  void close_whileAPhaseTakesLonger_cutsItShortAndGoesThroughTheRest() {
    try (SteppedSystem t = SteppedSystem.start()) {
      CoordinatedShutdown shutdown = t.system.coordinatedShutdown();
      shutdown.addTask(Phase.STOP_INTAKE, "stuck", CompletableFuture::new);
      shutdown.addTask(Phase.RELEASE, "release", () -> note("released"));
      SystemReport report = t.system.shutdown(); // its close timeout is shorter than the phase's
      assertThat(story).containsExactly("released");
      assertThat(report.isClean()).isFalse();
      assertThat(report.phases().orElseThrow().phases().get(0).tasks())
          .containsExactly(new TaskSummary("stuck", Outcome.TIMED_OUT, Optional.empty()));
    }
  }

  @Test
  void run_phaseWithMoreTimeThanAnyTimer_waitsForItsTasks() {
    CompletableFuture<Void> flushed = new CompletableFuture<>();
    List<Phase> phases =
        List.of(
            Phase.of(Phase.FINISH_WORK).withTimeout(Duration.ofDays(10_000)),
            Phase.of(Phase.STOP_ACTORS).after(Phase.FINISH_WORK));
    try (SteppedSystem t = SteppedSystem.start(settings -> settings.withPhases(phases))) {
      CoordinatedShutdown shutdown = t.system.coordinatedShutdown();
      shutdown.addTask(Phase.FINISH_WORK, "flush", () -> flushed);
      CompletableFuture<ShutdownSummary> run = shutdown.run();
      t.advance(Duration.ofMinutes(1));
      assertThat(run).isNotDone();
      flushed.complete(null);
      t.run();
      assertThat(summary(run).isClean()).isTrue();
    }
  }

  @Test
  void close_taskThrowsAnErrorOfTheVirtualMachine_goesThroughTheRest() {
    OutOfMemoryError thrown = new OutOfMemoryError("unable to create native thread");
    List<Throwable> uncaught = new ArrayList<>();
    Thread thread = Thread.currentThread();
    Thread.UncaughtExceptionHandler before = thread.getUncaughtExceptionHandler();
    thread.setUncaughtExceptionHandler((where, error) -> uncaught.add(error));
    try (SteppedSystem t = SteppedSystem.start()) {
      ActorRef<Act> actor = t.puppet("a");
      CoordinatedShutdown shutdown = t.system.coordinatedShutdown();
      shutdown.addTask(
          Phase.STOP_INTAKE,
          "throws",
          () -> {
            throw thrown;
          });
      shutdown.addTask(Phase.RELEASE, "release", () -> note("released"));
      SystemReport report = t.system.shutdown();
      assertThat(story).containsExactly("released");
      assertThat(t.hasEnded(actor)).isTrue();
      assertThat(report.phases().orElseThrow().phases().get(0).tasks())
          .containsExactly(new TaskSummary("throws", Outcome.FAILED, Optional.of(thrown)));
      assertThat(uncaught).containsExactly(thrown);
    } finally {
      thread.setUncaughtExceptionHandler(before);
    }
  }

  @Test
  void close_byATaskOfAPhase_isRefusedAndTheRestGoesOn() {
    for (boolean isByClose : List.of(true, false)) {
      story.clear();
      try (SteppedSystem t = SteppedSystem.start()) {
        CoordinatedShutdown shutdown = t.system.coordinatedShutdown();
        for (String phase : List.of(Phase.STOP_INTAKE, Phase.RELEASE)) {
          shutdown.addTask(phase, "closes", () -> note(phase + closeWithin(t.system)));
        }
        if (isByClose) {
          t.system.close();
        } else {
          shutdown.run();
        }
        t.run();
        assertThat(shutdown.run()).isCompleted();
        assertThat(story).containsExactly("stop-intake refused", "release refused");
      }
    }
  }

  @Test
  void close_onTheTickingThread_isRefusedBeforeAnythingHasEnded() {
    try (SteppedSystem t = SteppedSystem.start()) {
      ActorRef<Act> actor = t.puppet("a");
      t.system
          .scheduler()
          .scheduleOnce(
              Duration.ofMillis(10), () -> note("tick" + closeWithin(t.system)), Scheduler.DIRECT);
      t.advance(Duration.ofMillis(20));
      assertThat(story).containsExactly("tick refused");
      assertThat(t.hasEnded(actor)).isFalse();
      assertThat(t.system.coordinatedShutdown().isRunning()).isFalse();
    }
  }

  @Test
  void close_byWhoIsToldOfAnEnd_isRefused() {
    try (SteppedSystem t = SteppedSystem.start()) {
      ActorRef<Act> actor = t.puppet("a");
      t.system
          .events()
          .subscribe(
              ActorEvent.Stopped.class,
              end -> {
                if (end.actor() == actor) {
                  note("end" + closeWithin(t.system));
                }
              });
      t.system.stop(actor);
      t.run();
      assertThat(story).containsExactly("end refused");
      assertThat(t.system.coordinatedShutdown().isRunning()).isFalse();
    }
  }

  private static String closeWithin(ActorSystem system) {
    try {
      system.close();
      return " closed";
    } catch (IllegalStateException e) {
      return String.valueOf(e.getMessage()).contains("TAC-0217") ? " refused" : " failed";
    }
  }

  @Test
  @Timeout(60)
  void shutdown_ofAnInterruptedThread_takesItsTimeAndKeepsTheInterrupt() throws Exception {
    CountDownLatch isRunning = new CountDownLatch(1);
    CountDownLatch goOn = new CountDownLatch(1);
    AtomicBoolean hasStopped = new AtomicBoolean();
    ActorSystem system = ActorSystem.start(SystemSettings.of("interrupted").withWorkers(1));
    ActorRef<String> busy =
        system.spawn(
            () ->
                new Actor<>() {
                  @Override
                  public void receive(Context<String> ctx, String text) throws Exception {
                    isRunning.countDown();
                    goOn.await();
                  }

                  @Override
                  public void stopped(Context<String> ctx) {
                    hasStopped.set(true);
                  }
                });
    busy.tell("begin");
    isRunning.await();
    Thread closer = Thread.currentThread();
    CompletableFuture<Void> released = new CompletableFuture<>();
    system
        .coordinatedShutdown()
        .addTask(
            Phase.STOP_INTAKE,
            "interrupt",
            () -> {
              closer.interrupt(); // once more, while it waits
              return CompletableFuture.runAsync(goOn::countDown);
            });
    system
        .coordinatedShutdown()
        .addTask(
            Phase.RELEASE,
            "release",
            () -> {
              released.complete(null);
              return released;
            });
    closer.interrupt();
    SystemReport report = system.shutdown();
    assertThat(Thread.interrupted()).as("the interrupt is kept").isTrue();
    assertThat(report.forced()).isEmpty();
    assertThat(report.phases().orElseThrow().isClean()).isTrue();
    assertThat(hasStopped).isTrue();
    assertThat(released).isCompleted();
  }
}
