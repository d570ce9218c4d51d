package dev.tactus.time;

import dev.tactus.error.Coded;
import dev.tactus.error.ErrorCode;
import java.time.Duration;

/// A delay or a period that cannot be scheduled.
///
/// The message says what was given, what is allowed and what to do.
public final class InvalidDelayException extends IllegalArgumentException implements Coded {
  private static final long serialVersionUID = 1L;

  private InvalidDelayException(String message) {
    super(ErrorCode.INVALID_DELAY.mark(message));
  }

  /// For a delay or period of zero or less.
  public static InvalidDelayException notPositive(String what, Duration given) {
    return new InvalidDelayException(
        what
            + " was "
            + given
            + "; it must be longer than zero. What is to happen at once needs no timer: hand the"
            + " task to its executor, or send the message.");
  }

  /// For a delay or period of more ticks than a timer can count.
  public static InvalidDelayException tooFar(String what, String given, TickScale scale) {
    return new InvalidDelayException(
        what
            + " was "
            + given
            + "; at a tick of "
            + scale.resolution().asDuration()
            + " at most "
            + scale.resolution().longestDelay()
            + " is allowed. Use a shorter one, or a scheduler with a coarser resolution.");
  }

  /// For a delay that ends after the last moment that the clock can show.
  public static InvalidDelayException beyondClock(String what, Duration given) {
    return new InvalidDelayException(
        what
            + " was "
            + given
            + "; it would end more than "
            + Duration.ofNanos(Long.MAX_VALUE)
            + " after the start of the scheduler, which its clock cannot count. Use a shorter one,"
            + " or start a new scheduler.");
  }

  @Override
  public ErrorCode code() {
    return ErrorCode.INVALID_DELAY;
  }
}
