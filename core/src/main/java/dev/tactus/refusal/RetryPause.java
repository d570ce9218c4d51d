package dev.tactus.refusal;

import java.time.Duration;

/// How long a pool that refused is left alone before it is asked again: 10 ms at first, then twice
/// the pause before, up to a second.
///
/// @param length how long
public record RetryPause(Duration length) {
  /// The pause after the first refusal.
  public static final RetryPause FIRST = new RetryPause(Duration.ofMillis(10));

  /// The pause that does not grow any more.
  public static final RetryPause LONGEST = new RetryPause(Duration.ofSeconds(1));

  /// The pause after one more refusal.
  public RetryPause next() {
    Duration twice = length.multipliedBy(2);
    return twice.compareTo(LONGEST.length) < 0 ? new RetryPause(twice) : LONGEST;
  }
}
