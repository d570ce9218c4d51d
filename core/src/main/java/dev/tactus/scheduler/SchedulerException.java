package dev.tactus.scheduler;

/// A scheduler could not do what it was asked for.
public sealed class SchedulerException extends RuntimeException
    permits SchedulerClosedException, QuotaExceededException, ManualTickRefusedException {
  private static final long serialVersionUID = 1L;

  SchedulerException(String message) {
    super(message);
  }
}
