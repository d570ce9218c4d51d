package dev.tactus.scheduler;

import org.jspecify.annotations.Nullable;

/// A task that wants to know when the scheduler gives its timer up: for want of room, because its
/// executor refuses it, at the close.
public interface TimedTask extends Runnable {
  /// The timer was cancelled, and not by its handle. Threads: any; it must be quick.
  void givenUp(CancelReason reason);

  /// Tells a task, if it wants to know.
  static void tell(@Nullable Runnable task, CancelReason reason) {
    if (reason != CancelReason.REQUESTED && task instanceof TimedTask timed) {
      timed.givenUp(reason);
    }
  }
}
