package dev.tactus.workers;

import dev.tactus.error.ErrorCode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Workers with a thread each, that run any [Task].
///
/// The rooms: [Worker] finds and runs tasks, [WorkerLoop] is what its thread does, [WorkDeque] and
/// [GlobalQueue] hold what is ready, [IdleWorkers] knows who sleeps, [Crew] ties them together.
///
/// ## Which worker is this thread?
///
/// Each submission asks. A [WorkerThread] knows. Threads of another factory do not, so the pool
/// keeps their workers in a small table by the ids of the threads; a thread-local would cost more.
/// The table does not change after the start.
///
/// ## Spare workers
///
/// They have a seat and a thread from the beginning, so that no table ever changes, but the thread
/// is started by [#startSpare()] only. Once started, a worker is like any other, until the end.
public final class WorkerPool implements TaskPool, AutoCloseable {
  private final Crew crew;
  private final Shutdown shutdown;
  private final List<Thread> threads;
  private final @Nullable Thread[] seatThreads;
  private final @Nullable Worker[] seatWorkers;

  /// Held while a spare worker is started, and to end that for good.
  private final Object sparing = new Object();

  private boolean isSparingOver;

  private WorkerPool(PoolSettings settings) {
    this.crew = new Crew(settings);
    this.shutdown = new Shutdown(crew);
    this.threads = new ArrayList<>(crew.seats());
    int places = Integer.highestOneBit(4 * crew.seats());
    this.seatThreads = new @Nullable Thread[places];
    this.seatWorkers = new @Nullable Worker[places];
    for (int i = 0; i < crew.seats(); i++) {
      Worker worker = crew.worker(i);
      Thread thread = thread(worker);
      threads.add(thread);
      if (thread instanceof WorkerThread own) {
        own.worker = worker;
        own.pool = this;
      } else {
        seat(thread, worker);
      }
    }
  }

  /// Starts a pool.
  public static WorkerPool start(PoolSettings settings) {
    WorkerPool pool = new WorkerPool(settings);
    int started = 0;
    try {
      for (Thread thread : pool.startedThreads()) {
        thread.start();
        started++;
      }
    } finally {
      if (started < pool.crew.size()) {
        pool.crew.stop(); // the machine has no more threads: let go of those that it had
      }
    }
    return pool;
  }

  private List<Thread> startedThreads() {
    return threads.subList(0, crew.size());
  }

  /// Starts one more worker, if there is one to spare. It stays until the end.
  ///
  /// Threads: any.
  ///
  /// @return whether one was started
  public boolean startSpare() {
    synchronized (sparing) {
      int number = crew.size();
      if (isSparingOver || number == crew.seats()) {
        return false;
      }
      shutdown.workerStarts();
      try {
        threads.get(number).start();
      } catch (OutOfMemoryError e) {
        shutdown.workerDidNotStart(); // the machine has no more threads
        return false;
      }
      crew.addWorker();
      return true;
    }
  }

  /// The threads of the workers that do not sleep. Threads: any.
  public List<Thread> busyThreads() {
    List<Thread> busy = new ArrayList<>();
    for (int i = 0; i < crew.size(); i++) {
      if (!crew.worker(i).isAsleep()) {
        busy.add(threads.get(i));
      }
    }
    return busy;
  }

  private Thread thread(Worker worker) {
    Thread thread =
        crew.settings
            .host()
            .threads()
            .newThread(
                new WorkerLoop(
                    worker,
                    crew,
                    new Patience(crew.settings.idle()),
                    () -> shutdown.workerEnded(worker)));
    if (thread == null) {
      throw new IllegalArgumentException(
          "The thread factory gave no thread for worker "
              + worker.number
              + " of the pool '"
              + crew.settings.name()
              + "'; it must make one for each worker.");
    }
    thread.setName(threadName(crew.settings.name(), worker.number));
    return thread;
  }

  /// The name of the thread of a worker.
  public static String threadName(String pool, int number) {
    return pool + "-worker-" + number;
  }

  private void seat(Thread thread, Worker worker) {
    int place = (int) thread.threadId() & (seatThreads.length - 1);
    while (seatThreads[place] != null) {
      place = (place + 1) & (seatThreads.length - 1);
    }
    seatThreads[place] = thread;
    seatWorkers[place] = worker;
  }

  /// The worker of the current thread; null when it is none of this pool's.
  private @Nullable Worker current() {
    Thread thread = Thread.currentThread();
    if (thread instanceof WorkerThread own) {
      return own.pool == this ? own.worker : null;
    }
    return seated(thread);
  }

  private @Nullable Worker seated(Thread thread) {
    @Nullable Thread[] seated = seatThreads;
    int place = (int) thread.threadId();
    while (true) {
      // so masked, an index needs no check
      Thread there = seated[place & (seated.length - 1)];
      if (there == thread) {
        return seatWorkers[place & (seatWorkers.length - 1)];
      }
      if (there == null) {
        return null;
      }
      place++;
    }
  }

  @Override
  public boolean trySubmit(Task task) {
    Worker worker = current();
    // By way of the worker, which lies apart: this object may have actors beside it.
    if (worker == null || !worker.crew.isCalm()) {
      return crew.submit(worker, task);
    }
    // As Crew.submit() does it, but one call less deep: see Mailbox.enqueue().
    assert task.enters() : task + " was submitted, but it is queued already";
    try {
      worker.push(task);
    } catch (Throwable e) { // it throws only before it has begun
      task.queued = false; // as in leaves(), for which there may be no room
      throw e;
    }
    return true;
  }

  /// Makes up for wake-ups that failed because the stack of who submitted had no room for them. The
  /// next submission does the same, and a pool of several workers comes to most by itself. So this
  /// is for who waits for the last of its tasks. Threads: any.
  public void makeUp() {
    crew.makeUp();
  }

  @Override
  public void measureTurns(boolean isWanted) {
    crew.isMeasuring = isWanted;
  }

  @Override
  public PoolSnapshot snapshot() {
    return PoolSnapshot.of(crew);
  }

  /// The settings that the pool was started with.
  public PoolSettings settings() {
    return crew.settings;
  }

  /// Whether the current thread is a worker of any pool, as far as one look tells: a thread of
  /// another factory is not known for one.
  public static boolean isOnWorker() {
    return Thread.currentThread() instanceof WorkerThread;
  }

  /// Whether the current thread is one of the pool's workers.
  public boolean isWorkerThread() {
    return current() != null;
  }

  /// Ends the pool. From now on submissions from outside are refused. Tasks that are queued, and
  /// what they submit, run until nothing is left or the time is over. Then the workers end, each
  /// after its turn. A second call returns the report of the first.
  ///
  /// An interrupt of the caller ends the wait like the timeout does.
  ///
  /// Threads: any but a worker of this pool, which would wait for itself.
  ///
  /// @param timeout how long the tasks may take to finish; zero to stop at once
  public ShutdownReport shutdown(Duration timeout) {
    Checks.require(!timeout.isNegative(), "shutdown timeout", timeout, "zero or more");
    if (isWorkerThread()) {
      throw new IllegalStateException(
          ErrorCode.POOL_CLOSED_FROM_WITHIN.mark(
              "The pool '"
                  + crew.settings.name()
                  + "' was shut down by a task on its own "
                  + Thread.currentThread().getName()
                  + ", which would wait for itself; shut it down from another thread."));
    }
    synchronized (sparing) {
      isSparingOver = true;
    }
    return shutdown.run(timeout, startedThreads());
  }

  /// Shuts down with the `closeTimeout` of the settings.
  @Override
  public void close() {
    ShutdownReport unused = shutdown(crew.settings.closeTimeout());
  }
}
