package dev.tactus.time.wheel;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import dev.tactus.requirement.Requirement;
import java.util.function.BooleanSupplier;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;
import org.openjdk.jcstress.infra.results.II_Result;
import org.openjdk.jcstress.infra.results.I_Result;

/// Many threads bring entries back, one takes them.
public final class ReturnsStress {
  private ReturnsStress() {}

  private static int drain(Returns returns) {
    OrderDigits drained = new OrderDigits();
    returns.drain(drained);
    return drained.digits;
  }

  /// Two entries come back at once.
  @JCStressTest
  @Requirement({"S1.4", "S4.1"})
  @Outcome(
      id = {"12", "21"},
      expect = ACCEPTABLE,
      desc = "Both came out.")
  @Outcome(expect = FORBIDDEN, desc = "Lost or doubled.")
  @State
  public static class Push {
    private final Returns returns = new Returns();

    @Actor
    public void left() {
      returns.push(new StressEntry(1));
    }

    @Actor
    public void right() {
      returns.push(new StressEntry(2));
    }

    @Arbiter
    public void drained(I_Result r) {
      r.r1 = drain(returns);
    }
  }

  /// Entries that come back during a drain are in that drain or in the next.
  @JCStressTest
  @Requirement({"S1.4", "S4.1"})
  @Outcome(
      id = {"0, 12", "1, 2", "12, 0"},
      expect = ACCEPTABLE,
      desc = "Both came out, in the order of the pushes.")
  @Outcome(expect = FORBIDDEN, desc = "Lost, doubled or out of order.")
  @State
  public static class PushAndDrain {
    private final Returns returns = new Returns();

    @Actor
    public void push() {
      returns.push(new StressEntry(1));
      returns.push(new StressEntry(2));
    }

    @Actor
    public void drain(II_Result r) {
      r.r1 = ReturnsStress.drain(returns);
    }

    @Arbiter
    public void rest(II_Result r) {
      r.r2 = ReturnsStress.drain(returns);
    }
  }

  /// An entry that was handed over may come back at once, while the same drain goes on: from the
  /// moment of the hand-over the drain leaves it alone.
  @JCStressTest
  @Requirement("S1.4")
  @Outcome(id = "12, 0, 0", expect = ACCEPTABLE, desc = "It did not come back.")
  @Outcome(id = "12, 1, 31", expect = ACCEPTABLE, desc = "It came back, above another one.")
  @Outcome(expect = FORBIDDEN, desc = "The drain lost its way, or what came back was lost.")
  @State
  public static class PushAgain {
    /// How long a hand-over waits at most for the entry to come back, so that the two meet.
    private static final int LOOKS_MAX = 1_000;

    private final Returns returns = new Returns();
    private final StressEntry first = new StressEntry(1);
    private volatile boolean isFree;
    private volatile boolean isBack;

    public PushAgain() {
      returns.push(first);
      returns.push(new StressEntry(2));
    }

    @Actor
    public void drain(III_Result r) {
      OrderDigits drained = new OrderDigits();
      returns.drain(
          entry -> {
            drained.accept(entry);
            free();
          });
      r.r1 = drained.digits;
    }

    private void free() {
      isFree = true;
      awaitOther(() -> isBack);
    }

    private static void awaitOther(BooleanSupplier arrived) {
      for (int looks = 0; looks < LOOKS_MAX && !arrived.getAsBoolean(); looks++) {
        Thread.onSpinWait();
      }
    }

    @Actor
    public void pushAgain(III_Result r) {
      awaitOther(() -> isFree);
      if (isFree) {
        returns.push(new StressEntry(3));
        returns.push(first);
        isBack = true;
        r.r2 = 1;
      }
    }

    @Arbiter
    public void rest(III_Result r) {
      r.r3 = ReturnsStress.drain(returns);
    }
  }
}
