package dev.tactus.testkit;

import dev.tactus.scheduler.CancelReason;
import dev.tactus.scheduler.ExecutionBatch;

/// Something that the harness saw. The position in the history is the order in which it happened.
public sealed interface HarnessEvent {
  /// The clock's reading, in nanoseconds since the harness was started.
  long atNanos();

  /// Time was moved forward, tick by tick where something was due.
  ///
  /// @param atNanos the reading before
  /// @param untilNanos the reading after
  record Advanced(long atNanos, long untilNanos) implements HarnessEvent {}

  /// The driver was held up, and handed over several ticks at once afterwards.
  ///
  /// @param atNanos the reading before
  /// @param untilNanos the reading after
  record Stalled(long atNanos, long untilNanos) implements HarnessEvent {}

  /// The scheduler handed a timer to its executor.
  ///
  /// @param timerId the timer
  /// @param atNanos when
  /// @param deadlineTick the tick on which it was due
  /// @param runs how many due times that stood for
  record HandedOver(long timerId, long atNanos, long deadlineTick, int runs)
      implements HarnessEvent {}

  /// The task of a timer ran.
  ///
  /// @param timerId the timer
  /// @param atNanos when
  /// @param batch what the run stood for
  record Ran(long timerId, long atNanos, ExecutionBatch batch) implements HarnessEvent {}

  /// The harness asked a timer to cancel.
  ///
  /// @param timerId the timer
  /// @param atNanos when
  /// @param won what `cancel()` answered
  record CancelAsked(long timerId, long atNanos, boolean won) implements HarnessEvent {}

  /// The scheduler cancelled a timer, on request or for a reason of its own.
  ///
  /// @param timerId the timer
  /// @param atNanos when
  /// @param reason why
  record Cancelled(long timerId, long atNanos, CancelReason reason) implements HarnessEvent {}
}
