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

/// The engine is closed while threads register timers and run them.
public final class CloseStress {
  private CloseStress() {}

  /// What the scheduler does when it is closed, after the driver has stopped.
  private static void close(BareEngine bare) {
    bare.engine.refuseAll("closed by a test");
    // False where a tick is under way, which then does it.
    boolean _ = bare.engine.cancelAll(new FirstError());
  }

  /// A timer that is taken in while the engine closes is cancelled; any other is refused.
  @JCStressTest
  @Requirement({"S3.3", "S3.7"})
  @Outcome(id = "1, 1, 0", expect = ACCEPTABLE, desc = "Taken in, and cancelled by the close.")
  @Outcome(id = "0, 0, 0", expect = ACCEPTABLE, desc = "Refused.")
  @Outcome(expect = FORBIDDEN, desc = "Taken in and forgotten: it would never run and never end.")
  @State
  public static class RegisterAndClose {
    private final BareEngine bare = new BareEngine();

    @Actor
    public void register(III_Result r) {
      try {
        Timer timer = bare.once(1, new RunTally(), new HeldExecutor());
        r.r1 = timer.id() == 1 ? 1 : -1;
      } catch (SchedulerClosedException refused) {
        r.r1 = 0;
      }
    }

    @Actor
    public void close() {
      CloseStress.close(bare);
    }

    @Arbiter
    public void ended(III_Result r) {
      r.r2 = bare.cancelled();
      r.r3 = bare.waiting();
    }
  }

  /// What is due with its executor still runs; then the timer is cancelled, by whoever is last.
  @JCStressTest
  @Requirement("S3.3")
  @Outcome(id = "1, 1, 1", expect = ACCEPTABLE, desc = "It ran once and is cancelled.")
  @Outcome(expect = FORBIDDEN, desc = "Its run was lost, or nobody cancelled it.")
  @State
  public static class RunAtFixedRateAndClose {
    private final BareEngine bare = new BareEngine();
    private final HeldExecutor executor = new HeldExecutor();
    private final RunTally task = new RunTally();
    private final PeriodicTimer timer =
        bare.periodic(ExecutionMode.FIXED_RATE, 1, 2, task, executor);

    public RunAtFixedRateAndClose() {
      bare.tick();
    }

    @Actor
    public void run() {
      executor.runNext();
    }

    @Actor
    public void close() {
      CloseStress.close(bare);
    }

    @Arbiter
    public void ended(III_Result r) {
      r.r1 = task.runs();
      r.r2 = timer.isCancelled() ? 1 : 0;
      r.r3 = bare.cancelled();
    }
  }

  /// The same for a timer that is nowhere in the wheel while it runs.
  @JCStressTest
  @Requirement("S3.3")
  @Outcome(id = "1, 1, 1", expect = ACCEPTABLE, desc = "It ran once and is cancelled.")
  @Outcome(expect = FORBIDDEN, desc = "Its run was lost, or nobody cancelled it.")
  @State
  public static class RunWithFixedDelayAndClose {
    private final BareEngine bare = new BareEngine();
    private final HeldExecutor executor = new HeldExecutor();
    private final RunTally task = new RunTally();
    private final PeriodicTimer timer =
        bare.periodic(ExecutionMode.FIXED_DELAY, 1, 2, task, executor);

    public RunWithFixedDelayAndClose() {
      bare.tick();
    }

    @Actor
    public void run() {
      executor.runNext();
    }

    @Actor
    public void close() {
      CloseStress.close(bare);
    }

    @Arbiter
    public void ended(III_Result r) {
      r.r1 = task.runs();
      r.r2 = timer.isCancelled() ? 1 : 0;
      r.r3 = bare.cancelled();
    }
  }

  /// A tick is under way, or begins, while the engine closes: what is not due is cancelled by the
  /// closing thread, or by the ticking one when it leaves.
  @JCStressTest
  @Requirement("S3.3")
  @Outcome(
      id = "1, 0, 1, 0",
      expect = ACCEPTABLE,
      desc = "The tick came first; the rest is cancelled.")
  @Outcome(
      id = "0, 0, 2, 0",
      expect = ACCEPTABLE,
      desc = "The close came first; both are cancelled.")
  @Outcome(
      expect = FORBIDDEN,
      desc = "A timer was left in the wheel that nobody looks at any more.")
  @State
  public static class TickAndClose {
    private final BareEngine bare = new BareEngine();
    private final RunTally due = new RunTally();
    private final RunTally later = new RunTally();

    public TickAndClose() {
      Timer first = bare.once(2, due, Scheduler.DIRECT);
      bare.tick();
      Timer second = bare.once(2, later, Scheduler.DIRECT);
      assert first.id() < second.id();
    }

    @Actor
    public void tick() {
      boolean _ = bare.tryTick();
    }

    @Actor
    public void close() {
      CloseStress.close(bare);
    }

    @Arbiter
    public void ended(IIII_Result r) {
      r.r1 = due.runs();
      r.r2 = later.runs();
      r.r3 = bare.cancelled();
      r.r4 = bare.waiting();
    }
  }
}
