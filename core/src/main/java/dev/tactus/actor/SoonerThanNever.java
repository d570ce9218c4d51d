package dev.tactus.actor;

import dev.tactus.scheduler.CancelReason;
import dev.tactus.scheduler.TimedTask;

/// What somebody waits for who would wait for ever if it did not come: it comes too soon where the
/// scheduler gives its timer up for want of room. It is for what nobody waits for at the end of the
/// system.
///
/// @param task quick, and fit for any thread
record SoonerThanNever(Runnable task) implements TimedTask {
  @Override
  public void run() {
    task.run();
  }

  @Override
  public void givenUp(CancelReason reason) {
    if (reason != CancelReason.CLOSED) {
      task.run();
    }
  }
}
