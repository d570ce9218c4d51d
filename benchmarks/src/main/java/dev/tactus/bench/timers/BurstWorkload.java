package dev.tactus.bench.timers;

import dev.tactus.bench.harness.Baton;
import dev.tactus.bench.harness.HostTime;
import dev.tactus.bench.harness.Mark;
import dev.tactus.bench.harness.Results;
import dev.tactus.bench.timers.contenders.ContenderKind;
import dev.tactus.bench.timers.contenders.FiringTask;
import dev.tactus.bench.timers.contenders.TimerContender;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/// A million timers due at one moment: how long from that moment until the last has fired, and
/// whether they fired in the order of registration.
///
/// Hypothesis: nothing is allocated or compared to fire; a slot is a list that is walked once.
///
/// The common deadline lies half a tick before a tick of the contender, found by probes, so that
/// rounding up to a tick costs every contender with ticks the same half tick and chance has no say.
/// Since delays are relative, the deadlines that a contender sees differ by some nanoseconds. One
/// without ticks tells them apart and is right to fire in their order, so order is not its matter.
final class BurstWorkload<D, H> {
  static final String METRIC = "burst.ms";

  private static final int COUNT = 1_000_000;
  private static final int WARM_UP_COUNT = 200_000;

  /// A burst is one long loop, which the JVM compiles step by step while it runs, and once more
  /// when it has come to its end: so many bursts until the last step is done. One of full size
  /// comes after them: the first of a million finds fresh memory.
  private static final int WARM_UPS = 3;

  private static final long SHORTEST_LEAD_NANOS = 200_000_000;

  /// How many times as long as the burst before registering may take.
  private static final double LEAD_FACTOR = 2;

  private static final long LONGEST_LEAD_NANOS = 16_000_000_000L;
  private static final long TIMEOUT_SECONDS = 20;

  /// A registration that took longer was interrupted, and its timer's deadline may be off.
  private static final long SLOW_REGISTRATION_NANOS = 1_000_000;

  private final ContenderKind kind;
  private final TimerContender<D, H> contender;

  /// What it took to register a timer of the burst before.
  private double registeringNanos;

  private BurstWorkload(ContenderKind kind, TimerContender<D, H> contender) {
    this.kind = kind;
    this.contender = contender;
  }

  static void run(ContenderKind kind, Baton baton, Results results) throws Exception {
    try (TimerContender<?, ?> contender = kind.start(TimersSuite.TICK_NANOS)) {
      baton.station(
          TimersSuite.BURST,
          () -> {
            BurstWorkload<?, ?> workload = new BurstWorkload<>(kind, contender);
            workload.warmUp();
            return workload;
          },
          (workload, _) -> workload.measure(results));
    }
  }

  private void warmUp() throws InterruptedException {
    long phase = TickPhase.find(contender, TimersSuite.TICK_NANOS);
    for (int i = 0; i < WARM_UPS; i++) {
      Burst _ = burst(WARM_UP_COUNT, phase);
    }
    Burst _ = burst(COUNT, phase);
  }

  private void measure(Results results) throws InterruptedException {
    System.gc();
    Burst burst = burst(COUNT, TickPhase.find(contender, TimersSuite.TICK_NANOS));
    results.sample(METRIC, (burst.lastNanos - burst.dueNanos) / 1e6);
    results.mark(METRIC, Mark.Kind.EARLY, burst.firstNanos < burst.dueNanos ? 100 : 0);
    if (kind.hasTicks()) {
      results.mark(METRIC, Mark.Kind.DISORDER, 100.0 * burst.outOfOrder / COUNT);
    }
  }

  /// Fires a burst; where registering took longer than the lead, once more with a longer one.
  private Burst burst(int count, long phase) throws InterruptedException {
    long shortest = SHORTEST_LEAD_NANOS + (long) (LEAD_FACTOR * registeringNanos * count);
    for (long lead = shortest; lead <= LONGEST_LEAD_NANOS; lead *= 2) {
      long due = TickPhase.midTick(HostTime.nanos() + lead, phase, TimersSuite.TICK_NANOS);
      Burst burst = new Burst(count, due);
      List<Member> members = new ArrayList<>(count);
      for (int i = 0; i < count; i++) {
        members.add(new Member(burst, i));
      }
      boolean inTime = register(burst, members);
      if (!burst.done.await(TIMEOUT_SECONDS, TimeUnit.SECONDS)) {
        throw new IllegalStateException(
            "not all of " + count + " timers fired within " + TIMEOUT_SECONDS + " s");
      }
      if (inTime) {
        return burst;
      }
    }
    throw new IllegalStateException(
        "registering " + count + " timers took longer than " + LONGEST_LEAD_NANOS + " ns");
  }

  /// Registers all members; whether that was done before the burst was due.
  private boolean register(Burst burst, List<Member> members) {
    long start = HostTime.nanos();
    for (Member member : members) {
      long before = HostTime.nanos();
      H handle = contender.schedule(contender.delay(Math.max(1, burst.dueNanos - before)), member);
      while (HostTime.nanos() - before > SLOW_REGISTRATION_NANOS && contender.cancel(handle)) {
        before = HostTime.nanos();
        handle = contender.schedule(contender.delay(Math.max(1, burst.dueNanos - before)), member);
      }
    }
    long end = HostTime.nanos();
    registeringNanos = (double) (end - start) / members.size();
    return end < burst.dueNanos - TimersSuite.TICK_NANOS;
  }

  /// What the members of a burst share. Written by the timer thread alone; the latch publishes it.
  private static final class Burst {
    private final int count;
    private final long dueNanos;
    private final CountDownLatch done = new CountDownLatch(1);
    private int fired;
    private int outOfOrder;
    private int newest = -1;
    private long firstNanos;
    private long lastNanos;

    Burst(int count, long dueNanos) {
      this.count = count;
      this.dueNanos = dueNanos;
    }

    void fired(int index) {
      if (fired == 0) {
        firstNanos = HostTime.nanos();
      }
      if (index < newest) {
        outOfOrder++;
      } else {
        newest = index;
      }
      if (++fired == count) {
        lastNanos = HostTime.nanos();
        done.countDown();
      }
    }
  }

  private static final class Member extends FiringTask {
    private final Burst burst;
    private final int index;

    Member(Burst burst, int index) {
      this.burst = burst;
      this.index = index;
    }

    @Override
    public void run() {
      burst.fired(index);
    }
  }
}
