package dev.tactus.scheduler;

import dev.tactus.time.Clock;
import dev.tactus.time.ClockKind;

/// A clock that a test moves, and that passes for a clock of any kind.
///
/// Threads: any.
final class SettableClock implements Clock {
  private final ClockKind kind;
  private volatile long nanos;

  private SettableClock(ClockKind kind) {
    this.kind = kind;
  }

  /// A clock at zero that looks like the one of the machine.
  static SettableClock likeHost() {
    return new SettableClock(ClockKind.HOST);
  }

  void moveTo(long readingNanos) {
    nanos = readingNanos;
  }

  @Override
  public long nanos() {
    return nanos;
  }

  @Override
  public ClockKind kind() {
    return kind;
  }
}
