package dev.tactus.scheduler;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import dev.tactus.requirement.Requirement;
import dev.tactus.time.wheel.Wheel;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;
import org.openjdk.jcstress.infra.results.II_Result;
import org.openjdk.jcstress.infra.results.I_Result;

/// The driver asks how long it may sleep while other threads bring something to do.
public final class SleepStress {
  private SleepStress() {}

  /// A timer is registered while the engine falls asleep.
  @JCStressTest
  @Requirement({"S1.1", "S4.1", "S6.4"})
  @Outcome(id = "0, 0", expect = ACCEPTABLE, desc = "The engine saw the timer.")
  @Outcome(id = "1, 1", expect = ACCEPTABLE, desc = "The engine slept, and was woken.")
  @Outcome(id = "0, 1", expect = ACCEPTABLE, desc = "The engine saw the timer, woken for nothing.")
  @Outcome(expect = FORBIDDEN, desc = "The timer waits behind a long sleep.")
  @State
  public static class RegisterAndSleep {
    private final BareEngine bare = new BareEngine();

    @Actor
    public void register() {
      Timer timer = bare.once(1, new RunTally(), Scheduler.DIRECT);
      assert timer.id() == 1;
    }

    @Actor
    public void sleep(II_Result r) {
      r.r1 = bare.engine.nextWakeTick(0) > 1 ? 1 : 0;
    }

    @Arbiter
    public void woken(II_Result r) {
      r.r2 = bare.driver.wakes();
    }
  }

  /// A timer is registered around a tick after which the engine falls asleep: the tick takes it in,
  /// or the driver comes back for it.
  @JCStressTest
  @Requirement({"S1.1", "S4.1", "S6.4"})
  @Outcome(
      id = {"0, 0", "0, 1"},
      expect = ACCEPTABLE,
      desc = "The engine wants to be called in time for the timer.")
  @Outcome(id = "1, 1", expect = ACCEPTABLE, desc = "The engine slept, and was woken.")
  @Outcome(expect = FORBIDDEN, desc = "The timer waits behind a long sleep.")
  @State
  public static class RegisterAndTick {
    private static final int DEADLINE = 4;

    private final BareEngine bare = new BareEngine();

    @Actor
    public void register() {
      Timer timer = bare.once(DEADLINE - 1, new RunTally(), Scheduler.DIRECT);
      assert timer.deadlineTick() <= DEADLINE;
    }

    @Actor
    public void tick(II_Result r) {
      bare.tick();
      r.r1 = bare.engine.nextWakeTick(1) > DEADLINE ? 1 : 0;
    }

    @Arbiter
    public void woken(II_Result r) {
      r.r2 = bare.driver.wakes();
    }
  }

  /// A waiting timer is cancelled while the engine falls asleep until its deadline: it has to be
  /// taken out within a tick, not then.
  @JCStressTest
  @Requirement({"S1.4", "S6.4"})
  @Outcome(id = "0, 0", expect = ACCEPTABLE, desc = "The engine saw the cancelled timer.")
  @Outcome(id = "1, 1", expect = ACCEPTABLE, desc = "The engine slept, and was woken.")
  @Outcome(id = "0, 1", expect = ACCEPTABLE, desc = "The engine saw it, and was woken for nothing.")
  @Outcome(expect = FORBIDDEN, desc = "The cancelled timer stays in the wheel for a long sleep.")
  @State
  public static class CancelAndSleep {
    private final BareEngine bare = new BareEngine();
    private final Timer timer = bare.once(8, new RunTally(), Scheduler.DIRECT);

    public CancelAndSleep() {
      bare.tick();
    }

    @Actor
    public void cancel() {
      boolean first = timer.cancel();
      assert first;
    }

    @Actor
    public void sleep(II_Result r) {
      r.r1 = bare.engine.nextWakeTick(1) > 2 ? 1 : 0;
    }

    @Arbiter
    public void woken(II_Result r) {
      r.r2 = bare.driver.wakes();
    }
  }

  /// Two threads find the engine asleep: one of them wakes the driver, the other need not.
  @JCStressTest
  @Requirement({"S4.1", "S6.4"})
  @Outcome(id = "1", expect = ACCEPTABLE, desc = "One wake-up for one sleep.")
  @Outcome(expect = FORBIDDEN, desc = "Nobody woke the driver, or both did.")
  @State
  public static class RegisterTwiceWhileAsleep {
    private final BareEngine bare = new BareEngine();

    public RegisterTwiceWhileAsleep() {
      long tick = bare.engine.nextWakeTick(0);
      assert tick == Wheel.NEVER;
    }

    @Actor
    public void left() {
      register();
    }

    @Actor
    public void right() {
      register();
    }

    private void register() {
      Timer timer = bare.once(1, new RunTally(), Scheduler.DIRECT);
      assert timer.id() <= 2;
    }

    @Arbiter
    public void woken(I_Result r) {
      r.r1 = bare.driver.wakes();
    }
  }

  /// Two threads register for the same tick: the timers run in the order of their ids.
  @JCStressTest
  @Requirement({"S1.2", "S4.1"})
  @Outcome(
      id = {"1, 2, 12", "2, 1, 12"},
      expect = ACCEPTABLE,
      desc = "Ids 1 and 2, and timer 1 ran before timer 2.")
  @Outcome(expect = FORBIDDEN, desc = "An id twice, a timer lost, or the wrong order.")
  @State
  public static class RegisterForOneTick {
    private final BareEngine bare = new BareEngine();
    private volatile int left;
    private volatile int right;
    private int ran;

    @Actor
    public void left(III_Result r) {
      left = (int) bare.once(1, () -> ran = ran * 10 + left, Scheduler.DIRECT).id();
      r.r1 = left;
    }

    @Actor
    public void right(III_Result r) {
      right = (int) bare.once(1, () -> ran = ran * 10 + right, Scheduler.DIRECT).id();
      r.r2 = right;
    }

    @Arbiter
    public void ran(III_Result r) {
      bare.tick();
      r.r3 = ran;
    }
  }
}
