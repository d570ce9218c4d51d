package dev.tactus.time.host;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import dev.tactus.requirement.Requirement;
import java.util.concurrent.TimeUnit;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;
import org.openjdk.jcstress.infra.results.I_Result;

/// One thread waits, another ends the wait.
public final class HostParkerStress {
  /// A wait as long as this was not ended by anybody.
  private static final long LOST_NANOS = TimeUnit.SECONDS.toNanos(10);

  private HostParkerStress() {}

  private static long nanos() {
    return HostClock.instance().nanos();
  }

  /// The wake-up comes before the owner is known, before it sleeps, or while it does.
  @JCStressTest
  @Requirement("S6.4")
  @Outcome(id = "1", expect = ACCEPTABLE, desc = "The wait was ended, or did not begin.")
  @Outcome(expect = FORBIDDEN, desc = "The wake-up was lost.")
  @State
  public static class UnparkAndPark {
    private final HostParker parker = new HostParker();

    @Actor
    public void owner(I_Result r) {
      long begin = nanos();
      parker.park(LOST_NANOS);
      r.r1 = nanos() - begin < LOST_NANOS ? 1 : 0;
    }

    @Actor
    public void waker() {
      parker.unpark();
    }
  }

  /// Two wake-ups, each for a reason of its own. They may end one wait together, but then the owner
  /// sees both reasons when it looks.
  @JCStressTest
  @Requirement("S6.4")
  @Outcome(id = "1, 1", expect = ACCEPTABLE, desc = "The owner saw both reasons in time.")
  @Outcome(expect = FORBIDDEN, desc = "The owner slept although there was a reason not to.")
  @State
  public static class TwoWakeUps {
    private final HostParker parker = new HostParker();
    private volatile int reasons;

    @Actor
    public void owner(II_Result r) {
      r.r1 = awaited(1);
      r.r2 = awaited(2);
    }

    private int awaited(int wanted) {
      while (reasons < wanted) {
        long begin = nanos();
        parker.park(LOST_NANOS);
        if (nanos() - begin >= LOST_NANOS) {
          return 0;
        }
      }
      return 1;
    }

    @Actor
    public void waker() {
      reasons = 1;
      parker.unpark();
      reasons = 2;
      parker.unpark();
    }
  }
}
