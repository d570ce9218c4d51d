package dev.tactus.scheduler;

import dev.tactus.requirement.Requirement;
import dev.tactus.time.Clock;
import dev.tactus.time.ClockKind;
import dev.tactus.time.Resolution;
import dev.tactus.time.TickScale;
import dev.tactus.time.driver.VouchedTick;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Validate;
import org.jetbrains.lincheck.datastructures.verifier.EpsilonVerifier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// Whoever relies on a vouched tick is never early, however long its driver sleeps.
@Requirement({"S1.1", "S4.1"})
final class VouchedTickLincheckTest {
  private static final long TICK = 1_000_000;

  /// A driver, threads that register, time that passes, and whoever takes entries in.
  public static final class Calls {
    private record Entry(long atNanos, long tick) {}

    private final AtomicLong nanos = new AtomicLong();
    private final TickScale scale = new TickScale(0, new Resolution(TICK));
    private final ConcurrentLinkedQueue<Entry> intake = new ConcurrentLinkedQueue<>();

    /// The first entry that would be early. What an operation throws is a result like any other for
    /// the model checker; only what the validation throws is a failure.
    private volatile @Nullable String violation;

    private final VouchedTick vouched =
        new VouchedTick(
            scale,
            new Clock() {
              @Override
              public long nanos() {
                return nanos.get();
              }

              @Override
              public ClockKind kind() {
                return ClockKind.HOST;
              }
            });

    @Operation(nonParallelGroup = "time")
    public void pass() {
      nanos.addAndGet(TICK);
    }

    @Operation(nonParallelGroup = "driver")
    public void vouch() {
      long now = nanos.get();
      if (vouched.begin(scale.tickAt(now), now) > 0) {
        vouched.end();
      }
    }

    @Operation
    public void register() {
      long before = nanos.get();
      long tick = vouched.tick();
      if (tick != VouchedTick.NONE) {
        intake.add(new Entry(before, tick));
      }
    }

    /// By a thread that closes the scheduler, which may be another one than the driver's.
    @Operation(nonParallelGroup = "owner")
    public void drain() {
      long present = scale.tickAt(nanos.get());
      Entry entry;
      while ((entry = intake.poll()) != null) {
        long from = entry.tick + 1 + vouched.putOff(VouchedTick.stamp(entry.tick), present);
        if (from * TICK < entry.atNanos && violation == null) {
          violation = entry + " would be reckoned from tick " + from;
        }
      }
    }

    @Validate
    public void check() {
      drain();
      if (violation != null) {
        throw new AssertionError(violation);
      }
    }
  }

  @Test
  void putOff_underTheModelChecker_isNeverTooLittle() {
    new ModelCheckingOptions()
        .verifier(EpsilonVerifier.class)
        .iterations(0)
        .invocationsPerIteration(3_000)
        .addCustomScenario(scenario().thread("vouch").thread("pass", "pass", "register").build())
        .addCustomScenario(
            scenario().thread("vouch", "vouch").thread("pass", "pass").thread("register").build())
        .addCustomScenario(scenario().thread("vouch").thread("pass", "pass", "register", "drain").build())
        .check(Calls.class);
  }

  private static Scenario scenario() {
    return Scenario.of(Calls.class);
  }
}
