package dev.tactus.scheduler;

import dev.tactus.error.ErrorCode;

/// The scheduler takes no more timers: it was closed, or its driver has stopped for good.
public final class SchedulerClosedException extends SchedulerException {
  private static final long serialVersionUID = 1L;

  SchedulerClosedException(String message) {
    super(ErrorCode.SCHEDULER_CLOSED, message);
  }
}
