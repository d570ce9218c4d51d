package dev.tactus.scheduler;

/// The scheduler takes no more timers: it was closed, or its driver has stopped for good.
public final class SchedulerClosedException extends SchedulerException {
  private static final long serialVersionUID = 1L;

  SchedulerClosedException(String message) {
    super(message);
  }
}
