package dev.tactus.scheduler;

import dev.tactus.error.Coded;
import dev.tactus.error.ErrorCode;

/// A scheduler could not do what it was asked for.
public sealed class SchedulerException extends RuntimeException implements Coded
    permits SchedulerClosedException, QuotaExceededException, ManualTickRefusedException {
  private static final long serialVersionUID = 1L;

  private final ErrorCode code;

  SchedulerException(ErrorCode code, String message) {
    super(code.mark(message));
    this.code = code;
  }

  @Override
  public final ErrorCode code() {
    return code;
  }
}
