package dev.tactus.actor;

import dev.tactus.scheduler.Cancellable;
import dev.tactus.scheduler.SchedulerException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/// Tells an actor that it has had no message for a while, again and again until it has.
///
/// A message does not move the timer, it only notes the time. The timer looks at that when it is
/// due, and waits for the rest. So a busy actor schedules a timer once in a timeout, not once a
/// message.
///
/// Threads: the turns of the actor.
final class ReceiveTimeout implements Runnable {
  private final ActorCell<?> cell;
  private final Duration timeout;
  private final Object message;
  private long latestNanos;
  private @Nullable Cancellable timer;

  ReceiveTimeout(ActorCell<?> cell, Duration timeout, Object message) {
    this.cell = cell;
    this.timeout = timeout;
    this.message = message;
  }

  /// Begins to wait.
  void begin() {
    latestNanos = cell.system.nowNanos();
    await(timeout);
  }

  private void await(Duration delay) {
    TimedSend send = new TimedSend(cell, this, null);
    timer = cell.timers().scheduleOnce(delay, send, send);
  }

  /// Notes that the actor had a message.
  void touch() {
    latestNanos = cell.system.nowNanos();
  }

  /// Ends it: its message does not arrive any more.
  void cancel() {
    Cancellable present = timer;
    if (present != null) {
      boolean unused = present.cancel();
    }
  }

  /// The timer is due. Threads: the turn of the actor.
  @Override
  public void run() {
    long passed = cell.system.nowNanos() - latestNanos;
    Duration left = timeout.minusNanos(passed);
    try {
      if (left.isPositive()) {
        await(left);
      } else {
        latestNanos = cell.system.nowNanos();
        await(timeout);
        cell.receiveNotice(message);
      }
    } catch (SchedulerException e) {
      Lifecycle.failed(cell, null, e);
    }
  }
}
