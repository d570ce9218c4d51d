package dev.tactus.scheduler;

import dev.tactus.event.EventStream;
import java.time.Duration;
import java.util.List;

/// A scheduler as the runtime has it: what a [Scheduler] offers to everybody, and what its owner
/// needs. Which one it is makes no difference to those who use it.
///
/// Threads: any, unless a method says otherwise.
public sealed interface SystemScheduler extends Scheduler, AutoCloseable
    permits WheelScheduler, JdkScheduler {
  /// Starts the scheduler of the kind that the settings name.
  static SystemScheduler start(
      SchedulerSettings settings, RuntimeToolbox toolbox, EventStream events) {
    return switch (settings.kind()) {
      case WHEEL -> WheelScheduler.start(settings, toolbox, events);
      case JDK -> JdkScheduler.start(settings, toolbox, events);
    };
  }

  /// The settings it was started with.
  SchedulerSettings settings();

  /// Where its warnings and diagnostics are published.
  EventStream events();

  /// What it did so far.
  SchedulerMetrics metrics();

  /// What it looks like inside at this moment.
  ///
  /// The figures are read without stopping anything, so on a busy scheduler they may not fit
  /// together exactly.
  default SchedulerDump dump() {
    return overview().withPeriodicJobs(periodicJobs(0, Integer.MAX_VALUE));
  }

  /// The same without the periodic timers, of which there may be very many.
  SchedulerDump overview();

  /// Some of the periodic timers.
  ///
  /// @param after only those with a higher number than this
  /// @param max how many at most
  /// @return by number
  List<SchedulerDump.PeriodicJob> periodicJobs(long after, int max);

  /// How many timers are in each slot of the wheel; empty where there is no wheel.
  List<Integer> slotSizes();

  /// Moves virtual time forward and fires what falls due on the way, each at its own time, before
  /// it returns.
  ///
  /// @return how many ticks were handed over
  /// @throws ManualTickRefusedException when the scheduler runs on real time
  /// @throws IllegalStateException when called by a task that runs while time is being advanced, or
  ///   by another thread meanwhile
  default long advance(Duration duration) {
    return advance(duration, () -> {});
  }

  /// The same with something that happens before the first tick and after each one that is handed
  /// over, such as letting actors run. What it schedules is due in its turn, if that is within the
  /// duration.
  long advance(Duration duration, Runnable between);

  /// Registers a task that runs when the scheduler is closed, after what was due has been
  /// delivered.
  ///
  /// @throws SchedulerClosedException when closing has begun
  OnCloseHandle registerOnClose(Runnable task, OnClosePriority priority);

  /// Whether the current thread ticks, which then is inside of a task.
  boolean isTickingThread();

  /// Closes the scheduler; see [#shutdown()].
  @Override
  default void close() {
    CloseReport unused = shutdown();
  }

  /// Closes the scheduler, in this order: the driver stops and hands over what has passed; what was
  /// due is delivered; the on-close tasks run; what was not due is cancelled. From the start on no
  /// timer is taken.
  ///
  /// An error of the virtual machine that comes out of a task is thrown when all of this is done.
  ///
  /// A second call waits for the first and gives the same report.
  ///
  /// @throws IllegalStateException when called by a task that runs on the ticking thread, or by an
  ///   on-close task
  CloseReport shutdown();
}
