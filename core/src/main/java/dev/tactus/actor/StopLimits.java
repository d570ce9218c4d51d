package dev.tactus.actor;

import dev.tactus.scheduler.DelayProvider;
import dev.tactus.scheduler.RuntimeToolbox;
import dev.tactus.scheduler.Scheduler;
import dev.tactus.scheduler.SchedulerClosedException;
import dev.tactus.scheduler.SystemScheduler;
import dev.tactus.time.Clock;
import dev.tactus.time.Parker;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/// How long it may take to stop something. These limits hold where the driver has died as well: who
/// closes a system because of that still has to end its phases one after another. There a virtual
/// thread waits for each limit, as no timer comes any more.
///
/// Threads: any.
final class StopLimits implements DelayProvider {
  private final SystemScheduler scheduler;
  private final Scheduler timers;
  private final Clock clock;
  private final Supplier<Parker> parkers;

  /// @param timers those of the runtime itself
  StopLimits(SystemScheduler scheduler, Scheduler timers, RuntimeToolbox toolbox) {
    this.scheduler = scheduler;
    this.timers = timers;
    this.clock = toolbox.clock();
    this.parkers = toolbox.parkers();
  }

  @Override
  public CompletableFuture<Void> delay(Duration delay) {
    return delay(delay, Scheduler.DIRECT);
  }

  @Override
  public CompletableFuture<Void> delay(Duration delay, Executor executor) {
    try {
      return timers.delay(delay, executor);
    } catch (SchedulerClosedException e) {
      if (scheduler.overview().driverStopped().isEmpty()) {
        throw e; // it was closed, and so was everything that could be stopped
      }
      return wait(TimeUnit.NANOSECONDS.convert(delay), executor);
    }
  }

  private CompletableFuture<Void> wait(long nanos, Executor executor) {
    CompletableFuture<Void> over = new CompletableFuture<>();
    Parker parker = parkers.get();
    long begin = clock.nanos();
    Thread.ofVirtual()
        .name("tactus-stop-limit")
        .start(
            () -> {
              long left = nanos;
              while (left > 0 && !over.isDone()) {
                boolean unused = parker.park(left);
                left = nanos - (clock.nanos() - begin);
              }
              if (!over.isDone()) {
                executor.execute(() -> over.complete(null));
              }
            });
    var unused = over.whenComplete((nothing, error) -> parker.unpark());
    return over;
  }
}
