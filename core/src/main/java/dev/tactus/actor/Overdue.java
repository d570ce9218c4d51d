package dev.tactus.actor;

import dev.tactus.dispatch.Dispatcher;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/// Where futures fail whose time is over, and where what depends on them runs.
///
/// Not on workers, nor on threads of the host: all of them may be in handlers that wait for one of
/// these futures, and would wait for ever. So each has a virtual thread. On a pool that the caller
/// moves it is a turn like others: whoever moves that by hand wants to see it.
///
/// Threads: any.
final class Overdue implements Executor {
  private final Dispatcher dispatcher;
  private final boolean isTurn;

  /// Those that have not ended. Under the lock.
  private final Set<Thread> running = new HashSet<>();

  /// Completes when none of them is left, if somebody waits for that. Under the lock.
  private @Nullable CompletableFuture<Void> end;

  Overdue(Dispatcher dispatcher) {
    this.dispatcher = dispatcher;
    this.isTurn = Closing.isMovedByCaller(dispatcher.pool());
  }

  /// Runs it, now or as soon as the pool takes it.
  @Override
  public void execute(Runnable command) {
    if (isTurn) {
      dispatcher.executeEventually(command);
    } else {
      Thread thread = Thread.ofVirtual().name("tactus-overdue").unstarted(() -> run(command));
      add(thread);
      try {
        thread.start();
      } catch (Throwable e) {
        remove(thread);
        throw e;
      }
    }
  }

  private void run(Runnable command) {
    try {
      command.run();
    } finally {
      remove(Thread.currentThread());
    }
  }

  private synchronized void add(Thread thread) {
    running.add(thread);
  }

  private synchronized void remove(Thread thread) {
    if (running.remove(thread) && running.isEmpty() && end != null) {
      end.complete(null);
      end = null;
    }
  }

  /// Nobody has to wait for the current thread: it waits for the end of the system itself.
  void leave() {
    remove(Thread.currentThread());
  }

  /// Completes when everything that has begun on a thread of its own has ended.
  synchronized CompletableFuture<Void> whenIdle() {
    if (running.isEmpty()) {
      return CompletableFuture.completedFuture(null);
    }
    if (end == null) {
      end = new CompletableFuture<>();
    }
    return end;
  }
}
