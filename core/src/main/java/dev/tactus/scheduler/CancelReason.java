package dev.tactus.scheduler;

/// Why a timer was cancelled.
public enum CancelReason {
  /// Its handle was asked to.
  REQUESTED,
  /// There was no room for it.
  DROPPED,
  /// Its executor refused it again and again.
  REJECTED,
  /// Its task did not keep up.
  BACKLOG,
  /// Its task threw.
  FAILED,
  /// The scheduler was closed.
  CLOSED
}
