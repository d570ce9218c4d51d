package dev.tactus.scheduler;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import dev.tactus.requirement.Requirement;
import java.util.concurrent.Executor;
import java.util.function.BooleanSupplier;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.IIII_Result;

/// The ticking thread adds due times to a periodic timer while its executor runs it.
///
/// In each test the timer is due for the first time and lies with its executor when the actors
/// begin.
public final class PeriodicTimerStress {
  /// Farther than any test ticks.
  private static final int NEVER_AGAIN = 1_000;

  /// How often an actor looks at most whether the other has come to the point of interest.
  private static final int LOOKS_MAX = 1_000;

  private PeriodicTimerStress() {}

  /// 1 where the timer was with its executor twice, or two runs overlapped.
  private static int doubled(HeldExecutor executor, RunTally task) {
    return executor.hadTwo() || task.overlapped() ? 1 : 0;
  }

  /// Lets the other actor come to a point, so that the two meet there; it may not.
  private static void await(BooleanSupplier arrived) {
    for (int looks = 0; looks < LOOKS_MAX && !arrived.getAsBoolean(); looks++) {
      Thread.onSpinWait();
    }
  }

  /// What the ticking thread does with a timer that is due.
  private static void owe(BareEngine bare, PeriodicTimer timer, int count, boolean oneEach) {
    Executor executor = timer.executor;
    if (timer.owe(count, oneEach) && executor != null) {
      bare.engine.firing.submit(timer, executor);
    }
  }

  /// A due time that comes around a run is folded into it, or gets the next one.
  @JCStressTest
  @Requirement({"S2.2", "S4.1"})
  @Outcome(id = "2, 1, 0, 0", expect = ACCEPTABLE, desc = "One run stands for both due times.")
  @Outcome(id = "2, 2, 0, 0", expect = ACCEPTABLE, desc = "Each due time has its run.")
  @Outcome(expect = FORBIDDEN, desc = "A due time was lost, or the timer ran twice at once.")
  @State
  public static class OweAndRun {
    private final BareEngine bare = new BareEngine();
    private final HeldExecutor executor = new HeldExecutor();
    private final RunTally task = new RunTally();
    private final PeriodicTimer timer =
        bare.periodic(ExecutionMode.FIXED_RATE, 1, NEVER_AGAIN, task, executor);

    public OweAndRun() {
      bare.tick();
    }

    @Actor
    public void owe() {
      PeriodicTimerStress.owe(bare, timer, 1, false);
    }

    @Actor
    public void run() {
      executor.runNext();
    }

    @Arbiter
    public void ran(IIII_Result r) {
      executor.runAll();
      r.r1 = task.dueTimes();
      r.r2 = task.runs();
      r.r3 = doubled(executor, task);
      r.r4 = (int) timer.backlog();
    }
  }

  /// Due times that the driver brought late get a run each.
  @JCStressTest
  @Requirement({"S2.5", "S4.1"})
  @Outcome(id = "3, 3, 0, 0", expect = ACCEPTABLE, desc = "Each due time has its run.")
  @Outcome(expect = FORBIDDEN, desc = "A run was lost or folded, or the timer ran twice at once.")
  @State
  public static class OweOneEachAndRun {
    private final BareEngine bare = new BareEngine();
    private final HeldExecutor executor = new HeldExecutor();
    private final RunTally task = new RunTally();
    private final PeriodicTimer timer =
        bare.periodic(ExecutionMode.FIXED_RATE, 1, NEVER_AGAIN, task, executor);

    public OweOneEachAndRun() {
      bare.tick();
    }

    @Actor
    public void owe() {
      PeriodicTimerStress.owe(bare, timer, 2, true);
    }

    @Actor
    public void run() {
      executor.runNext();
    }

    @Arbiter
    public void ran(IIII_Result r) {
      executor.runAll();
      r.r1 = task.dueTimes();
      r.r2 = task.runs();
      r.r3 = doubled(executor, task);
      r.r4 = (int) timer.backlog();
    }
  }

  /// A due time comes just when a run ends: the runner takes it along, or the ticking thread gives
  /// the timer to the executor again.
  @JCStressTest
  @Requirement({"S2.2", "S4.1"})
  @Outcome(id = "2, 1, 0, 0", expect = ACCEPTABLE, desc = "It came before the run after all.")
  @Outcome(id = "2, 2, 0, 0", expect = ACCEPTABLE, desc = "It got the next run.")
  @Outcome(expect = FORBIDDEN, desc = "It was lost between the two, or both took it.")
  @State
  public static class OweAtTheEndOfARun {
    private final BareEngine bare = new BareEngine();
    private final HeldExecutor executor = new HeldExecutor();
    private final RunTally task = new RunTally();
    private volatile boolean isEnding;
    private final PeriodicTimer timer =
        bare.periodic(ExecutionMode.FIXED_RATE, 1, NEVER_AGAIN, this::runTask, executor);

    public OweAtTheEndOfARun() {
      bare.tick();
    }

    private void runTask() {
      task.run();
      isEnding = true;
    }

    @Actor
    public void owe() {
      await(() -> isEnding);
      PeriodicTimerStress.owe(bare, timer, 1, false);
    }

    @Actor
    public void run() {
      executor.runNext();
    }

    @Arbiter
    public void ran(IIII_Result r) {
      executor.runAll();
      r.r1 = task.dueTimes();
      r.r2 = task.runs();
      r.r3 = doubled(executor, task);
      r.r4 = (int) timer.backlog();
    }
  }

  /// The executor runs on whatever thread gives it the timer, so both actors may run the task:
  /// never at once, and the second sees what the first wrote.
  @JCStressTest
  @Requirement({"S2.2", "S4.1"})
  @Outcome(id = "2, 1, 0, 0", expect = ACCEPTABLE, desc = "One run stands for both due times.")
  @Outcome(id = "2, 2, 0, 0", expect = ACCEPTABLE, desc = "One run after the other.")
  @Outcome(expect = FORBIDDEN, desc = "Runs overlapped, or one did not see the other's writes.")
  @State
  public static class RunOnBothThreads {
    private final BareEngine bare = new BareEngine();
    private final HeldExecutor executor = new HeldExecutor();
    private final RunTally task = new RunTally();
    private final PeriodicTimer timer =
        bare.periodic(ExecutionMode.FIXED_RATE, 1, NEVER_AGAIN, task, executor);

    public RunOnBothThreads() {
      bare.tick();
      executor.runAtOnce();
    }

    @Actor
    public void owe() {
      PeriodicTimerStress.owe(bare, timer, 1, false);
    }

    @Actor
    public void run() {
      executor.runNext();
    }

    @Arbiter
    public void ran(IIII_Result r) {
      r.r1 = task.dueTimes();
      r.r2 = task.runs();
      r.r3 = doubled(executor, task);
      r.r4 = (int) timer.backlog();
    }
  }

  /// A fixed-rate timer waits in the wheel while it runs; cancelled, it leaves within a tick.
  @JCStressTest
  @Requirement({"S1.4", "S4.2", "S4.3"})
  @Outcome(
      id = {"1, 0, 0, 1", "1, 1, 0, 1"},
      expect = ACCEPTABLE,
      desc = "Cancelled before or during the run; it is gone.")
  @Outcome(expect = FORBIDDEN, desc = "It ran twice, or stayed in the wheel or in the list.")
  @State
  public static class CancelAndRunAtFixedRate {
    private final BareEngine bare = new BareEngine();
    private final HeldExecutor executor = new HeldExecutor();
    private final RunTally task = new RunTally();
    private final PeriodicTimer timer =
        bare.periodic(ExecutionMode.FIXED_RATE, 1, 2, task, executor);

    public CancelAndRunAtFixedRate() {
      bare.tick();
    }

    @Actor
    public void cancel(IIII_Result r) {
      r.r1 = timer.cancel() ? 1 : 0;
    }

    @Actor
    public void run() {
      executor.runNext();
    }

    @Arbiter
    public void ended(IIII_Result r) {
      bare.tick();
      r.r3 = bare.waiting() + bare.engine.periodic.size();
      bare.ticks(2);
      executor.runAll();
      r.r2 = task.runs();
      r.r4 = bare.cancelled();
    }
  }

  /// A fixed-delay timer comes back to the ticking thread when its run ends, and when it is
  /// cancelled: once, whichever is first.
  @JCStressTest
  @Requirement({"S1.4", "S2.4", "S4.2", "S4.3"})
  @Outcome(
      id = {"1, 0, 0, 1", "1, 1, 0, 1"},
      expect = ACCEPTABLE,
      desc = "Cancelled before, during or after the run; it is gone.")
  @Outcome(expect = FORBIDDEN, desc = "It was armed again, or stayed in the wheel or in the list.")
  @State
  public static class CancelAndRunWithFixedDelay {
    private final BareEngine bare = new BareEngine();
    private final HeldExecutor executor = new HeldExecutor();
    private final RunTally task = new RunTally();
    private final PeriodicTimer timer =
        bare.periodic(ExecutionMode.FIXED_DELAY, 1, 2, task, executor);

    public CancelAndRunWithFixedDelay() {
      bare.tick();
    }

    @Actor
    public void cancel(IIII_Result r) {
      r.r1 = timer.cancel() ? 1 : 0;
    }

    @Actor
    public void run() {
      executor.runNext();
    }

    @Arbiter
    public void ended(IIII_Result r) {
      bare.tick();
      r.r3 = bare.waiting() + bare.engine.periodic.size();
      bare.ticks(3);
      executor.runAll();
      r.r2 = task.runs();
      r.r4 = bare.cancelled();
    }
  }

  /// A timer with fixed delay is cancelled just when its run has ended, and both are about to bring
  /// it back: one of them does.
  @JCStressTest
  @Requirement({"S1.4", "S2.4", "S4.2", "S4.3"})
  @Outcome(
      id = {"1, 0, 0, 1", "1, 1, 0, 1"},
      expect = ACCEPTABLE,
      desc = "Cancelled before, during or after the run; it is gone.")
  @Outcome(expect = FORBIDDEN, desc = "It was armed again, or stayed in the wheel or in the list.")
  @State
  public static class CancelAtTheEndOfARun {
    private final BareEngine bare = new BareEngine();
    private final HeldExecutor executor = new HeldExecutor();
    private final RunTally task = new RunTally();
    private volatile boolean isEnding;
    private final PeriodicTimer timer =
        bare.periodic(ExecutionMode.FIXED_DELAY, 1, 2, this::runTask, executor);

    public CancelAtTheEndOfARun() {
      bare.tick();
      // At its end a run reads the clock, to know when the next one is due.
      bare.clock.pauseBy(() -> await(timer::isCancelled));
    }

    private void runTask() {
      task.run();
      isEnding = true;
    }

    @Actor
    public void cancel(IIII_Result r) {
      await(() -> isEnding && timer.state == Timer.SCHEDULED);
      r.r1 = timer.cancel() ? 1 : 0;
    }

    @Actor
    public void run() {
      executor.runNext();
    }

    @Arbiter
    public void ended(IIII_Result r) {
      bare.tick();
      r.r3 = bare.waiting() + bare.engine.periodic.size();
      bare.ticks(3);
      executor.runAll();
      r.r2 = task.runs();
      r.r4 = bare.cancelled();
    }
  }

  /// A run with fixed delay ends while a tick looks at what came back: the timer is armed once.
  @JCStressTest
  @Requirement("S2.4")
  @Outcome(id = "2, 0, 1, 0", expect = ACCEPTABLE, desc = "It was due once more, and only once.")
  @Outcome(expect = FORBIDDEN, desc = "It was not armed again, or armed twice.")
  @State
  public static class RunWithFixedDelayAndTick {
    private static final int PERIOD = 3;

    private final BareEngine bare = new BareEngine();
    private final HeldExecutor executor = new HeldExecutor();
    private final RunTally task = new RunTally();
    private final PeriodicTimer timer =
        bare.periodic(ExecutionMode.FIXED_DELAY, 1, PERIOD, task, executor);

    public RunWithFixedDelayAndTick() {
      bare.tick();
    }

    @Actor
    public void run() {
      executor.runNext();
    }

    @Actor
    public void tick() {
      bare.tick();
    }

    @Arbiter
    public void armed(IIII_Result r) {
      bare.ticks(3 * PERIOD);
      r.r1 = executor.given();
      r.r2 = bare.waiting();
      r.r3 = (int) timer.backlog();
      r.r4 = doubled(executor, task);
    }
  }

  /// A timer with fixed delay is cancelled while a tick arms it again.
  @JCStressTest
  @Requirement({"S1.4", "S2.4"})
  @Outcome(id = "1, 1, 0, 1", expect = ACCEPTABLE, desc = "Cancelled; it is gone.")
  @Outcome(expect = FORBIDDEN, desc = "It ran again, or stayed in the wheel or in the list.")
  @State
  public static class CancelAndArm {
    private final BareEngine bare = new BareEngine();
    private final HeldExecutor executor = new HeldExecutor();
    private final RunTally task = new RunTally();
    private final PeriodicTimer timer =
        bare.periodic(ExecutionMode.FIXED_DELAY, 1, 2, task, executor);

    public CancelAndArm() {
      bare.tick();
      executor.runAll();
    }

    @Actor
    public void cancel(IIII_Result r) {
      r.r1 = timer.cancel() ? 1 : 0;
    }

    @Actor
    public void arm() {
      bare.tick();
    }

    @Arbiter
    public void ended(IIII_Result r) {
      bare.tick();
      r.r3 = bare.waiting() + bare.engine.periodic.size();
      bare.ticks(3);
      executor.runAll();
      r.r2 = task.runs();
      r.r4 = bare.cancelled();
    }
  }
}
