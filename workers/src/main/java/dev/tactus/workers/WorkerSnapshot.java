package dev.tactus.workers;

/// What one worker has done since its start, and what waits at it.
///
/// @param number from 0
/// @param executed turns that have begun
/// @param stolen tasks that it took from other workers
/// @param steals how many times it did
/// @param fromGlobal tasks from outside that it took from the global queue or was woken with
/// @param overflowed tasks that it moved to the global queue because its deque was full
/// @param parks how many times it went to sleep
/// @param wakes how many times it was woken
/// @param failures turns that ended with an error
/// @param waiting tasks in its deque and its run-next slot, or that it was woken with
/// @param asleep whether it sleeps
/// @param idle whether it has no work: it sleeps or searches
/// @param busyNanos for how long it had work
/// @param busyRatio the share of the time in which it had work, from 0 to 1
/// @param turnNanos what a turn takes at the moment
public record WorkerSnapshot(
    int number,
    long executed,
    long stolen,
    long steals,
    long fromGlobal,
    long overflowed,
    long parks,
    long wakes,
    long failures,
    int waiting,
    boolean asleep,
    boolean idle,
    long busyNanos,
    double busyRatio,
    long turnNanos) {
  static WorkerSnapshot of(Worker worker, long nowNanos) {
    WorkerCounters counters = worker.counters;
    return new WorkerSnapshot(
        worker.number,
        worker.turns(),
        counters.stolen,
        counters.steals,
        counters.fromGlobal,
        counters.overflowed,
        counters.parks,
        counters.wakes,
        counters.failures,
        worker.waiting(),
        worker.isAsleep(),
        counters.isIdle,
        counters.busyNanos(nowNanos),
        counters.busyRatio(nowNanos),
        worker.turnNanos());
  }

  /// Threads that are not ours, as one worker.
  static WorkerSnapshot outside(long executed, long failures) {
    return new WorkerSnapshot(0, executed, 0, 0, 0, 0, 0, 0, failures, 0, false, false, 0, 0, 0);
  }
}
