package dev.tactus.dispatch;

import dev.tactus.error.ErrorCode;
import dev.tactus.time.Clock;
import dev.tactus.workers.ChoosingPool;
import dev.tactus.workers.FailureHandler;
import dev.tactus.workers.PoolSnapshot;
import dev.tactus.workers.Task;
import dev.tactus.workers.TaskPool;
import dev.tactus.workers.WorkerPool;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/// Runs actors: gives ready ones a turn on its pool, and says how long a turn is.
///
/// A pool that refuses a turn is asked twice more. Then the refusal is published once, and
/// [Refusals] tries again later. Whoever submitted keeps what it has.
///
/// Threads: any.
public final class Dispatcher extends DispatcherLines.After implements Executor {
  /// The end of a turn without a limit in time.
  public static final long NO_END = 0;

  private static final int ATTEMPTS = 3;

  private final String id;
  private final String registeredId;
  private final DispatcherSettings settings;
  private final Clock clock;
  private final FailureHandler failures;
  private final Refusals refusals;
  private final Supplier<List<Task>> closer;
  private final int throughput;
  private final boolean choosesTurnLength;
  private final long turnNanos;

  Dispatcher(
      String id,
      TaskPool pool,
      DispatcherSettings settings,
      DispatcherHost host,
      Supplier<List<Task>> closer) {
    this(id, id, pool, settings, host, closer);
  }

  Dispatcher(
      String id,
      String registeredId,
      TaskPool pool,
      DispatcherSettings settings,
      DispatcherHost host,
      Supplier<List<Task>> closer) {
    super(
        pool,
        settings.starvationTimeout().isZero()
            ? null
            : new StarvationWatch(id, pool, host, settings.starvationTimeout()));
    this.id = id;
    this.registeredId = registeredId;
    this.settings = settings;
    this.clock = host.clock();
    this.failures = host.failures();
    this.refusals = new Refusals(id, host, () -> submit(new Command(() -> {})));
    this.closer = closer;
    this.choosesTurnLength = pool instanceof ChoosingPool;
    this.throughput = settings.throughput();
    this.turnNanos = TimeUnit.NANOSECONDS.convert(settings.throughputDeadline()); // or the most
  }

  /// Its id in the registry, with a number behind it where each actor has a dispatcher of its own.
  public String id() {
    return id;
  }

  /// Its id in the registry, which those of several actors share where each has its own.
  public String registeredId() {
    return registeredId;
  }

  /// How it was built.
  public DispatcherSettings settings() {
    return settings;
  }

  /// The mailbox of actors that name none themselves.
  public Optional<String> mailboxId() {
    return settings.mailboxId();
  }

  /// What its pool has done and what waits there.
  public PoolSnapshot snapshot() {
    return pool.snapshot();
  }

  /// Where its turns run.
  public TaskPool pool() {
    return pool;
  }

  /// How many messages each turn has at most; zero where that has to be asked for each turn,
  /// because the pool chooses or a turn has a limit in time.
  public int plainThroughput() {
    return choosesTurnLength || turnNanos != 0 ? 0 : throughput;
  }

  /// How many messages the turn that begins now has at most.
  public int throughput() {
    return choosesTurnLength ? pool.turnLength(throughput) : throughput;
  }

  /// The same for an actor under pressure.
  public int pressedThroughput() {
    return settings.pressedThroughput();
  }

  /// When a turn that begins now has to end; [#NO_END] without a limit.
  public long turnEndNanos() {
    return turnNanos == 0 ? NO_END : (clock.nanos() + turnNanos) | 1;
  }

  /// Whether the time of a turn is over.
  public boolean isTurnOver(long endNanos) {
    return clock.nanos() - endNanos >= 0;
  }

  /// Makes a task ready.
  ///
  /// @return false when the pool refuses, also when asked again
  public boolean submit(Task task) {
    WorkerPool ours = workers;
    boolean isAccepted =
        (ours != null ? ours.trySubmit(task) : pool.trySubmit(task)) || submitAgain(task);
    if (starvation != null) {
      try {
        starvation.submitted();
      } catch (StackOverflowError e) {
        // The task is in, and whoever submits the next one begins the watch.
      }
    }
    return isAccepted;
  }

  /// Runs a command in a turn of its own.
  ///
  /// @throws RejectedExecutionException when the pool refuses
  @Override
  public void execute(Runnable command) {
    if (!submit(new Command(command))) {
      refusals.addCommand(command.toString(), ATTEMPTS);
      throw new RejectedExecutionException(
          ErrorCode.DISPATCHER_REFUSED.mark(
              "The dispatcher '" + id + "' refused " + command + ": its pool is closed or full."));
    }
  }

  /// Runs a command in a turn of its own: at once, or as soon as a pool that is full takes it. What
  /// the pool has not taken when the dispatcher is closed, or has taken and not run because its
  /// workers are held up, runs then, on the thread that closes it; and what comes later runs here.
  /// So it always runs, and only then outside of a turn; except that what an executor of the host's
  /// has taken is in the hands of that, and waits as long as its threads are held up.
  public void executeEventually(Runnable command) {
    offer(new Command(command));
  }

  private void offer(Command command) {
    if (!submit(command) && !refusals.add(command, () -> offer(command), ATTEMPTS)) {
      runHere(command);
    }
  }

  private void runHere(Command command) {
    try {
      command.command.run();
    } catch (Throwable e) {
      failures.failed(command, e);
    }
  }

  private static final class Command extends Task {
    private final Runnable command;

    Command(Runnable command) {
      this.command = command;
    }

    @Override
    protected boolean run() {
      command.run();
      return false;
    }

    @Override
    public String toString() {
      return command.toString();
    }
  }

  /// Makes a task ready that the pool has refused just now.
  ///
  /// @return false when it refuses twice more
  public boolean submitAgain(Task task) {
    for (int attempt = 2; attempt <= ATTEMPTS; attempt++) {
      if (pool.trySubmit(task)) {
        return true;
      }
    }
    return false;
  }

  /// Publishes that a task was refused, and wakes it after a pause, in which the pool may have
  /// recovered. For a task that waits for that already, nothing is done.
  ///
  /// @param wake makes it ready
  public void retryLater(Task task, Runnable wake) {
    boolean unused = refusals.add(task, wake, ATTEMPTS); // whoever ends it drains its mailbox
  }

  /// How many tasks wait because the pool refused them.
  public int refused() {
    return refusals.size();
  }

  /// Ends what the dispatcher has started for itself.
  void close() {
    close(false);
  }

  /// The same for the dispatcher of one actor, after the last turn of that.
  void release() {
    close(true);
  }

  private void close(boolean hasRun) {
    List<Task> left = refusals.close(hasRun);
    if (starvation != null) {
      starvation.close();
    }
    runCommands(closer.get());
    runCommands(left);
  }

  private void runCommands(List<Task> left) {
    for (Task task : left) {
      if (task instanceof Command command) {
        runHere(command);
      }
    }
  }
}
