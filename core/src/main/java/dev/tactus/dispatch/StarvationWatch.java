package dev.tactus.dispatch;

import dev.tactus.event.VmErrors;
import dev.tactus.scheduler.CancelReason;
import dev.tactus.scheduler.Cancellable;
import dev.tactus.scheduler.Scheduler;
import dev.tactus.scheduler.SchedulerException;
import dev.tactus.scheduler.TimedTask;
import dev.tactus.time.InvalidDelayException;
import dev.tactus.workers.PoolSnapshot;
import dev.tactus.workers.TaskPool;
import dev.tactus.workers.WorkerPool;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Looks whether work that is ready is taken, and starts a spare worker where it is not.
///
/// Whoever submits to a dispatcher that nobody watches begins a watch, which is one timer. It looks
/// after each timeout: if turns have begun since the look before, all is well; if none has and some
/// wait that did so at the look before, the dispatcher starves; if none waits, the watch ends. So a
/// quiet system has no timer.
///
/// **No gap, but one.** A submitter adds its task and looks at `watching` then. The watch ends by
/// clearing `watching` and looks at the pool then. So at least one of them sees the other; except
/// that a worker adds to its own place without a fence, and both may miss a task that it adds at
/// that moment. The next submission to the dispatcher begins a watch then.
///
/// Threads: any submits; the looks come one after another, on the thread that ticks.
final class StarvationWatch extends StarvationLines.After {
  private static final VarHandle WATCHING;

  static {
    try {
      WATCHING =
          MethodHandles.lookup()
              .findVarHandle(StarvationLines.Watching.class, "watching", boolean.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private final String dispatcher;
  private final TaskPool pool;
  private final DispatcherHost host;
  private final Duration timeout;

  /// How many turns had begun, and when, at the last look that saw a new one. Touched by whoever
  /// began the watch, and by its looks.
  private long executed;

  private long sinceNanos;

  /// Whether some waited then, or at a look since.
  private boolean hadWaiting;

  private volatile @Nullable Cancellable timer;

  StarvationWatch(String dispatcher, TaskPool pool, DispatcherHost host, Duration timeout) {
    this.dispatcher = dispatcher;
    this.pool = pool;
    this.host = host;
    this.timeout = timeout;
  }

  /// Notes that something was submitted.
  void submitted() {
    if (!watching && WATCHING.compareAndSet(this, false, true)) {
      try {
        begin();
      } catch (StackOverflowError e) {
        watching = false; // needs no call: there was no room for that one
        throw e;
      }
    }
  }

  /// Whoever submits has done so, and is not told what goes wrong here.
  private void begin() {
    try {
      remember(pool.snapshot());
      schedule();
    } catch (Throwable e) {
      watching = false; // the next submission tries again
      if (!(e instanceof StackOverflowError)) {
        VmErrors.report(e);
      }
    }
  }

  private void remember(PoolSnapshot now) {
    executed = now.executed();
    sinceNanos = host.clock().nanos();
    hadWaiting = now.waiting() > 0;
  }

  private void schedule() {
    try {
      timer = host.scheduler().scheduleOnce(timeout, new Look(), Scheduler.DIRECT);
    } catch (SchedulerException | InvalidDelayException e) {
      // The system ends, or the timeout is longer than any timer can wait: nobody watches then.
    } catch (Throwable e) {
      watching = false; // as a rule there is no memory: the next submission begins another watch
      throw e;
    }
  }

  private final class Look implements TimedTask {
    @Override
    public void run() {
      look();
    }

    @Override
    public void givenUp(CancelReason reason) {
      if (reason == CancelReason.DROPPED) {
        schedule(); // its tick was full; without a timer nobody would watch any more
      }
    }
  }

  private void look() {
    boolean isOver = false;
    try {
      isOver = isQuiet(pool.snapshot());
    } finally {
      if (isOver) {
        end();
      } else {
        schedule();
      }
    }
  }

  /// Reports starvation if there is any.
  ///
  /// @return whether there is nothing to watch
  private boolean isQuiet(PoolSnapshot now) {
    boolean hasWaiting = now.waiting() > 0;
    if (now.executed() != executed || (hasWaiting && !hadWaiting)) {
      remember(now);
    } else if (hasWaiting) {
      report(now);
    } else {
      return true;
    }
    return false;
  }

  private void end() {
    watching = false;
    if (pool.snapshot().waiting() > 0) {
      submitted();
    }
  }

  private void report(PoolSnapshot now) {
    List<DispatcherEvent.BusyThread> busy = List.of();
    boolean isHelped = false;
    if (pool instanceof WorkerPool workers) {
      busy =
          workers.busyThreads().stream()
              .map(t -> new DispatcherEvent.BusyThread(t.getName(), List.of(t.getStackTrace())))
              .toList();
      isHelped = workers.startSpare();
    }
    long forNanos = host.clock().nanos() - sinceNanos;
    publish(new DispatcherEvent.Starvation(dispatcher, now.waiting(), forNanos, busy, isHelped));
  }

  /// What a subscriber makes of it does not end the watch.
  private void publish(DispatcherEvent.Starvation event) {
    try {
      host.events().publish(event);
    } catch (Throwable e) {
      VmErrors.report(e);
    }
  }

  /// Ends the watch for good.
  void close() {
    watching = true; // nobody begins another
    Cancellable last = timer;
    if (last != null) {
      boolean unused = last.cancel();
    }
  }
}
