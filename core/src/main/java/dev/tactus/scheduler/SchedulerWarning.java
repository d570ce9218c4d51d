package dev.tactus.scheduler;

import dev.tactus.error.Coded;
import dev.tactus.error.ErrorCode;
import dev.tactus.time.driver.DriverKind;

/// A scheduler is in a condition that somebody should know of. It goes on as well as it can.
public sealed interface SchedulerWarning extends SchedulerEvent, Coded {
  @Override
  default ErrorCode code() {
    return switch (this) {
      case DriftExceeded ignored -> ErrorCode.DRIFT_EXCEEDED;
      case BurstFire ignored -> ErrorCode.BURST_FIRE;
      case BacklogExceeded ignored -> ErrorCode.BACKLOG_EXCEEDED;
      case QuotaReached ignored -> ErrorCode.QUOTA_REACHED;
      case BackpressureState ignored -> ErrorCode.BACKPRESSURE_STATE;
      case DroppedLowPriority ignored -> ErrorCode.DROPPED_LOW_PRIORITY;
      case OverflowNearCapacity ignored -> ErrorCode.OVERFLOW_NEAR_CAPACITY;
      case DriverRetried ignored -> ErrorCode.DRIVER_RETRIED;
      case DriverStopped ignored -> ErrorCode.DRIVER_STOPPED;
      case DriverFallback ignored -> ErrorCode.DRIVER_FALLBACK;
      case HandlerFailed ignored -> ErrorCode.TIMER_TASK_FAILED;
      case TaskRunFailed ignored -> ErrorCode.ON_CLOSE_TASK_FAILED;
      case ExecutorRejected ignored -> ErrorCode.EXECUTOR_REJECTED;
    };
  }

  /// A tick began later than the budget allows, after what the driver itself was late.
  ///
  /// @param tick the tick
  /// @param observedNanos how late
  /// @param budgetNanos how late it may be
  record DriftExceeded(long tick, long observedNanos, long budgetNanos)
      implements SchedulerWarning {}

  /// The driver was held up, and more runs of a fixed-rate timer than the threshold are made up
  /// for, one after another.
  ///
  /// @param timerId the timer
  /// @param missedRuns how many runs came late
  /// @param threshold how many may be late without a warning
  record BurstFire(long timerId, long missedRuns, int threshold) implements SchedulerWarning {}

  /// A periodic timer was cancelled because its task did not keep up.
  ///
  /// @param timerId the timer
  /// @param pendingRuns how many runs were waiting
  /// @param limit how many may wait
  record BacklogExceeded(long timerId, long pendingRuns, int limit) implements SchedulerWarning {}

  /// A registration was refused because too many timers are active.
  ///
  /// @param limit how many may be active
  /// @param adaptive whether that is the lower quota of a system under pressure
  record QuotaReached(long limit, boolean adaptive) implements SchedulerWarning {}

  /// The system came under pressure, or out of it.
  ///
  /// @param engaged whether it is under pressure now
  /// @param quotaLimit the quota that is in force now
  record BackpressureState(boolean engaged, long quotaLimit) implements SchedulerWarning {}

  /// A timer was cancelled because there was no room, and no less important one to give way.
  ///
  /// @param timerId the timer
  /// @param priority its priority
  /// @param deadlineTick when it would have been due
  record DroppedLowPriority(long timerId, Priority priority, long deadlineTick)
      implements SchedulerWarning {}

  /// The queue of far timers is nearly full. Published once each time it becomes so.
  ///
  /// @param size how many wait there
  /// @param capacity how many may
  record OverflowNearCapacity(int size, int capacity) implements SchedulerWarning {}

  /// A driver failed and is started again.
  ///
  /// @param kind what kind of driver
  /// @param attempt which attempt this is, from 1
  /// @param error why it failed
  record DriverRetried(DriverKind kind, int attempt, Throwable error) implements SchedulerWarning {}

  /// A driver failed for good. No timer fires any more, and none is taken.
  ///
  /// @param kind what kind of driver
  /// @param attempts how often it was started again in vain
  /// @param error why it failed at last
  record DriverStopped(DriverKind kind, int attempts, Throwable error)
      implements SchedulerWarning {}

  /// The driver that was asked for does not work here; the host driver serves instead.
  ///
  /// @param wanted the driver that was asked for
  /// @param obstacle why it does not work
  record DriverFallback(String wanted, String obstacle) implements SchedulerWarning {}

  /// A task threw, in a run or when it was told that its timer is given up ([TimedTask]). A
  /// periodic timer is cancelled by that.
  ///
  /// @param timerId the timer
  /// @param error what the task threw
  /// @param batch what the run stood for
  record HandlerFailed(long timerId, Throwable error, ExecutionBatch batch)
      implements SchedulerWarning {}

  /// A task that was registered for the close of the scheduler threw; the next ones run
  /// nevertheless.
  ///
  /// @param priority its priority
  /// @param order its place in the order of registration, from 1
  /// @param error what it threw
  record TaskRunFailed(OnClosePriority priority, long order, Throwable error)
      implements SchedulerWarning {}

  /// An executor did not take a task that was due.
  ///
  /// @param timerId the timer
  /// @param executor the executor
  /// @param error what it threw
  /// @param givenUp whether the timer was cancelled for it; if not, it is tried again
  record ExecutorRejected(long timerId, String executor, Throwable error, boolean givenUp)
      implements SchedulerWarning {}
}
