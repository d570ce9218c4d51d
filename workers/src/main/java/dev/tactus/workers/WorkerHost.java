package dev.tactus.workers;

import dev.tactus.time.Clock;
import dev.tactus.time.Parker;
import dev.tactus.time.host.HostClock;
import dev.tactus.time.host.HostParker;
import dev.tactus.time.host.HostYield;
import java.util.Objects;
import java.util.concurrent.ThreadFactory;
import java.util.function.Supplier;

/// What a pool gets from the machine.
///
/// @param threads makes a thread for each worker; the pool names and starts it
/// @param parkers makes a means to wait for each thread that needs one
/// @param clock where time comes from
/// @param yield lets another thread have the processor
public record WorkerHost(
    ThreadFactory threads, Supplier<Parker> parkers, Clock clock, Runnable yield) {
  /// Platform threads, and the waiting, the clock and the yielding of the Java virtual machine.
  public static final WorkerHost DEFAULT =
      new WorkerHost(
          WorkerThread::new, HostParker::new, HostClock.instance(), HostYield.instance());

  /// Checks that everything is there.
  public WorkerHost {
    Objects.requireNonNull(threads, "threads");
    Objects.requireNonNull(parkers, "parkers");
    Objects.requireNonNull(clock, "clock");
    Objects.requireNonNull(yield, "yield");
  }

  /// The same with another way to make threads.
  public WorkerHost withThreads(ThreadFactory factory) {
    return new WorkerHost(factory, parkers, clock, yield);
  }

  /// The same with another way to wait.
  public WorkerHost withParkers(Supplier<Parker> other) {
    return new WorkerHost(threads, other, clock, yield);
  }

  /// The same with another clock.
  public WorkerHost withClock(Clock other) {
    return new WorkerHost(threads, parkers, other, yield);
  }

  /// The same with another way to yield.
  public WorkerHost withYield(Runnable other) {
    return new WorkerHost(threads, parkers, clock, other);
  }
}
