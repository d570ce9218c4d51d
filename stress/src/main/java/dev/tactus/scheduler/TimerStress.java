package dev.tactus.scheduler;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import dev.tactus.requirement.Requirement;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.IIII_Result;
import org.openjdk.jcstress.infra.results.III_Result;
import org.openjdk.jcstress.infra.results.II_Result;

/// A one-shot timer is cancelled by some thread while others take it in, fire it or run it.
public final class TimerStress {
  /// Farther than any test ticks, and still in a slot of the wheel.
  private static final int LATER = 5;

  /// How long an actor waits at most for the other to come to the point of interest.
  private static final int LOOKS_MAX = 1_000;

  private TimerStress() {}

  private static int cancelled(Timer timer) {
    return timer.cancel() ? 1 : 0;
  }

  /// A cancel meets the run on an executor: exactly one of the two happens.
  @JCStressTest
  @Requirement({"S1.4", "S4.2", "S4.3", "S4.4"})
  @Outcome(id = "1, 0, 4, 1", expect = ACCEPTABLE, desc = "Cancelled; the task did not run.")
  @Outcome(id = "0, 1, 3, 1", expect = ACCEPTABLE, desc = "The task ran; completed.")
  @Outcome(
      expect = FORBIDDEN,
      desc = "Both or neither, or the timer ended twice or holds its task.")
  @State
  public static class CancelAndRun {
    private final BareEngine bare = new BareEngine();
    private final HeldExecutor executor = new HeldExecutor();
    private final RunTally task = new RunTally();
    private final Timer timer = bare.once(1, task, executor);

    public CancelAndRun() {
      bare.tick();
    }

    @Actor
    public void cancel(IIII_Result r) {
      r.r1 = cancelled(timer);
    }

    @Actor
    public void run() {
      executor.runNext();
    }

    @Arbiter
    public void ended(IIII_Result r) {
      r.r2 = task.runs();
      r.r3 = timer.task == null ? timer.state : -1;
      r.r4 = (int) bare.engine.counters.ended();
    }
  }

  /// A cancel meets the tick that runs the timer on the ticking thread.
  @JCStressTest
  @Requirement({"S1.4", "S4.2", "S4.3"})
  @Outcome(id = "1, 0, 4, 0", expect = ACCEPTABLE, desc = "Cancelled; the task did not run.")
  @Outcome(id = "0, 1, 3, 0", expect = ACCEPTABLE, desc = "The task ran; completed.")
  @Outcome(expect = FORBIDDEN, desc = "Both or neither, or the wheel kept the timer.")
  @State
  public static class CancelAndFireDirect {
    private final BareEngine bare = new BareEngine();
    private final RunTally task = new RunTally();
    private final Timer timer = bare.once(2, task, Scheduler.DIRECT);

    public CancelAndFireDirect() {
      bare.tick();
    }

    @Actor
    public void cancel(IIII_Result r) {
      r.r1 = cancelled(timer);
    }

    @Actor
    public void fire() {
      bare.tick();
    }

    @Arbiter
    public void ended(IIII_Result r) {
      bare.tick();
      r.r2 = task.runs();
      r.r3 = timer.task == null ? timer.state : -1;
      r.r4 = bare.waiting();
    }
  }

  /// A cancel meets the tick that gives the timer to its executor. Until the task begins the timer
  /// can be cancelled, so the cancel wins, whether or not the executor has the timer by then.
  @JCStressTest
  @Requirement({"S1.4", "S4.2"})
  @Outcome(id = "1, 0, 4, 0", expect = ACCEPTABLE, desc = "Cancelled; the task did not run.")
  @Outcome(expect = FORBIDDEN, desc = "The cancel failed or had no effect, or the wheel kept it.")
  @State
  public static class CancelAndFire {
    private final BareEngine bare = new BareEngine();
    private final HeldExecutor executor = new HeldExecutor();
    private final RunTally task = new RunTally();
    private final Timer timer = bare.once(2, task, executor);

    public CancelAndFire() {
      bare.tick();
    }

    @Actor
    public void cancel(IIII_Result r) {
      r.r1 = cancelled(timer);
    }

    @Actor
    public void fire() {
      bare.tick();
    }

    @Arbiter
    public void ended(IIII_Result r) {
      executor.runAll();
      bare.tick();
      r.r2 = task.runs();
      r.r3 = timer.task == null ? timer.state : -1;
      r.r4 = bare.waiting();
    }
  }

  /// Two cancels of a waiting timer: one succeeds, and the wheel lets go of the timer within a
  /// tick.
  @JCStressTest
  @Requirement({"S1.4", "S4.1", "S4.3", "S4.4"})
  @Outcome(
      id = {"1, 0, 0, 1", "0, 1, 0, 1"},
      expect = ACCEPTABLE,
      desc = "One call cancelled the timer; it is gone and was counted once.")
  @Outcome(expect = FORBIDDEN, desc = "Both or neither cancelled it, or the wheel kept it.")
  @State
  public static class CancelTwice {
    private final BareEngine bare = new BareEngine();
    private final Timer timer = bare.once(LATER, new RunTally(), new HeldExecutor());

    public CancelTwice() {
      bare.tick();
    }

    @Actor
    public void left(IIII_Result r) {
      r.r1 = cancelled(timer);
    }

    @Actor
    public void right(IIII_Result r) {
      r.r2 = cancelled(timer);
    }

    @Arbiter
    public void ended(IIII_Result r) {
      bare.tick();
      r.r3 = timer.isCancelled() ? bare.waiting() : -1;
      r.r4 = bare.cancelled();
    }
  }

  /// A cancel meets the drain that takes the timer into the wheel.
  @JCStressTest
  @Requirement({"S1.4", "S4.1"})
  @Outcome(
      id = "1, 0, 0, 1",
      expect = ACCEPTABLE,
      desc = "Cancelled; passed over, or in the wheel for one tick.")
  @Outcome(expect = FORBIDDEN, desc = "The timer ran, or stayed in the wheel.")
  @State
  public static class CancelAndAdmit {
    private final BareEngine bare = new BareEngine();
    private final RunTally task = new RunTally();
    private final Timer timer = bare.once(LATER, task, Scheduler.DIRECT);

    @Actor
    public void cancel(IIII_Result r) {
      r.r1 = cancelled(timer);
    }

    @Actor
    public void admit() {
      bare.tick();
    }

    @Arbiter
    public void ended(IIII_Result r) {
      bare.tick();
      r.r2 = bare.waiting();
      bare.ticks(LATER);
      r.r3 = task.runs();
      r.r4 = bare.cancelled();
    }
  }

  /// The same after a time in which nothing was due, when the wheel has to walk before it takes
  /// timers in. The cancel comes as soon as the timer is on its way into the wheel.
  @JCStressTest
  @Requirement({"S1.4", "S4.1"})
  @Outcome(
      id = "1, 0, 0, 1",
      expect = ACCEPTABLE,
      desc = "Cancelled; passed over, or in the wheel for one tick.")
  @Outcome(expect = FORBIDDEN, desc = "The timer ran, or stayed in the wheel.")
  @State
  public static class CancelAndAdmitAfterAPause {
    private static final int PAUSE = 10;

    /// Timers behind it, so that its way in takes a while.
    private static final int OTHERS = 4;

    private final BareEngine bare = new BareEngine();
    private final RunTally task = new RunTally();
    private final Timer timer = bare.once(PAUSE + LATER, task, Scheduler.DIRECT);

    public CancelAndAdmitAfterAPause() {
      for (int i = 0; i < OTHERS; i++) {
        Timer other = bare.once(PAUSE + LATER, new RunTally(), Scheduler.DIRECT);
        assert other.id() > timer.id();
      }
    }

    @Actor
    public void cancel(IIII_Result r) {
      for (int looks = 0; looks < LOOKS_MAX && timer.state == Timer.PENDING; looks++) {
        Thread.onSpinWait();
      }
      r.r1 = cancelled(timer);
    }

    @Actor
    public void admit() {
      bare.tickAfterPause(PAUSE);
    }

    @Arbiter
    public void ended(IIII_Result r) {
      bare.tick();
      r.r2 = bare.waiting() - OTHERS;
      bare.ticks(LATER);
      r.r3 = task.runs();
      r.r4 = bare.cancelled();
    }
  }

  /// Whoever sees that a timer is cancelled sees it for ever.
  @JCStressTest
  @Requirement("S4.4")
  @Outcome(
      id = {"0, 0, 1", "0, 1, 1", "1, 1, 1"},
      expect = ACCEPTABLE,
      desc = "Not cancelled, then cancelled.")
  @Outcome(expect = FORBIDDEN, desc = "Cancelled, then not.")
  @State
  public static class CancelAndLook {
    private final BareEngine bare = new BareEngine();
    private final Timer timer = bare.once(LATER, new RunTally(), new HeldExecutor());

    @Actor
    public void cancel() {
      boolean first = timer.cancel();
      assert first;
    }

    @Actor
    public void look(III_Result r) {
      r.r1 = timer.isCancelled() ? 1 : 0;
      r.r2 = timer.isCancelled() ? 1 : 0;
    }

    @Arbiter
    public void ended(III_Result r) {
      r.r3 = timer.isCancelled() ? 1 : 0;
    }
  }

  /// Whoever sees that a timer is completed sees what its task did.
  @JCStressTest
  @Requirement("S4.1")
  @Outcome(
      id = {"0, 0", "0, 1", "1, 1"},
      expect = ACCEPTABLE,
      desc = "Not completed yet, or completed with what the task wrote.")
  @Outcome(expect = FORBIDDEN, desc = "Completed, but without what the task wrote.")
  @State
  public static class RunAndLook {
    private final BareEngine bare = new BareEngine();
    private final HeldExecutor executor = new HeldExecutor();
    private int written;
    private final Timer timer = bare.once(1, () -> written = 1, executor);

    public RunAndLook() {
      bare.tick();
    }

    @Actor
    public void run() {
      executor.runNext();
    }

    @Actor
    public void look(II_Result r) {
      r.r1 = timer.state() == TimerState.COMPLETED ? 1 : 0;
      r.r2 = written;
    }
  }
}
