package dev.tactus.time.host;

import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadFactory;

/// The timers of the JDK, for those who would rather have these than a wheel.
public final class HostAlarms {
  private HostAlarms() {}

  /// One thread that runs what is due. What is cancelled leaves its queue at once; what is not due
  /// when it is shut down never runs.
  ///
  /// @param threads makes the thread, when the first alarm is set
  public static ScheduledExecutorService onThreadOf(ThreadFactory threads) {
    ScheduledThreadPoolExecutor alarms = new ScheduledThreadPoolExecutor(1, threads);
    alarms.setRemoveOnCancelPolicy(true);
    alarms.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
    return alarms;
  }
}
