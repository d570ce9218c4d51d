package dev.tactus.actor;

import dev.tactus.scheduler.Cancellable;
import dev.tactus.scheduler.SchedulerClosedException;
import dev.tactus.scheduler.SchedulerException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/// Tells an actor that it has had no message for a while, again and again until it has.
///
/// A message does not move the timer, it only notes the time. The timer looks at that when it is
/// due, and waits for the rest. So a busy actor schedules a timer once in a timeout, not once a
/// message.
///
/// A timer that the scheduler drops for want of room is begun anew, so the message then comes up to
/// one timeout late.
///
/// Only its first timer can be refused, which the actor learns from its own call. The timers after
/// it each take the place of one that is over, or is as soon as it has run: where others have used
/// up the quota meanwhile, they are timers of the runtime, which it does not concern.
///
/// Threads: the turns of the actor, except where a method says otherwise.
final class ReceiveTimeout implements Runnable {
  private final ActorCell<?> cell;
  private final Duration timeout;
  private final Object message;
  private long latestNanos;
  private @Nullable Cancellable timer;
  private boolean isOver;

  /// Whether its timer was dropped since it was last looked at.
  private volatile boolean wasDropped;

  ReceiveTimeout(ActorCell<?> cell, Duration timeout, Object message) {
    this.cell = cell;
    this.timeout = timeout;
    this.message = message;
  }

  /// Begins to wait.
  ///
  /// @param isReplacement whether it takes the place of another one, so that it needs no room
  /// @throws SchedulerException when there are too many timers, or no more are taken
  void begin(boolean isReplacement) {
    latestNanos = cell.system.nowNanos();
    await(timeout, isReplacement);
  }

  private void await(Duration delay, boolean isReplacement) {
    TimedSend send = new TimedSend(cell, this, null);
    timer = cell.system.register(cell, isReplacement, on -> on.scheduleOnce(delay, send, send));
  }

  /// Goes on waiting.
  private void renew(Duration delay) {
    try {
      await(delay, true);
    } catch (SchedulerClosedException e) {
      // The system ends: nobody waits any more.
    }
  }

  /// Notes that the actor had a message.
  void touch() {
    latestNanos = cell.system.nowNanos();
  }

  /// Ends it: its message does not arrive any more.
  void cancel() {
    isOver = true;
    Cancellable present = timer;
    if (present != null) {
      boolean unused = present.cancel();
    }
  }

  /// Its timer was dropped: the actor has to begin another one. Threads: any.
  void dropped() {
    wasDropped = true;
    TimedSend send = new TimedSend(cell, this, null);
    cell.sendTimed(new CellEnvelope.Timed(send, send));
  }

  /// The timer is due, or was dropped. Threads: the turn of the actor.
  @Override
  public void run() {
    if (isOver) {
      return; // only one that was dropped comes here then: others are cancelled with their timer
    }
    if (wasDropped) {
      wasDropped = false;
      renew(timeout);
    } else {
      look();
    }
  }

  private void look() {
    long passed = cell.system.nowNanos() - latestNanos;
    Duration left = timeout.minusNanos(passed);
    if (left.isPositive()) {
      renew(left);
    } else {
      latestNanos = cell.system.nowNanos();
      renew(timeout);
      cell.receiveNotice(message);
    }
  }
}
