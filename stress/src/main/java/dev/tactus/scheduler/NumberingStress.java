package dev.tactus.scheduler;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import dev.tactus.event.EventStream;
import dev.tactus.requirement.Requirement;
import dev.tactus.time.Clock;
import dev.tactus.time.ClockKind;
import dev.tactus.time.host.HostClock;
import dev.tactus.time.wheel.Intake;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;
import org.openjdk.jcstress.infra.results.I_Result;

/// Threads draw numbers by the clock, while the kind of numbers changes.
public final class NumberingStress {
  private NumberingStress() {}

  /// The host's clock, as if it were one of Linux.
  private static final class OrderedClock implements Clock {
    @Override
    public long nanos() {
      return HostClock.instance().nanos();
    }

    @Override
    public boolean tellsOrder() {
      return true;
    }

    @Override
    public ClockKind kind() {
      return ClockKind.HOST;
    }
  }

  /// An entrance with three sharers, where numbers come from the clock.
  private static final class Lab {
    private static final BareEngine BARE = new BareEngine();

    final Quota quota;
    private final Entrance entrance;

    Lab(int limit) {
      SchedulerCounters counters = new SchedulerCounters(2);
      Intake intake = new Intake(1);
      Numbering numbering = new Numbering(intake, counters.lanes, new OrderedClock());
      SchedulerSettings settings = SchedulerSettings.defaults().withSystemQuota(limit);
      quota = new Quota(settings, numbering, counters, new EventStream(), 1);
      entrance = new Entrance(intake, numbering, quota);
      quota.number(true);
    }

    /// The number of another timer; 0 if there was no room.
    long take() {
      Timer timer = new Timer(BARE.engine, 1_000, 1, () -> {}, Scheduler.DIRECT);
      try {
        long drawn = entrance.take(timer, false, false);
        return drawn == Numbering.NONE ? 0 : timer.id();
      } catch (QuotaExceededException e) {
        return 0;
      }
    }

    int tally(int times) {
      int taken = 0;
      for (int i = 0; i < times; i++) {
        taken += take() > 0 ? 1 : 0;
      }
      return taken;
    }
  }

  /// One draws by the clock, and another draws from the counter once it has seen that.
  @JCStressTest
  @Requirement("S1.2")
  @Outcome(id = "1, 2", expect = ACCEPTABLE, desc = "The later number is greater, or not compared.")
  @Outcome(expect = FORBIDDEN, desc = "The later number is less, or one was lost.")
  @State
  public static class ChangeWhileDrawing {
    private final Lab lab = new Lab(1_000);
    private volatile long first;

    @Actor
    public void draw() {
      first = lab.take();
    }

    @Actor
    public void changeAndDraw(II_Result r) {
      lab.quota.number(false);
      long seen = first;
      r.r1 = lab.take() > seen ? 1 : 0;
    }

    @Arbiter
    public void counted(II_Result r) {
      r.r2 = (int) lab.quota.taken();
    }
  }

  /// The same from the counter to the clock.
  @JCStressTest
  @Requirement("S1.2")
  @Outcome(id = "1, 2", expect = ACCEPTABLE, desc = "The later number is greater, or not compared.")
  @Outcome(expect = FORBIDDEN, desc = "The later number is less, or one was lost.")
  @State
  public static class ChangeWhileCounting {
    private final Lab lab = new Lab(1_000);
    private volatile long first;

    public ChangeWhileCounting() {
      lab.quota.number(false);
    }

    @Actor
    public void draw() {
      first = lab.take();
    }

    @Actor
    public void changeAndDraw(II_Result r) {
      lab.quota.number(true);
      long seen = first;
      r.r1 = lab.take() > seen ? 1 : 0;
    }

    @Arbiter
    public void counted(II_Result r) {
      r.r2 = (int) lab.quota.taken();
    }
  }

  /// Room for six in shares of two, and two times four come.
  @JCStressTest
  @Requirement({"S4.1", "S4.5"})
  @Outcome(
      id = "6",
      expect = ACCEPTABLE,
      desc = "As many got in as there was room for, the last ones after a look.")
  @Outcome(expect = FORBIDDEN, desc = "The limit was passed, or room was left.")
  @State
  public static class DrawBeyondTheShares {
    private static final int LIMIT = 6;

    private final Lab lab = new Lab(LIMIT);
    private int left;
    private int right;

    @Actor
    public void left() {
      left = lab.tally(4);
    }

    @Actor
    public void right() {
      right = lab.tally(4);
    }

    @Arbiter
    public void counted(I_Result r) {
      int more = lab.tally(LIMIT); // who was refused beside others on their way in
      int taken = left + right + more;
      r.r1 = taken == lab.quota.taken() ? taken : -taken;
    }
  }
}
