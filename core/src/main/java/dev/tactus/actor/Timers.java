package dev.tactus.actor;

import java.time.Duration;

/// Timers of one actor, by key. A timer replaces the one that had its key; all of them end when the
/// actor restarts or stops. A message of a timer that was cancelled or replaced never arrives, even
/// if it was already waiting in the mailbox. One that the actor has set aside by [Context#stash()]
/// has arrived: it is the actor's own from then on, and stays whatever becomes of its timer.
///
/// Keys are compared by `equals`; strings and enum constants are good ones.
///
/// Threads: the actor's own turn.
///
/// @param <M> what the actor can be told
public sealed interface Timers<M> permits ActorTimers {
  /// Sends a message to this actor after the delay.
  void once(Object key, Duration delay, M message);

  /// Sends a message to this actor again and again: lateness does not add up. If the actor is
  /// behind, messages fold into one; [Context#batch()] tells how many it stands for.
  void atFixedRate(Object key, Duration initialDelay, Duration interval, M message);

  /// The same with the first message after one interval.
  default void atFixedRate(Object key, Duration interval, M message) {
    atFixedRate(key, interval, interval, message);
  }

  /// Sends a message to this actor again and again, each one `delay` after the handler of the one
  /// before has returned.
  void withFixedDelay(Object key, Duration initialDelay, Duration delay, M message);

  /// The same with the first message after one delay.
  default void withFixedDelay(Object key, Duration delay, M message) {
    withFixedDelay(key, delay, delay, message);
  }

  /// Ends a timer.
  ///
  /// @return whether its message, or one more of them, would have been delivered
  boolean cancel(Object key);

  /// Whether a timer will still send something.
  boolean isActive(Object key);

  /// Ends all timers.
  void cancelAll();
}
