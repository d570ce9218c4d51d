package dev.tactus.process;

import dev.tactus.error.ErrorCode;
import dev.tactus.event.EventStream;
import dev.tactus.scheduler.Affinity;
import dev.tactus.scheduler.RuntimeToolbox;
import dev.tactus.scheduler.Scheduler;
import dev.tactus.scheduler.SchedulerSettings;
import dev.tactus.scheduler.WheelScheduler;
import dev.tactus.time.host.HostClock;
import dev.tactus.workers.ChoosingPool;
import dev.tactus.workers.PoolSettings;
import dev.tactus.workers.SteppedPool;
import dev.tactus.workers.TaskPool;
import dev.tactus.workers.WorkerPool;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Processes that live together: start them, send to them, stop them.
///
/// ```java
/// try (var system = ProcessSystem.start(ProcessSettings.defaults(), CommandRegistry.create())) {
///   Pid pid = system.spawn(Countdown::new, "from", 3);
///   ExitReason end = system.exitOf(pid).join();
/// }
/// ```
///
/// Threads: any, for every method.
public final class ProcessSystem implements AutoCloseable {
  private static final int DUMPED_MAX = 1_000;

  private final ProcessSettings settings;
  private final ProcessToolbox toolbox;
  private final ProcessTable table;
  private final ProcessCounters counters = new ProcessCounters();
  private final CommandRegistry.Frozen commands;

  /// For what the system itself waits for.
  private final Scheduler ownTimers;

  private final boolean choosesTurnLength;
  private final RefusedTurns refusedTurns;

  /// What it has started itself and has to close.
  private final Runnable closeOwned;

  private volatile @Nullable Stop stop;

  private ProcessSystem(
      ProcessSettings settings,
      ProcessToolbox toolbox,
      CommandRegistry registry,
      Runnable closeOwned) {
    this.settings = settings;
    this.toolbox = toolbox;
    this.closeOwned = closeOwned;
    this.ownTimers = toolbox.scheduler().withAffinity(Affinity.RUNTIME);
    this.choosesTurnLength = toolbox.pool() instanceof ChoosingPool;
    this.refusedTurns = new RefusedTurns(this);
    this.table = new ProcessTable(settings.processesMax());
    this.commands = registry.freeze(BuiltIns.of(this, table, toolbox.scheduler()));
  }

  /// Starts a system on what it is given. That is not closed with it.
  public static ProcessSystem start(
      ProcessSettings settings, ProcessToolbox toolbox, CommandRegistry registry) {
    return new ProcessSystem(
        Objects.requireNonNull(settings, "settings"),
        Objects.requireNonNull(toolbox, "toolbox"),
        Objects.requireNonNull(registry, "registry"),
        () -> {});
  }

  /// Starts a system with workers and a scheduler of its own, which are closed with it.
  public static ProcessSystem start(ProcessSettings settings, CommandRegistry registry) {
    Objects.requireNonNull(settings, "settings");
    Objects.requireNonNull(registry, "registry"); // before anything is started
    EventStream events = new EventStream();
    WorkerPool pool = WorkerPool.start(PoolSettings.defaults().withName(settings.name()));
    WheelScheduler scheduler =
        WheelScheduler.start(SchedulerSettings.defaults(), RuntimeToolbox.host(), events);
    ProcessToolbox toolbox = new ProcessToolbox(pool, scheduler, HostClock.instance(), events);
    Runnable closeOwned =
        () -> {
          pool.close();
          scheduler.close();
        };
    return new ProcessSystem(settings, toolbox, registry, closeOwned);
  }

  /// The settings it was started with.
  public ProcessSettings settings() {
    return settings;
  }

  /// What it stands on.
  public ProcessToolbox toolbox() {
    return toolbox;
  }

  /// Starts a process. Its `init` runs before this returns.
  ///
  /// @param implementation makes the process
  /// @param method the entry
  /// @param input what its `init` gets
  /// @return its number
  /// @throws ProcessException.UnknownMethod when it has no such entry
  /// @throws ProcessException.StartFailed when its `init` throws something else
  /// @throws ProcessException.LimitExceeded when there are too many processes
  /// @throws ProcessException.SystemStopped when the system stops
  public Pid spawn(
      Supplier<? extends Process> implementation, String method, @Nullable Object input) {
    return spawn(new Commands.Spawn(implementation, method, input), null);
  }

  /// The same, and gives a future of how it ends. The future completes on the worker that steps the
  /// process last; what is attached to it must be quick.
  public CompletableFuture<ExitReason> run(
      Supplier<? extends Process> implementation, String method, @Nullable Object input) {
    CompletableFuture<ExitReason> exit = new CompletableFuture<>();
    Pid unused = spawn(new Commands.Spawn(implementation, method, input), exit);
    return exit;
  }

  Pid spawn(Commands.Spawn wanted, @Nullable CompletableFuture<ExitReason> exit) {
    if (stop != null || !table.takePlace()) {
      throw refusal();
    }
    ProcessTask task = new ProcessTask(this, table.nextPid(), toolbox.clock().nanos());
    table.add(task);
    if (stop != null) {
      // The stop may have gone through the table before this one was in it.
      task.discard(new ExitReason.Terminated("the system stops"));
      throw refusal();
    }
    if (exit != null) {
      boolean unused = task.relations().tell(exit);
    }
    try {
      task.start(wanted);
    } catch (ProcessException e) {
      counters.startsFailed.increment();
      throw e;
    }
    return task.self();
  }

  private ProcessException refusal() {
    counters.startsRefused.increment();
    if (stop != null) {
      return new ProcessException.SystemStopped(settings.name());
    }
    warn(new ProcessWarning.LimitReached(settings.processesMax()));
    return new ProcessException.LimitExceeded(settings.name(), settings.processesMax());
  }

  /// Sends a message.
  ///
  /// @throws ProcessException.UnknownPid when there is no such process, or none any more
  public void send(Pid to, Object body) {
    Objects.requireNonNull(body, "body: a message is something");
    deliver(to, new EventNode.Letter(new Event.Message(null, body)));
  }

  /// Answers a yield by its tag, for those who do not have the [CommandCall]. If the process has no
  /// such yield open, [ProcessWarning.UnknownTag] is published.
  ///
  /// @throws ProcessException.UnknownPid when there is no such process, or none any more
  public void complete(Pid pid, long tag, @Nullable Object result) {
    deliver(pid, new EventNode.TagAnswer(tag, result, null));
  }

  /// The same with an error.
  ///
  /// @throws ProcessException.UnknownPid when there is no such process, or none any more
  public void fail(Pid pid, long tag, Throwable error) {
    Objects.requireNonNull(error, "error: say why it failed");
    deliver(pid, new EventNode.TagAnswer(tag, null, error));
  }

  /// Asks a process to end by itself; it gets an [Event.CancelRequested].
  ///
  /// @throws ProcessException.UnknownPid when there is no such process, or none any more
  public void cancel(Pid pid, String reason) {
    Objects.requireNonNull(reason, "reason: say why");
    deliver(pid, new EventNode.Letter(new Event.CancelRequested(reason)));
  }

  private void deliver(Pid pid, EventNode node) {
    if (!offer(pid, node)) {
      throw unknown(pid);
    }
  }

  /// Ends a process. If a step of it is under way, that one is finished and is the last.
  ///
  /// @throws ProcessException.UnknownPid when there is no such process, or none any more
  public void terminate(Pid pid, String reason) {
    Objects.requireNonNull(reason, "reason: say why");
    boolean unused = table.require(pid).evict(new ExitReason.Terminated(reason));
  }

  /// How a process ends, as soon as it does; at once with [ExitReason.NoProcess] when it has ended
  /// before.
  public CompletableFuture<ExitReason> exitOf(Pid pid) {
    CompletableFuture<ExitReason> exit = new CompletableFuture<>();
    ProcessTask task = table.find(pid);
    if (task == null || !task.relations().tell(exit)) {
      exit.complete(new ExitReason.NoProcess());
    }
    return exit;
  }

  /// What a process does at the moment; empty when it has ended.
  public Optional<ProcessInfo> info(Pid pid) {
    return Optional.ofNullable(table.find(pid)).map(ProcessTask::info);
  }

  /// How many processes have not ended.
  public long alive() {
    return table.size();
  }

  /// What was counted. It looks at each process, without stopping any.
  public ProcessStats stats() {
    return counters.stats(table, pool().snapshot());
  }

  /// Its name.
  public String name() {
    return settings.name();
  }

  /// Some of its processes.
  ///
  /// @param after only those with a higher number than this
  /// @param max how many at most
  /// @return by number
  public List<ProcessInfo> processes(long after, int max) {
    return table.page(after, max);
  }

  /// What it looks like inside, with the first thousand processes.
  public ProcessDump dump() {
    return dump(DUMPED_MAX);
  }

  /// The same with this many processes at most.
  public ProcessDump dump(int processesMax) {
    return ProcessDump.of(settings.name(), toolbox.clock().nanos(), stats(), table, processesMax);
  }

  /// Stops the system. No process can be started from now on. All get an [Event.CancelRequested];
  /// the future completes when the last one has ended. Those that have not ended at the deadline
  /// are ended before their next step, and reported. A second call gives the future of the first.
  /// To give the future up does not end the stop.
  ///
  /// @param deadline how long they may take to end by themselves; zero to end them at once
  /// @throws dev.tactus.time.InvalidDelayException when it is longer than the scheduler can wait;
  ///   nothing is stopped then
  public CompletableFuture<StopReport> stop(Duration deadline) {
    return stopping(deadline).given();
  }

  /// Whether it was stopped and that is over.
  public boolean isStopped() {
    Stop begun = stop;
    return begun != null && begun.report().isDone();
  }

  private Stop stopping(Duration deadline) {
    if (deadline.isNegative()) {
      throw new IllegalArgumentException(
          "deadline " + deadline + " given, zero or more is allowed.");
    }
    Stop earlier = stop;
    if (earlier != null) {
      return earlier;
    }
    Stop begun = new Stop(this, table, deadline);
    synchronized (this) {
      Stop before = stop;
      if (before != null) {
        begun.discard();
        return before;
      }
      stop = begun;
    }
    begun.begin();
    return begun;
  }

  /// Stops the system within the `stopDeadline` of its settings, waits for that, and closes what it
  /// has started itself.
  ///
  /// @throws IllegalStateException when called by a process, which would wait for itself, or on a
  ///   pool that is stepped, as in a simulation: it does not run while the caller waits
  @Override
  public void close() {
    boolean isStepped = pool() instanceof SteppedPool || pool() instanceof ChoosingPool;
    boolean isOwnWorker = pool() instanceof WorkerPool workers && workers.isWorkerThread();
    if (isStepped || isOwnWorker) {
      throw new IllegalStateException(
          ErrorCode.PROCESSES_CLOSED_FROM_WITHIN.mark(
              "The system '%s' was to be closed %s. Call stop, and %s."
                  .formatted(
                      settings.name(),
                      isStepped ? "on a stepped pool" : "by one of its own workers",
                      isStepped
                          ? "step the pool until its future is done"
                          : "do not wait for it")));
    }
    StopReport unused = stopping(settings.stopDeadline()).report().join();
    closeOwned.run();
  }

  // ---- for its processes ----

  /// Delivers something.
  ///
  /// @return false when there is no such process
  boolean offer(Pid pid, EventNode node) {
    ProcessTask task = table.find(pid);
    return task != null && task.deliver(node);
  }

  ProcessException unknown(Pid pid) {
    return table.unknown(pid);
  }

  TaskPool pool() {
    return toolbox.pool();
  }

  Scheduler ownTimers() {
    return ownTimers;
  }

  RefusedTurns refusedTurns() {
    return refusedTurns;
  }

  CommandRegistry.Frozen commands() {
    return commands;
  }

  /// How many steps the turn that begins now has at most.
  int stepsPerTurn() {
    int steps = settings.stepsPerTurn();
    return choosesTurnLength ? pool().turnLength(steps) : steps;
  }

  void warn(ProcessWarning warning) {
    counters.count(warning);
    toolbox.events().publish(warning);
  }

  /// Takes a process out of the books.
  void ended(ProcessTask task, ExitReason reason, boolean hadStarted) {
    counters.ended(table, task, reason, hadStarted);
  }

  /// Tells those who have to know of the end of a process.
  void tell(Pid gone, ExitReason reason, Relations.Held held) {
    for (Map.Entry<Pid, Integer> entry : held.relations().entrySet()) {
      ProcessTask other = table.find(entry.getKey());
      int relation = entry.getValue();
      if (other == null) {
        continue;
      }
      if ((relation & Relations.WATCHES) != 0) {
        boolean unused = other.relations().remove(gone, Relations.WATCHED_BY);
      }
      if ((relation & Relations.WATCHED_BY) != 0) {
        other.watchedEnded(gone, reason);
      }
      if ((relation & Relations.LINKED) != 0) {
        other.linkedEnded(gone, reason);
      }
    }
    held.exits().forEach(exit -> exit.complete(reason));
  }

  /// Lets a stop look whether that was the last one.
  void afterEnd() {
    Stop stopping = stop;
    if (stopping != null && table.size() == 0) {
      stopping.allEnded();
    }
  }
}
