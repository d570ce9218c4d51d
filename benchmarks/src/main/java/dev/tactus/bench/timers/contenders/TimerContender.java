package dev.tactus.bench.timers.contenders;

import java.util.List;

/// A timer service as the workloads see it.
///
/// Delays are prepared before a loop, so that no contender pays for building its own kind of delay
/// where a real caller would hold a constant.
///
/// @param <D> the contender's own kind of delay
/// @param <H> the contender's own handle of a pending timer
public interface TimerContender<D, H> extends AutoCloseable {
  /// A delay in the contender's own kind, rounded up where it is coarser than a nanosecond.
  D delay(long nanos);

  /// Runs the task once, after the delay.
  H schedule(D delay, FiringTask task);

  /// Cancels; whether that prevented the run, as far as the contender tells.
  boolean cancel(H handle);

  /// Runs the task at a fixed rate until the contender is closed.
  void scheduleAtFixedRate(D initialDelay, D period, FiringTask task);

  /// One pair of the pairs workload.
  default boolean scheduleAndCancel(D delay, FiringTask task) {
    return cancel(schedule(delay, task));
  }

  /// Ends the timer's threads, after millions of timers that were cancelled: nobody waits for it
  /// where that takes long.
  ///
  /// @param pending timers that have not fired and will not
  default void letGo(List<H> pending) {
    close();
  }

  /// Ends the timer's threads. Pending timers do not fire.
  @Override
  void close();
}
