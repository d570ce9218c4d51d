package dev.tactus.examples.process;

import dev.tactus.event.EventStream;
import dev.tactus.process.CommandRegistry;
import dev.tactus.process.ProcessSettings;
import dev.tactus.process.ProcessSystem;
import dev.tactus.process.ProcessToolbox;
import dev.tactus.scheduler.RuntimeToolbox;
import dev.tactus.scheduler.SchedulerSettings;
import dev.tactus.scheduler.WheelScheduler;
import dev.tactus.workers.PoolSettings;
import dev.tactus.workers.SteppedPool;
import dev.tactus.workers.WorkerHost;
import java.time.Duration;

/// A system of processes without threads and in virtual time.
final class VirtualSystem {
  final SteppedPool pool;
  final WheelScheduler scheduler;
  final ProcessSystem system;

  VirtualSystem(CommandRegistry commands) {
    RuntimeToolbox time = RuntimeToolbox.manual();
    EventStream events = new EventStream();
    WorkerHost host = WorkerHost.DEFAULT.withClock(time.clock());
    pool = SteppedPool.of(PoolSettings.defaults().withWorkers(2).withHost(host));
    scheduler = WheelScheduler.start(SchedulerSettings.defaults(), time, events);
    system =
        ProcessSystem.start(
            ProcessSettings.defaults(),
            new ProcessToolbox(pool, scheduler, time.clock(), events),
            commands);
  }

  /// Lets time pass, tick by tick, and everything happen that follows from it.
  void advance(Duration duration) {
    settle();
    long ticks = duration.dividedBy(scheduler.resolution());
    for (long i = 0; i < ticks; i++) {
      long unused = scheduler.advance(scheduler.resolution());
      settle();
    }
  }

  void settle() {
    long turns = pool.runUntilIdle(100_000);
    if (turns == 100_000) {
      throw new AssertionError("still busy after " + turns + " turns");
    }
  }
}
