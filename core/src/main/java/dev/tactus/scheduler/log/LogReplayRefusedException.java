package dev.tactus.scheduler.log;

import dev.tactus.error.ErrorCode;

/// A recording does not hold what a replay needs. The message says what is missing and how to get
/// it.
public final class LogReplayRefusedException extends LogException {
  private static final long serialVersionUID = 1L;

  LogReplayRefusedException(String message) {
    super(ErrorCode.REPLAY_REFUSED, message, null);
  }
}
