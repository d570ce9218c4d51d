package dev.tactus.actor;

import dev.tactus.scheduler.Cancellable;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;

/// The keyed timers of one actor.
///
/// Cancelling takes effect at once, because a timer that waits in the mailbox is not over yet: see
/// [TimedSend]. So no message of a cancelled or replaced timer ever arrives, nor one of an earlier
/// instance.
///
/// Threads: the turns of the actor.
final class ActorTimers<M> implements Timers<M> {
  private final ActorCell<M> cell;
  private final Map<Object, Cancellable> byKey = new LinkedHashMap<>();

  ActorTimers(ActorCell<M> cell) {
    this.cell = cell;
  }

  @Override
  public void once(Object key, Duration delay, M message) {
    TimedSend send = prepare(key, message);
    byKey.put(key, cell.timers().scheduleOnce(delay, send, send));
  }

  @Override
  public void atFixedRate(Object key, Duration initialDelay, Duration interval, M message) {
    TimedSend send = prepare(key, message);
    byKey.put(key, cell.timers().scheduleAtFixedRate(initialDelay, interval, send, send));
  }

  @Override
  public void withFixedDelay(Object key, Duration initialDelay, Duration delay, M message) {
    TimedSend send = prepare(key, message);
    byKey.put(key, cell.timers().scheduleWithFixedDelay(initialDelay, delay, send, send));
  }

  private TimedSend prepare(Object key, M message) {
    cell.context.requireTurn("timers");
    Objects.requireNonNull(key, "key: name the timer");
    Objects.requireNonNull(message, "message: say what is to be sent");
    boolean unused = cancel(key);
    return new TimedSend(cell, message, null);
  }

  @Override
  public boolean cancel(Object key) {
    cell.context.requireTurn("timers");
    Cancellable timer = byKey.remove(key);
    return timer != null && timer.cancel();
  }

  @Override
  public boolean isActive(Object key) {
    cell.context.requireTurn("timers");
    Cancellable timer = byKey.get(key);
    return timer != null && isActive(timer);
  }

  /// Whether a timer will still send something.
  private static boolean isActive(Cancellable timer) {
    return switch (timer.state()) {
      case PENDING, SCHEDULED -> true;
      case EXECUTING -> false;
      case COMPLETED, CANCELLED -> false;
    };
  }

  @Override
  public void cancelAll() {
    byKey.values().forEach(Cancellable::cancel);
    byKey.clear();
  }
}
