package dev.tactus.scheduler;

import dev.tactus.error.ErrorCode;

/// Too many timers are active for one more; nothing was registered.
public final class QuotaExceededException extends SchedulerException {
  private static final long serialVersionUID = 1L;

  private final long limit;
  private final boolean adaptive;

  QuotaExceededException(Priority priority, long active, long limit, boolean adaptive) {
    super(
        ErrorCode.QUOTA_EXCEEDED,
        "A timer of priority "
            + priority
            + " was refused: "
            + active
            + " timers are active and the "
            + (adaptive
                ? "adaptive quota, in force while the system is under pressure, is "
                : "quota is ")
            + limit
            + (adaptive && priority == Priority.LOW && active < limit
                ? "; LOW priority is refused altogether meanwhile"
                : "")
            + ". Cancel timers that are not needed, wait until some have fired, or raise"
            + " SchedulerSettings.systemQuota.");
    this.limit = limit;
    this.adaptive = adaptive;
  }

  /// The quota that was in force.
  public long limit() {
    return limit;
  }

  /// Whether that was the lower quota of a system under pressure.
  public boolean isAdaptive() {
    return adaptive;
  }
}
