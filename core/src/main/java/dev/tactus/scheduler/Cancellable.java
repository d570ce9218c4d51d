package dev.tactus.scheduler;

/// The handle of a timer.
///
/// Threads: any, for every method.
public interface Cancellable {
  /// Cancels the timer.
  ///
  /// @return true for the one call that cancelled it; false when it ran already, is running for the
  ///   only time, or was cancelled before
  boolean cancel();

  /// Whether the timer was cancelled, by [#cancel()] or by the scheduler. Once true, it stays true;
  /// having run does not make it true.
  boolean isCancelled();

  /// The number of the timer. Numbers are given in the order of registration, from 1.
  long id();

  /// The present state.
  TimerState state();
}
