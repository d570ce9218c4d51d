package dev.tactus.process;

import dev.tactus.event.EventStream;
import dev.tactus.scheduler.WheelScheduler;
import dev.tactus.time.host.HostClock;
import dev.tactus.workers.PoolSettings;
import dev.tactus.workers.WorkerPool;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/// A system of processes on real workers and real time.
final class TestPool implements AutoCloseable {
  /// Far more than anything here takes, so that only a lost wake-up or a deadlock reaches it.
  static final Duration PATIENCE = Duration.ofSeconds(60);

  final WorkerPool pool;
  final ProcessSystem system;
  private final WheelScheduler scheduler = WheelScheduler.start();

  private TestPool(int workers, ProcessSettings settings, CommandRegistry registry) {
    pool = WorkerPool.start(PoolSettings.defaults().withName("test").withWorkers(workers));
    EventStream events = new EventStream();
    system =
        ProcessSystem.start(
            settings, new ProcessToolbox(pool, scheduler, HostClock.instance(), events), registry);
  }

  static TestPool start(int workers) {
    return start(workers, ProcessSettings.defaults(), CommandRegistry.create());
  }

  static TestPool start(int workers, ProcessSettings settings, CommandRegistry registry) {
    return new TestPool(workers, settings, registry);
  }

  /// Waits for something that must come.
  static <T> T await(CompletableFuture<T> future) {
    try {
      return future.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
    } catch (TimeoutException e) {
      throw new AssertionError("it did not come", e);
    } catch (InterruptedException | ExecutionException e) {
      throw new AssertionError(e);
    }
  }

  /// Ends everything, whatever state it is in.
  @Override
  public void close() {
    StopReport unused = await(system.stop(Duration.ZERO));
    pool.close();
    scheduler.close();
  }
}
