package dev.tactus.scheduler;

import dev.tactus.time.host.HostProcessor;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Supplier;

/// Counts what became of timers. What many threads count is striped; what only the ticking thread
/// counts is a field that nobody else writes, and so is what the owner of a [CancelLane] counts.
final class SchedulerCounters {
  private static final VarHandle RAN_DIRECT;
  private static final VarHandle COMPLETED_DIRECT;

  static {
    try {
      MethodHandles.Lookup lookup = MethodHandles.lookup();
      RAN_DIRECT = lookup.findVarHandle(SchedulerCounters.class, "ranDirect", long.class);
      COMPLETED_DIRECT =
          lookup.findVarHandle(SchedulerCounters.class, "completedDirect", long.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  /// Lanes of threads that count what they cancel by themselves.
  final CancelLanes lanes = new CancelLanes(4 * HostProcessor.cores());

  /// Those that were cancelled by threads without a lane.
  private final LongAdder cancelled;

  /// Those of them that the ticking thread never saw, which are not counted twice.
  private final LongAdder withdrawn;

  final LongAdder dropped;

  /// Runs on executors, and one-shots that completed there.
  final LongAdder ranElsewhere;

  final LongAdder completedElsewhere;

  /// The most that [#registered] has told.
  private final AtomicLong registeredMost = new AtomicLong();

  // Written by the ticking thread only.
  private long ranDirect;
  private long completedDirect;

  SchedulerCounters() {
    this(LongAdder::new);
  }

  /// @param adders makes those that many threads count with, which throw where there is no memory
  ///   for another stripe
  SchedulerCounters(Supplier<LongAdder> adders) {
    cancelled = adders.get();
    withdrawn = adders.get();
    dropped = adders.get();
    ranElsewhere = adders.get();
    completedElsewhere = adders.get();
  }

  /// Counts a cancelled timer. Threads: any.
  void addCancelled() {
    addCancelled(false);
  }

  /// The same.
  ///
  /// @param isWithdrawn whether the ticking thread never sees it
  void addCancelled(boolean isWithdrawn) {
    CancelLane lane = lanes.ofThisThread();
    if (lane != null) {
      lane.count(isWithdrawn);
    } else {
      (isWithdrawn ? withdrawn : cancelled).increment();
    }
  }

  /// Timers that were cancelled and that the ticking thread never saw.
  long withdrawn() {
    return withdrawn.sum() + lanes.withdrawn();
  }

  /// Counts a run on the ticking thread. Threads: that one.
  void addRanDirect() {
    RAN_DIRECT.setRelease(this, ranDirect + 1);
  }

  /// Counts a one-shot that completed on the ticking thread. Threads: that one.
  void addCompletedDirect() {
    // release: pairs with the acquire in ended(); whoever sees the end also sees the beginning.
    COMPLETED_DIRECT.setRelease(this, completedDirect + 1);
  }

  private long completedDirect() {
    return (long) COMPLETED_DIRECT.getAcquire(this);
  }

  /// Runs that were started.
  long fired() {
    return ranElsewhere.sum() + (long) RAN_DIRECT.getAcquire(this);
  }

  /// Timers that were registered, as a counter that only grows.
  ///
  /// A timer on its way in counts among those that were taken, and not any more once it is refused.
  /// What was told with it is not taken back; the next one that is registered takes its place.
  ///
  /// @param taken what [Quota#taken] says
  long registered(long taken) {
    return registeredMost.accumulateAndGet(taken, Math::max);
  }

  /// Timers that were registered and are not active any more, in whatever way.
  long ended() {
    return completed() + cancelled() + dropped.sum();
  }

  /// Timers that were cancelled, wherever they were.
  long cancelled() {
    return cancelled.sum() + withdrawn.sum() + lanes.cancelled();
  }

  /// One-shots that ended by running.
  long completed() {
    return completedElsewhere.sum() + completedDirect();
  }
}
