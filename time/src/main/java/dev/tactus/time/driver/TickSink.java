package dev.tactus.time.driver;

import org.jspecify.annotations.Nullable;

/// Where ticks go: the scheduler.
public interface TickSink {
  /// Processes the ticks of the token, or refuses it because another thread is at it already.
  ///
  /// A refused token is not lost: the driver hands the same ticks over again with the next one.
  ///
  /// @return whether the ticks were processed
  boolean accept(TickToken token);

  /// By which tick [#accept] has to be called again; `Long.MAX_VALUE` when nothing waits.
  ///
  /// After an answer beyond the next tick the sink calls [TickDriver#wake()] as soon as it needs to
  /// be called earlier than it said.
  ///
  /// Threads: the one that hands over.
  ///
  /// @param currentTick the tick that has begun last
  long nextWakeTick(long currentTick);

  /// Where the driver may vouch for the tick that follows a hand-over; null while that is of no
  /// use. A sink that gives one says in [#accept] when it has taken in what relies on a tick:
  /// [VouchedTick#takenIn()].
  ///
  /// Threads: the one that hands over.
  default @Nullable VouchedTick vouched() {
    return null;
  }
}
