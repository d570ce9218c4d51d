package dev.tactus.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tactus.requirement.Requirement;
import dev.tactus.scheduler.Scheduler;
import dev.tactus.scheduler.SchedulerSettings;
import dev.tactus.time.InvalidDelayException;
import dev.tactus.workers.ChoosingPool;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// How a system stops, in virtual time.
@Requirement("P9")
final class StopTest {
  private static final Duration DEADLINE = Duration.ofSeconds(10);

  private final ProcessLab lab = ProcessLab.start();

  @Test
  void stop_processesThatHeedTheRequest_isGracefulAtOnce() {
    for (int i = 0; i < 5; i++) {
      lab.spawn(StopTest::heeding);
    }
    CompletableFuture<StopReport> report = lab.system.stop(DEADLINE);
    lab.settle();

    assertThat(report).isDone();
    assertThat(report.join().isGraceful()).isTrue();
    assertThat(report.join().asked()).isEqualTo(5);
    assertThat(report.join().finished()).isEqualTo(5);
    assertThat(lab.system.alive()).isZero();
    lab.advance(Duration.ofMillis(20));
    assertThat(lab.scheduler.metrics().active()).as("the deadline's timer").isZero();
  }

  @Test
  void stop_noProcesses_isDoneAtOnce() {
    assertThat(lab.system.stop(DEADLINE)).isDone();
  }

  @Test
  void stop_waitingForACompletionThatComesInTime_endsByItself() {
    Pid pid = lab.spawn(() -> Script.asking("q"));
    CompletableFuture<ExitReason> exit = lab.system.exitOf(pid);
    CompletableFuture<StopReport> report = lab.system.stop(DEADLINE);
    lab.advance(Duration.ofSeconds(9));
    assertThat(report).isNotDone();
    assertThat(lab.state(pid)).isEqualTo(ProcessState.BLOCKED);
    lab.answer("q", "just in time");

    assertThat(exit).isCompletedWithValue(new ExitReason.Done("just in time"));
    assertThat(report.join().isGraceful()).isTrue();
    assertThat(report.join().tookNanos()).isEqualTo(Duration.ofSeconds(9).toNanos());
  }

  @Test
  void stop_deadlinePasses_endsTheRestAndReportsIt() {
    Pid idle = lab.spawn(Script::keeping);
    Pid blocked = lab.spawn(() -> Script.asking("q"));
    lab.spawn(StopTest::heeding);
    CompletableFuture<ExitReason> exit = lab.system.exitOf(idle);
    CompletableFuture<StopReport> report = lab.system.stop(DEADLINE);
    lab.settle();
    lab.advance(Duration.ofMillis(9_990));
    assertThat(report).isNotDone();
    lab.advance(Duration.ofMillis(20));

    assertThat(report).isDone();
    StopReport made = report.join();
    assertThat(made.asked()).isEqualTo(3);
    assertThat(made.finished()).isEqualTo(1);
    assertThat(made.forced()).isEqualTo(2);
    assertThat(made.stuck()).isZero();
    assertThat(made.isGraceful()).isFalse();
    assertThat(made.examples()).extracting(ProcessInfo::pid).containsExactly(idle, blocked);
    assertThat(made.examples())
        .extracting(ProcessInfo::state)
        .containsExactly(ProcessState.IDLE, ProcessState.BLOCKED);
    assertThat(exit.join()).isInstanceOf(ExitReason.Terminated.class);
    assertThat(lab.warnings()).containsExactly(new ProcessWarning.StopForced(made));
  }

  @Test
  void stop_deadlineZero_endsAllAtOnce() {
    lab.spawn(Script::keeping);
    CompletableFuture<StopReport> report = lab.system.stop(Duration.ZERO);
    lab.settle();

    assertThat(report.join().forced()).isEqualTo(1);
  }

  @Test
  void stop_poolDoesNotRun_reportsThoseThatAreLeftAsStuck() {
    lab.spawn(Script::keeping);
    CompletableFuture<StopReport> report = lab.system.stop(DEADLINE);
    long unused = lab.scheduler.advance(Duration.ofSeconds(12)); // and nobody steps the pool

    assertThat(report).isDone();
    assertThat(report.join().stuck()).isEqualTo(1);
    assertThat(report.join().forced()).isZero();
  }

  @Test
  void stop_schedulerIsClosed_endsAllAtOnceInsteadOfNever() {
    lab.spawn(Script::keeping);
    lab.scheduler.close();
    CompletableFuture<StopReport> report = lab.system.stop(DEADLINE);
    lab.settle();

    assertThat(report).isDone();
    assertThat(lab.system.alive()).isZero();
  }

  @Test
  void stop_schedulerIsClosedBeforeTheDeadline_endsTheRestThen() {
    lab.spawn(Script::keeping);
    CompletableFuture<StopReport> report = lab.system.stop(DEADLINE);
    lab.settle();
    assertThat(report).isNotDone();
    lab.scheduler.close();
    lab.settle();

    assertThat(report).isDone();
    assertThat(lab.system.alive()).isZero();
  }

  @Test
  void stop_twice_givesTheSameReport() {
    lab.spawn(Script::keeping);

    assertThat(lab.system.stop(DEADLINE)).isSameAs(lab.system.stop(Duration.ZERO));
  }

  @Test
  void spawn_afterTheStop_isRefused() {
    Pid pid = lab.spawn(Script::keeping);
    CompletableFuture<StopReport> unused = lab.system.stop(DEADLINE);

    assertThatThrownBy(() -> lab.system.spawn(Script::keeping, "run", null))
        .isInstanceOf(ProcessException.SystemStopped.class);
    lab.send(pid, "others can still send");
    assertThat(lab.system.alive()).isEqualTo(1);
    assertThat(lab.system.stats().startsRefused()).isEqualTo(1);
  }

  @Test
  void stop_negativeDeadline_isRefused() {
    assertThatThrownBy(() -> lab.system.stop(Duration.ofMillis(-1)))
        .hasMessageContaining("zero or more");
  }

  @Test
  void stop_deadlineThatTheSchedulerCannotWait_isRefusedAndNothingStops() {
    assertThatThrownBy(() -> lab.system.stop(Duration.ofDays(100_000)))
        .isInstanceOf(InvalidDelayException.class);

    assertThat(lab.spawn(Script::keeping)).isEqualTo(new Pid(1));
  }

  @Test
  void close_onASteppedPool_isRefusedWithWhatToDoInstead() {
    assertThatThrownBy(lab.system::close)
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("step the pool");
  }

  @Test
  void pool_closedUnderTheSystem_endsWhatWouldWaitForEver() {
    Script script = Script.keeping();
    Pid pid = lab.spawn(() -> script);
    CompletableFuture<ExitReason> exit = lab.system.exitOf(pid);
    assertThat(lab.pool.shutdown().left()).isEmpty();
    lab.system.send(pid, "nobody will read this");

    assertThat(exit.join()).isInstanceOf(ExitReason.Terminated.class);
    assertThat(script.closes.get()).isEqualTo(1);
    assertThat(lab.warnings()).containsExactly(new ProcessWarning.MessagesLost(pid, 1));
  }

  private static Script heeding() {
    return new Script(
        (self, events, out) -> {
          if (events.stream().anyMatch(Event.CancelRequested.class::isInstance)) {
            out.done(null);
          }
        });
  }

  @Test
  void stop_secondTimeWithADeadlineThatTheSchedulerCannotWait_givesTheFirstReport() {
    lab.spawn(Script::keeping);
    CompletableFuture<StopReport> first = lab.system.stop(DEADLINE);

    assertThat(lab.system.stop(Duration.ofDays(100_000))).isSameAs(first);
  }

  @Test
  void close_onAPoolOfASimulation_isRefusedWithWhatToDoInstead() {
    ChoosingPool pool = ChoosingPool.of("choosing", bound -> 0, false, (task, failure) -> {});
    ProcessSystem system =
        ProcessSystem.start(
            ProcessSettings.defaults(),
            new ProcessToolbox(pool, lab.scheduler, lab.clock, lab.events),
            CommandRegistry.create());
    Pid unused = system.spawn(Script::keeping, "run", null);

    assertThatThrownBy(system::close)
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("step the pool");
    assertThat(system.alive()).isEqualTo(1);
  }

  @Test
  void start_withoutARegistry_isRefusedAndLeavesNoThread() {
    ProcessSettings named = ProcessSettings.defaults().withName("left-behind");

    assertThatThrownBy(() -> ProcessSystem.start(named, unchecked(null)))
        .hasMessageStartingWith("registry");
    assertThat(Thread.getAllStackTraces().keySet())
        .noneMatch(thread -> thread.getName().contains("left-behind"));
  }

  /// Lets a null through to where it is checked at run time.
  @SuppressWarnings({"NullAway", "TypeParameterUnusedInFormals"})
  private static <T> T unchecked(@Nullable T value) {
    return value;
  }

  @Test
  @Requirement("S4.5")
  void stop_whileNoTimerIsLeft_keepsItsDeadline() {
    ProcessLab full = ProcessLab.start(SchedulerSettings.defaults().withSystemQuota(1));
    var unused = full.scheduler.scheduleOnce(Duration.ofDays(1), () -> {}, Scheduler.DIRECT);
    Pid answered = full.spawn(() -> Script.asking("q"));
    Pid idle = full.spawn(Script::keeping);
    CompletableFuture<ExitReason> exit = full.system.exitOf(answered);
    CompletableFuture<StopReport> report = full.system.stop(DEADLINE);
    full.advance(Duration.ofSeconds(9));
    assertThat(full.state(idle)).isEqualTo(ProcessState.IDLE);
    full.answer("q", "just in time");
    assertThat(exit).isCompletedWithValue(new ExitReason.Done("just in time"));
    full.advance(Duration.ofSeconds(1));

    assertThat(report.join().forced()).isEqualTo(1);
    assertThat(report.join().finished()).isEqualTo(1);
  }

  @Test
  void stop_whoseFutureIsGivenUp_goesOn() {
    lab.spawn(Script::keeping);
    lab.system.stop(DEADLINE).cancel(false);
    lab.advance(DEADLINE);
    lab.settle();

    assertThat(lab.system.alive()).isZero();
    assertThat(lab.system.stop(DEADLINE).join().forced()).isEqualTo(1);
  }
}
