package dev.tactus.scheduler;

/// A task that wants to know when the scheduler gives its timer up: for want of room, because its
/// executor refuses it, at the close.
public interface TimedTask extends Runnable {
  /// The timer was cancelled, and not by its handle. What this throws is published as
  /// [SchedulerWarning.HandlerFailed]. Threads: any; it must be quick.
  void givenUp(CancelReason reason);
}
