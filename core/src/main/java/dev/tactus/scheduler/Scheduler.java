package dev.tactus.scheduler;

import java.time.Duration;
import java.util.concurrent.Executor;

/// Runs tasks later, once or repeatedly.
///
/// Names and order of arguments are those of Pekko's scheduler. A task runs on the executor that it
/// was given, never before its delay has passed, and at most one tick after.
///
/// Threads: any, for every method.
public interface Scheduler extends DelayProvider {
  /// Runs tasks on the thread that ticks, without a hand-over. Only for tasks that are short and
  /// never block: while one runs, no timer fires.
  Executor DIRECT = DirectExecutor.INSTANCE;

  /// Runs a task once.
  ///
  /// @throws dev.tactus.time.InvalidDelayException when the delay is not positive or too long
  /// @throws QuotaExceededException when too many timers are active
  /// @throws SchedulerClosedException when the scheduler is closed
  Cancellable scheduleOnce(Duration delay, Runnable task, Executor executor);

  /// Runs a task at `initialDelay`, `initialDelay + interval` and so on from now. Lateness does not
  /// add up. When a run takes longer than the interval, the runs that were missed meanwhile become
  /// one, and [ExecutionBatch#current()] tells how many.
  ///
  /// @throws dev.tactus.time.InvalidDelayException when delay or interval is not positive or too
  ///   long
  /// @throws QuotaExceededException when too many timers are active
  /// @throws SchedulerClosedException when the scheduler is closed
  Cancellable scheduleAtFixedRate(
      Duration initialDelay, Duration interval, Runnable task, Executor executor);

  /// Runs a task after `initialDelay`, and then always `delay` after the end of the run before.
  ///
  /// @throws dev.tactus.time.InvalidDelayException when a delay is not positive or too long
  /// @throws QuotaExceededException when too many timers are active
  /// @throws SchedulerClosedException when the scheduler is closed
  Cancellable scheduleWithFixedDelay(
      Duration initialDelay, Duration delay, Runnable task, Executor executor);

  /// The same scheduler for timers of this affinity: what it registers gets the policy that the
  /// affinity has in the registry.
  Scheduler withAffinity(Affinity affinity);

  /// The length of one tick.
  Duration resolution();

  /// The most runs a second that a periodic timer can have, in hertz.
  double maxFrequency();
}
