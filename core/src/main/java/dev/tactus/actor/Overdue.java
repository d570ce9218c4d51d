package dev.tactus.actor;

import dev.tactus.dispatch.Dispatcher;
import dev.tactus.workers.WorkerPool;
import java.util.concurrent.Executor;

/// Where futures fail whose time is over, and where what depends on them runs.
///
/// Not on workers: all of them may be in handlers that wait for one of these futures, and would
/// wait for ever. So each has a virtual thread. On any other pool it is a turn like others: whoever
/// moves that by hand wants to see it.
///
/// Threads: any.
final class Overdue implements Executor {
  private final Dispatcher dispatcher;
  private final boolean isOnWorkers;

  Overdue(Dispatcher dispatcher) {
    this.dispatcher = dispatcher;
    this.isOnWorkers = dispatcher.pool() instanceof WorkerPool;
  }

  /// Runs it, now or as soon as the pool takes it.
  @Override
  public void execute(Runnable command) {
    if (isOnWorkers) {
      Thread unused = Thread.ofVirtual().name("tactus-overdue").start(command);
    } else {
      dispatcher.executeEventually(command);
    }
  }
}
