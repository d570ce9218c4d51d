package dev.tactus.scheduler;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import dev.tactus.requirement.Requirement;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;

/// Threads register at the limit of what may be active.
public final class QuotaStress {
  private static final int LATER = 5;

  private QuotaStress() {}

  /// 1 if there was room for another timer.
  private static int registered(BareEngine bare) {
    try {
      Timer timer = bare.once(LATER, new RunTally(), Scheduler.DIRECT);
      return timer.id() > 0 ? 1 : -1;
    } catch (QuotaExceededException refused) {
      return 0;
    }
  }

  private static int active(BareEngine bare) {
    return (int) (bare.engine.quota.taken() - bare.cancelled());
  }

  /// Room for one, and two come.
  @JCStressTest
  @Requirement({"S4.1", "S4.5"})
  @Outcome(
      id = {"1, 0, 1", "0, 1, 1"},
      expect = ACCEPTABLE,
      desc = "One got in.")
  @Outcome(expect = FORBIDDEN, desc = "Both got in, or neither although there was room.")
  @State
  public static class RegisterAtTheLimit {
    private final BareEngine bare = BareEngine.withQuota(1);

    @Actor
    public void left(III_Result r) {
      r.r1 = registered(bare);
    }

    @Actor
    public void right(III_Result r) {
      r.r2 = registered(bare);
    }

    @Arbiter
    public void counted(III_Result r) {
      bare.tick();
      r.r3 = bare.waiting() == active(bare) ? active(bare) : -1;
    }
  }

  /// Room for three, one is in, and two times two come: the number up to which nobody looks is
  /// right.
  @JCStressTest
  @Requirement({"S4.1", "S4.5"})
  @Outcome(
      id = {"2, 0, 3", "1, 1, 3", "0, 2, 3"},
      expect = ACCEPTABLE,
      desc = "Two of the four got in.")
  @Outcome(expect = FORBIDDEN, desc = "The limit was passed, or room was left.")
  @State
  public static class RegisterPastTheLimit {
    private final BareEngine bare = BareEngine.withQuota(3);

    public RegisterPastTheLimit() {
      int first = registered(bare);
      assert first == 1;
    }

    @Actor
    public void left(III_Result r) {
      r.r1 = registered(bare) + registered(bare);
    }

    @Actor
    public void right(III_Result r) {
      r.r2 = registered(bare) + registered(bare);
    }

    @Arbiter
    public void counted(III_Result r) {
      bare.tick();
      r.r3 = bare.waiting() == active(bare) ? active(bare) : -1;
    }
  }

  /// A timer ends while another comes: the other gets in only if there was room.
  @JCStressTest
  @Requirement({"S4.1", "S4.5"})
  @Outcome(id = "1, 1, 1", expect = ACCEPTABLE, desc = "The end made room in time.")
  @Outcome(id = "1, 0, 0", expect = ACCEPTABLE, desc = "The end came too late; now there is room.")
  @Outcome(expect = FORBIDDEN, desc = "The count of active timers is wrong.")
  @State
  public static class CancelAndRegister {
    private final BareEngine bare = BareEngine.withQuota(1);
    private final Timer timer = bare.once(LATER, new RunTally(), Scheduler.DIRECT);

    public CancelAndRegister() {
      bare.tick();
    }

    @Actor
    public void cancel(III_Result r) {
      r.r1 = timer.cancel() ? 1 : 0;
    }

    @Actor
    public void register(III_Result r) {
      r.r2 = registered(bare);
    }

    @Arbiter
    public void counted(III_Result r) {
      bare.tick();
      r.r3 = bare.waiting() == active(bare) ? active(bare) : -1;
    }
  }
}
