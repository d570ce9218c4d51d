package dev.tactus.actor;

import dev.tactus.scheduler.Cancellable;
import dev.tactus.scheduler.Scheduler;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// The keyed timers of one actor.
///
/// Cancelling takes effect at once, because a timer that waits in the mailbox is not over yet: see
/// [TimedSend]. So no message of a cancelled or replaced timer ever arrives, nor one of an earlier
/// instance, unless that has set it aside.
///
/// A new timer takes the place of the one with its key. Delays are checked before that is
/// cancelled, so that it goes on where they are refused; and where others have used up the quota
/// meanwhile, the new one is a timer of the runtime, which it does not concern. The same holds for
/// one that begins while the message of a one-shot with its key is handled: that timer is over as
/// soon as this has been done, and takes up room until then.
///
/// A one-shot is forgotten when its message is handled. Timers that end in other ways, because they
/// were dropped or refused, or skipped for want of room, do so on any thread; they are found when
/// there are twice as many keys as there were after the last look.
///
/// Threads: the turns of the actor.
final class ActorTimers<M> implements Timers<M> {
  private record Entry(Cancellable timer, boolean isPeriodic) {}

  private static final int SWEEP_MIN = 16;

  private final ActorCell<M> cell;
  private final Map<Object, Entry> byKey = new LinkedHashMap<>();

  /// The key of the one-shot whose message is being handled, until another begins in its place.
  private @Nullable Object handled;

  /// With so many keys it looks for those whose timer has ended.
  private int sweepAt = SWEEP_MIN;

  ActorTimers(ActorCell<M> cell) {
    this.cell = cell;
  }

  @Override
  public void once(Object key, Duration delay, M message) {
    check(key, message);
    cell.system.checkDelay("The delay", delay);
    TimedSend send = new TimedSend(cell, message, null);
    send.forgetFirst(this, key);
    begin(key, false, on -> on.scheduleOnce(delay, send, send));
  }

  @Override
  public void atFixedRate(Object key, Duration initialDelay, Duration interval, M message) {
    check(key, message);
    cell.system.checkDelay("The initial delay", initialDelay);
    cell.system.checkDelay("The interval", interval);
    TimedSend send = new TimedSend(cell, message, null);
    begin(key, true, on -> on.scheduleAtFixedRate(initialDelay, interval, send, send));
  }

  @Override
  public void withFixedDelay(Object key, Duration initialDelay, Duration delay, M message) {
    check(key, message);
    cell.system.checkDelay("The initial delay", initialDelay);
    cell.system.checkDelay("The delay between runs", delay);
    TimedSend send = new TimedSend(cell, message, null);
    begin(key, true, on -> on.scheduleWithFixedDelay(initialDelay, delay, send, send));
  }

  private void check(Object key, M message) {
    cell.context.requireTurn("timers");
    Objects.requireNonNull(key, "key: name the timer");
    Objects.requireNonNull(message, "message: say what is to be sent");
  }

  /// Registers a timer in the place of the one that has this key, if there is one.
  private void begin(
      Object key, boolean isPeriodic, Function<Scheduler, Cancellable> registration) {
    boolean isReplacement = cancel(key) || key.equals(handled);
    Cancellable timer = cell.system.register(cell, isReplacement, registration);
    if (byKey.size() >= sweepAt) {
      byKey.values().removeIf(entry -> !isActive(entry));
      sweepAt = Math.max(SWEEP_MIN, 2 * byKey.size());
    }
    byKey.put(key, new Entry(timer, isPeriodic));
    if (key.equals(handled)) {
      handled = null;
    }
  }

  /// Forgets a one-shot whose message is about to be handled.
  void beginHandling(Object key) {
    byKey.remove(key); // it is of this timer: one that was replaced is cancelled
    handled = key;
  }

  /// The message of that one-shot has been handled.
  void endHandling() {
    handled = null;
  }

  @Override
  public boolean cancel(Object key) {
    cell.context.requireTurn("timers");
    Entry entry = byKey.remove(key);
    return entry != null && entry.timer.cancel();
  }

  @Override
  public boolean isActive(Object key) {
    cell.context.requireTurn("timers");
    Entry entry = byKey.get(key);
    return entry != null && isActive(entry);
  }

  /// Whether a timer will still send something.
  private static boolean isActive(Entry entry) {
    return switch (entry.timer.state()) {
      case PENDING, SCHEDULED -> true;
      case EXECUTING -> entry.isPeriodic;
      case COMPLETED, CANCELLED -> false;
    };
  }

  @Override
  public void cancelAll() {
    cell.context.requireTurn("timers");
    byKey.values().forEach(entry -> entry.timer.cancel());
    byKey.clear();
  }
}
