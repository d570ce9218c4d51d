package dev.tactus.workers;

/// What one worker has done. Plain fields that only the worker writes, and while it sleeps whoever
/// wakes it; whoever reads them may miss what was written last.
final class WorkerCounters {
  /// When the worker has begun: a spare one later than the pool.
  long startNanos;

  long steals;
  long stolen;
  long fromGlobal;
  long overflowed;
  long parks;
  long wakes;
  long failures;
  long idleNanos;
  long idleSinceNanos;
  boolean isIdle;
  final LatencyHistogram ready = new LatencyHistogram();

  /// The worker has run out of work.
  void beginIdle(long nowNanos) {
    idleSinceNanos = nowNanos;
    isIdle = true;
  }

  /// The worker has found work.
  void endIdle(long nowNanos) {
    isIdle = false;
    idleNanos += nowNanos - idleSinceNanos;
  }

  /// The share of the time since its start in which the worker had work.
  double busyRatio(long nowNanos) {
    long elapsed = nowNanos - startNanos;
    return elapsed <= 0 ? 0 : (double) busyNanos(nowNanos) / elapsed;
  }

  /// For how long the worker had work, since its start.
  long busyNanos(long nowNanos) {
    long elapsed = Math.max(0, nowNanos - startNanos);
    long idle = idleNanos + (isIdle ? nowNanos - idleSinceNanos : 0);
    return Math.clamp(elapsed - idle, 0, elapsed);
  }
}
