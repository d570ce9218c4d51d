package dev.tactus.cli.demo;

import dev.tactus.scheduler.Cancellable;
import dev.tactus.scheduler.QuotaExceededException;
import dev.tactus.scheduler.SchedulerClosedException;
import dev.tactus.scheduler.TimerState;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// One of the timers that a load keeps active, through all its registrations.
///
/// Everything happens under its monitor: a registration and the noting of its handle are one step,
/// so that a run never meets the handle of an earlier registration.
///
/// Threads: any.
abstract sealed class LoadTimer implements Runnable permits OneShot, Request, Heartbeat {
  final Load load;
  private final int number;
  private int draws;
  private @Nullable Cancellable handle;

  /// When the next run was asked for, on the demo's own clock.
  long dueNanos;

  LoadTimer(Load load, int number) {
    this.load = load;
    this.number = number;
  }

  /// Registers it for the first time.
  final synchronized void start() {
    register();
  }

  /// Registers it with the scheduler, by [#note].
  abstract void register();

  /// Makes a registration, and notes its handle and when its first run was asked for.
  final void note(long delayNanos, Supplier<Cancellable> registration) {
    if (load.isStopping()) {
      return;
    }
    dueNanos = load.time.nanos() + delayNanos;
    try {
      handle = registration.get();
      load.counts.registered.increment();
    } catch (QuotaExceededException e) {
      load.counts.refused.increment();
    } catch (SchedulerClosedException e) {
      // The demo ends, or the driver has stopped; the scheduler has published which.
    }
  }

  /// Cancels the present registration; whether that call did it.
  final boolean cancel() {
    return handle != null && handle.cancel();
  }

  /// The state of the present registration; null when there never was one.
  final synchronized @Nullable TimerState state() {
    return handle == null ? null : handle.state();
  }

  /// A random number of this timer's own: the same in every run of the demo, whatever other timers
  /// do.
  final long draw(long min, long max) {
    return load.draw(number, draws++, min, max);
  }
}
