package dev.tactus.pekko;

import dev.tactus.time.Parker;
import dev.tactus.time.host.HostParker;
import dev.tactus.workers.FailureHandler;
import dev.tactus.workers.PoolClosedException;
import dev.tactus.workers.PoolSettings;
import dev.tactus.workers.PoolSnapshot;
import dev.tactus.workers.ShutdownReport;
import dev.tactus.workers.Task;
import dev.tactus.workers.WorkerHost;
import dev.tactus.workers.WorkerPool;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.AbstractExecutorService;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.LongAdder;
import org.apache.pekko.dispatch.LoadMetrics;

/// The executor of one dispatcher, on workers of its own.
///
/// It knows when it is quiet: each task is counted when it comes and when it is done, a task that a
/// turn submits before the turn is done. So when as many are done as had come at a later look,
/// nothing waited and nothing ran in between.
///
/// Threads: any.
final class TactusExecutor extends AbstractExecutorService implements LoadMetrics {
  private static final long LOOK_NANOS_MIN = 100_000;
  private static final long LOOK_NANOS_MAX = 50_000_000;

  private final String id;
  private final ThreadFactory factory;
  private final int parallelism;
  private final List<WorkerThread> threads = new ArrayList<>();
  private final WorkerPool pool;
  private final Reserve reserve;

  /// Tasks from other threads than the workers.
  private final LongAdder submittedOutside = new LongAdder();

  /// Held to count refusals: these are rare, and one for want of stack has none for the call of an
  /// adder either.
  private final Object refusals = new Object();

  /// Tasks that were counted as submitted and then not taken. Under the lock.
  private long refused;

  private final AtomicBoolean closed = new AtomicBoolean();

  /// Whether the workers are told to end: by the thread that waits for the tasks, or before that.
  private final AtomicBoolean stopped = new AtomicBoolean();

  private final CountDownLatch ended = new CountDownLatch(1);

  private TactusExecutor(String id, ExecutorConfig config, ThreadFactory factory) {
    this.id = id;
    this.factory = factory;
    this.parallelism = config.parallelism();
    PoolSettings settings =
        PoolSettings.defaults()
            .withName(id)
            .withWorkers(config.parallelism())
            .withSpareWorkers(config.reserve())
            .withHost(WorkerHost.DEFAULT.withThreads(this::thread))
            .withFailures(TactusExecutor::failed)
            .withJoinTimeout(Duration.ZERO);
    this.pool = WorkerPool.start(settings);
    this.reserve = new Reserve(pool, config.reserve());
  }

  /// Starts the executor of a dispatcher.
  static TactusExecutor start(String id, ExecutorConfig config, ThreadFactory factory) {
    return new TactusExecutor(id, config, factory);
  }

  private Thread thread(Runnable work) {
    WorkerThread thread = WorkerThread.like(factory, this, threads.size(), work);
    threads.add(thread);
    return thread;
  }

  /// A task threw; or it was accepted at the last moment by a worker that ended, and has to run.
  private static void failed(Task task, Throwable error) {
    if (error instanceof PoolClosedException && task instanceof Turn turn) {
      runLate(turn.work());
    } else {
      FailureHandler.UNCAUGHT.failed(task, error);
    }
  }

  private static void runLate(Runnable work) {
    try {
      work.run();
    } catch (Throwable error) {
      Thread thread = Thread.currentThread();
      thread.getUncaughtExceptionHandler().uncaughtException(thread, error);
    }
  }

  /// The dispatcher that it belongs to.
  String id() {
    return id;
  }

  Reserve reserve() {
    return reserve;
  }

  @Override
  public void execute(Runnable work) {
    Turn turn = Turn.of(Objects.requireNonNull(work, "command"));
    if (closed.get()) {
      throw rejected(work);
    }
    if (Thread.currentThread() instanceof WorkerThread worker && worker.executor == this) {
      worker.countSubmitted();
    } else {
      submittedOutside.increment();
    }
    boolean isTaken = false;
    try {
      isTaken = pool.trySubmit(turn);
    } finally {
      if (!isTaken) { // also where it throws, for want of stack: the pool has not taken it then
        synchronized (refusals) { // and there is none for a call
          refused++;
        }
      }
    }
    if (!isTaken) {
      throw rejected(work);
    }
  }

  private RejectedExecutionException rejected(Runnable work) {
    return new RejectedExecutionException(
        "The executor of the dispatcher " + id + " was given " + work + " after its shutdown.");
  }

  @Override
  public boolean atFullThrottle() {
    int busy = 0;
    for (WorkerThread thread : threads) {
      busy += thread.isBusy() ? 1 : 0;
    }
    return busy >= parallelism;
  }

  /// How many tasks are done. To be read before [#submitted()], where both are compared.
  long completed() {
    long sum;
    synchronized (refusals) {
      sum = refused;
    }
    for (WorkerThread thread : threads) {
      sum += thread.completed();
    }
    return sum;
  }

  /// How many tasks have come.
  long submitted() {
    long sum = submittedOutside.sum();
    for (WorkerThread thread : threads) {
      sum += thread.submitted();
    }
    return sum;
  }

  /// What its workers do.
  DispatcherSnapshot snapshot() {
    PoolSnapshot workers = pool.snapshot();
    return new DispatcherSnapshot(
        id, parallelism, reserve.standingIn(), submitted(), completed(), workers);
  }

  @Override
  public void shutdown() {
    if (closed.compareAndSet(false, true)) {
      factory.newThread(this::end).start(); // the caller may be a worker, or the ticking thread
    }
  }

  /// Waits until all tasks are done or given up, then for the end of the workers.
  private void end() {
    try {
      awaitTasksThenStop();
    } finally {
      joinWorkers();
    }
  }

  private void joinWorkers() {
    try {
      for (WorkerThread thread : threads) {
        join(thread);
      }
    } finally {
      ended.countDown(); // whoever awaits it would do so for ever
    }
  }

  private void awaitTasksThenStop() {
    try {
      awaitTasks();
    } finally { // whatever happened: without its workers nothing of it would be left
      if (stopped.compareAndSet(false, true)) {
        endWorkers().forEach(TactusExecutor::runLate);
      }
    }
  }

  private void awaitTasks() {
    Parker parker = new HostParker();
    long pause = LOOK_NANOS_MIN;
    while (!stopped.get() && completed() != submitted()) {
      parker.park(pause);
      pause = Math.min(2 * pause, LOOK_NANOS_MAX);
      pool.makeUp(); // who submitted the last one may have had no stack to wake a worker
    }
  }

  /// Ends the workers after their turns.
  ///
  /// @return what was accepted and nobody will run
  private List<Runnable> endWorkers() {
    ShutdownReport report = pool.shutdown(Duration.ZERO);
    reserve.dismiss();
    List<Runnable> left = new ArrayList<>();
    for (Task task : report.left()) {
      if (task instanceof Turn turn) {
        left.add(turn.work());
      }
    }
    return left;
  }

  private static void join(WorkerThread thread) {
    boolean interrupted = false;
    while (thread.isAlive()) {
      try {
        thread.join();
      } catch (InterruptedException e) {
        interrupted = true; // this is the last that the caller does
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  /// Ends the workers now, also during a shutdown; those in a turn are interrupted. A worker cannot
  /// wait for itself: called by one of them, it is a shutdown.
  @Override
  public List<Runnable> shutdownNow() {
    if (pool.isWorkerThread() || !stopped.compareAndSet(false, true)) {
      shutdown();
      return List.of();
    }
    boolean isFirst = closed.compareAndSet(false, true);
    List<Runnable> left = endWorkers();
    for (WorkerThread thread : threads) {
      thread.interrupt();
    }
    if (isFirst) {
      factory.newThread(this::end).start();
    }
    return left;
  }

  @Override
  public boolean isShutdown() {
    return closed.get();
  }

  @Override
  public boolean isTerminated() {
    return ended.getCount() == 0;
  }

  @Override
  public boolean awaitTermination(long timeout, TimeUnit unit) throws InterruptedException {
    return ended.await(timeout, unit);
  }

  @Override
  public String toString() {
    return "TactusExecutor(" + id + ", " + parallelism + " workers)";
  }
}
