package dev.tactus.time.driver;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import dev.tactus.requirement.Requirement;
import dev.tactus.time.ManualClock;
import dev.tactus.time.Resolution;
import dev.tactus.time.TickScale;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;
import org.openjdk.jcstress.infra.results.II_Result;
import org.openjdk.jcstress.infra.results.I_Result;

/// Ticks are noticed by any thread and handed over by one.
public final class TickHandOverStress {
  private static final TickScale SCALE = new TickScale(0, Resolution.DEFAULT);

  private TickHandOverStress() {}

  /// Two notifications at once are two.
  @JCStressTest
  @Requirement("S6.2")
  @Outcome(id = "2", expect = ACCEPTABLE, desc = "Both were counted.")
  @Outcome(expect = FORBIDDEN, desc = "One was lost.")
  @State
  public static class Notify {
    private final TickHandOver handOver = new TickHandOver();

    @Actor
    public void left() {
      handOver.notifyTick();
    }

    @Actor
    public void right() {
      handOver.notifyTick();
    }

    @Arbiter
    public void counted(I_Result r) {
      r.r1 = (int) handOver.notifiedTicks();
    }
  }

  /// A notification that comes during a hand-over is answered by it or stays.
  @JCStressTest
  @Requirement({"S6.1", "S6.2"})
  @Outcome(
      id = {"1, 0", "1, 1"},
      expect = ACCEPTABLE,
      desc = "The tick was handed over; the late notification was answered, or waits.")
  @Outcome(expect = FORBIDDEN, desc = "A tick or a notification was lost or doubled.")
  @State
  public static class NotifyAndHandOver {
    private final TallySink sink = new TallySink();
    private final TickHandOver handOver = new TickHandOver();

    public NotifyAndHandOver() {
      ManualClock clock = ManualClock.atZero();
      handOver.attach(sink, clock, SCALE);
      handOver.notifyTick();
      clock.moveTo(SCALE.boundaryNanos(1));
    }

    @Actor
    public void notifyLate() {
      handOver.notifyTick();
    }

    @Actor
    public void hand(II_Result r) {
      r.r1 = (int) handOver.handOver(1, false);
    }

    @Arbiter
    public void left(II_Result r) {
      r.r2 = sink.ticks() == 1 ? (int) handOver.notifiedTicks() : -1;
    }
  }

  /// A loop that pumps on two threads at once.
  @JCStressTest
  @Requirement({"S6.1", "S6.4"})
  @Outcome(id = "1, 1, 0", expect = ACCEPTABLE, desc = "One pump handed the tick over, once.")
  @Outcome(expect = FORBIDDEN, desc = "A tick was in no token or in two, or a count went wrong.")
  @State
  public static class Pump {
    private final TallySink sink = new TallySink();
    private final ExternalTickDriver driver = ExternalTickDriver.create();

    public Pump() {
      ManualClock clock = ManualClock.atZero();
      driver.attach(sink, clock, SCALE);
      driver.notifyTick();
      driver.notifyTick();
      clock.moveTo(SCALE.boundaryNanos(1));
    }

    private volatile long handedLeft;
    private volatile long handedRight;

    @Actor
    public void left() {
      handedLeft = driver.pump();
    }

    @Actor
    public void right() {
      handedRight = driver.pump();
    }

    @Arbiter
    public void handed(III_Result r) {
      r.r1 = (int) (handedLeft + handedRight);
      r.r2 = (int) sink.ticks();
      r.r3 = (int) driver.notifiedTicks();
    }
  }
}
