package dev.tactus.scheduler;

import dev.tactus.event.EventStream;
import dev.tactus.requirement.Requirement;
import dev.tactus.time.wheel.Intake;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Validate;
import org.jetbrains.lincheck.datastructures.verifier.EpsilonVerifier;
import org.junit.jupiter.api.Test;

/// Numbers under every interleaving with changes of their kind: unique, in the order of time, and
/// never more than the quota lets in. There is one lane, so of two threads one has none.
@Requirement({"S1.2", "S4.1", "S4.5"})
final class NumberingLincheckTest {
  /// Threads that register timers, and one that changes the kind of their numbers.
  public abstract static class Calls {
    private final int limit;
    private final TickEngine engine = new LincheckEngine().engine;
    private final SchedulerCounters counters = new SchedulerCounters(1);
    private final Numbering numbering;
    private final Quota quota;
    private final Entrance entrance;
    private final ConcurrentHashMap<Long, Boolean> numbers = new ConcurrentHashMap<>();
    private final AtomicLong highestEnded = new AtomicLong();
    private final AtomicInteger taken = new AtomicInteger();
    private final AtomicInteger refused = new AtomicInteger();
    private volatile String mistake = "";

    Calls(int limit) {
      this.limit = limit;
      Intake intake = new Intake(1);
      numbering = new Numbering(intake, counters.lanes, new StrictClock());
      SchedulerSettings settings = SchedulerSettings.defaults().withSystemQuota(limit);
      quota = new Quota(settings, numbering, counters, new EventStream(), 1);
      entrance = new Entrance(intake, numbering, quota);
    }

    @Operation
    public void take() {
      long before = highestEnded.get();
      Timer timer = new Timer(engine, 1_000, 1, () -> {}, Scheduler.DIRECT);
      try {
        long unused = entrance.take(timer, false, false);
      } catch (QuotaExceededException e) {
        refused.incrementAndGet();
        return;
      }
      long number = timer.id();
      if (number <= before) {
        mistake = number + " was drawn after " + before;
      }
      if (numbers.put(number, true) != null) {
        mistake = number + " was drawn twice";
      }
      taken.incrementAndGet();
      highestEnded.accumulateAndGet(number, Math::max);
    }

    @Operation(nonParallelGroup = "quota")
    public void byClock() {
      quota.number(true);
    }

    @Operation(nonParallelGroup = "quota")
    public void byCount() {
      quota.number(false);
    }

    @Operation(nonParallelGroup = "quota")
    public void count() {
      long certain = taken.get();
      if (quota.taken() < certain) {
        mistake = "the quota knows of less than were taken";
      }
    }

    @Validate
    public void check() {
      if (!mistake.isEmpty()) {
        throw new IllegalStateException(mistake);
      }
      if (taken.get() > limit) {
        throw new IllegalStateException(taken + " taken, " + limit + " allowed");
      }
      if (quota.taken() != taken.get()) {
        throw new IllegalStateException(quota.taken() + " counted, " + taken + " taken");
      }
      if (refused.get() > 0 && limit == PLENTY) {
        throw new IllegalStateException(refused + " refused, although there is room");
      }
    }
  }

  private static final int PLENTY = 64;
  private static final int INVOCATIONS = 1_500;

  /// With room for all.
  public static final class Plenty extends Calls {
    public Plenty() {
      super(PLENTY);
    }
  }

  /// With shares of one or two, and less room than there are timers.
  public static final class Scarce extends Calls {
    public Scarce() {
      super(3);
    }
  }

  private static ModelCheckingOptions options() {
    return new ModelCheckingOptions()
        .verifier(EpsilonVerifier.class)
        .iterations(0)
        .invocationsPerIteration(INVOCATIONS);
  }

  @Test
  void take_withRoomUnderTheModelChecker_isInTheOrderOfTime() {
    Class<?> calls = Plenty.class;
    options()
        .addCustomScenario(
            Scenario.of(calls)
                .thread("take", "take")
                .thread("take")
                .thread("byClock", "byCount")
                .build())
        .addCustomScenario(
            Scenario.of(calls)
                .before("take", "byClock", "take")
                .thread("take", "take")
                .thread("take")
                .thread("byCount", "byClock")
                .build())
        .addCustomScenario(
            Scenario.of(calls)
                .before("byClock")
                .thread("take")
                .thread("take")
                .thread("count", "byCount")
                .build())
        .check(calls);
  }

  @Test
  void take_withoutRoomUnderTheModelChecker_isNeverMoreThanTheQuota() {
    Class<?> calls = Scarce.class;
    options()
        .addCustomScenario(
            Scenario.of(calls)
                .before("byClock")
                .thread("take", "take")
                .thread("take", "take")
                .build())
        .addCustomScenario(
            Scenario.of(calls)
                .before("take")
                .thread("take", "take", "take")
                .thread("take")
                .thread("byClock", "byCount")
                .build())
        .addCustomScenario(
            Scenario.of(calls)
                .before("byClock", "take")
                .thread("take", "take")
                .thread("take")
                .thread("byCount", "byClock")
                .build())
        .check(calls);
  }
}
