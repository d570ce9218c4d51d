package dev.tactus.scheduler;

import dev.tactus.requirement.Requirement;
import dev.tactus.time.Clock;
import dev.tactus.time.ClockKind;
import dev.tactus.time.Resolution;
import dev.tactus.time.TickScale;
import dev.tactus.time.driver.VouchedTick;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Validate;
import org.jetbrains.lincheck.datastructures.verifier.EpsilonVerifier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// Whoever relies on a vouched tick is never early, however long its driver sleeps; nor late, once
/// somebody has proven the tick.
@Requirement({"S1.1", "S4.1"})
final class VouchedTickLincheckTest {
  private static final long TICK = 1_000_000;

  /// A driver, threads that register, time that passes, and whoever takes entries in.
  public static final class Calls {
    private record Entry(long atNanos, long tick, long number) {}

    /// Every second number proves something.
    private static final int STEP = 16;

    private static final int NUMBERS_A_PROOF = 32;

    private final AtomicLong nanos = new AtomicLong();
    private final TickScale scale = new TickScale(0, new Resolution(TICK));
    private final ConcurrentLinkedQueue<Entry> intake = new ConcurrentLinkedQueue<>();

    private final AtomicLong numbers = new AtomicLong();

    /// The highest number that was proven for the first tick before it was taken back, for sure.
    private final AtomicLong proven = new AtomicLong();

    // How often the driver began to take a tick back, and had taken one back.
    private final AtomicInteger takingBack = new AtomicInteger();
    private final AtomicInteger takenBack = new AtomicInteger();

    /// The first entry that would be early, or late without a reason. What an operation throws is a
    /// result like any other for the model checker; only what the validation throws is a failure.
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
        takingBack.incrementAndGet();
        vouched.end();
        takenBack.incrementAndGet();
      }
    }

    @Operation
    public void register() {
      long before = nanos.get();
      long tick = vouched.tick();
      if (tick != VouchedTick.NONE) {
        long number = numbers.addAndGet(STEP);
        long read = nanos.get();
        vouched.numbered(tick, number);
        boolean isProof = number % NUMBERS_A_PROOF == 0 && nanos.get() == read && tick == 0;
        if (isProof && read < TICK && takingBack.get() == 0) {
          proven.accumulateAndGet(number, Math::max);
        }
        intake.add(new Entry(before, tick, number));
      }
    }

    /// By a thread that closes the scheduler, which may be another one than the driver's.
    @Operation(nonParallelGroup = "owner")
    public void drain() {
      long present = scale.tickAt(nanos.get());
      Entry entry;
      while ((entry = intake.poll()) != null) {
        boolean isJudged = takenBack.get() == 1 && entry.tick == 0;
        long from =
            entry.tick + 1 + vouched.putOff(VouchedTick.stamp(entry.tick), entry.number, present);
        boolean isLate =
            isJudged && takingBack.get() == 1 && entry.number <= proven.get() && from > 1;
        if ((from * TICK < entry.atNanos || isLate) && violation == null) {
          violation = entry + " would be reckoned from tick " + from;
        }
      }
    }

    /// All that was pushed is in, so that another tick can be vouched for.
    @Operation(nonParallelGroup = "owner")
    public void takeIn() {
      drain();
      vouched.takenIn();
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
            scenario()
                .thread("vouch", "takeIn", "vouch")
                .thread("pass", "pass")
                .thread("register")
                .build())
        .addCustomScenario(
            scenario()
                .thread("vouch", "takeIn", "vouch")
                .thread("pass", "register", "pass")
                .thread("register", "register")
                .build())
        .addCustomScenario(
            scenario()
                .thread("vouch")
                .thread("register", "register", "pass", "register", "pass", "register")
                .build())
        .addCustomScenario(
            scenario().thread("vouch").thread("pass", "pass", "register", "drain").build())
        .check(Calls.class);
  }

  private static Scenario scenario() {
    return Scenario.of(Calls.class);
  }
}
