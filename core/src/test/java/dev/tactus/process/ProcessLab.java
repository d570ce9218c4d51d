package dev.tactus.process;

import dev.tactus.event.EventStream;
import dev.tactus.scheduler.RuntimeToolbox;
import dev.tactus.scheduler.SchedulerSettings;
import dev.tactus.scheduler.WheelScheduler;
import dev.tactus.time.ManualClock;
import dev.tactus.time.driver.ManualTickDriver;
import dev.tactus.workers.PoolSettings;
import dev.tactus.workers.SteppedPool;
import dev.tactus.workers.WorkerHost;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// A system of processes on virtual time and on workers that stand still, with the warnings that it
/// published. The command `ask` is answered by the test.
final class ProcessLab {
  /// More turns than anything here takes.
  private static final long TURNS_MAX = 1_000_000;

  final ManualClock clock = ManualClock.at(0);
  final EventStream events = new EventStream();
  final SteppedPool pool;
  final WheelScheduler scheduler;
  final ProcessSystem system;

  /// Open calls of the command `ask`, by what was asked.
  private final ConcurrentHashMap<Object, CommandCall> asked = new ConcurrentHashMap<>();

  private final List<ProcessWarning> warnings = Collections.synchronizedList(new ArrayList<>());

  private ProcessLab(ProcessSettings settings, CommandRegistry registry, long seed) {
    this(settings, registry, seed, SchedulerSettings.defaults());
  }

  private ProcessLab(
      ProcessSettings settings, CommandRegistry registry, long seed, SchedulerSettings timers) {
    events.subscribe(ProcessWarning.class, warnings::add);
    // The workers weigh turns by the clock; with a real one the order would not be the seed's
    // alone.
    pool =
        SteppedPool.of(
            PoolSettings.defaults()
                .withWorkers(2)
                .withSeed(seed)
                .withHost(WorkerHost.DEFAULT.withClock(clock)));
    scheduler =
        WheelScheduler.start(
            timers, RuntimeToolbox.of(clock, ManualTickDriver.moving(clock)), events);
    registry.register("ask", call -> asked.put(call.argument(Object.class), call));
    registry.register("echo", CommandHandler.answering(call -> call.command().argument()));
    ProcessToolbox toolbox = new ProcessToolbox(pool, scheduler, clock, events);
    system = ProcessSystem.start(settings, toolbox, registry);
  }

  static ProcessLab start() {
    return start(ProcessSettings.defaults());
  }

  static ProcessLab start(ProcessSettings settings) {
    return new ProcessLab(settings, CommandRegistry.create(), 1);
  }

  static ProcessLab start(SchedulerSettings timers) {
    return new ProcessLab(ProcessSettings.defaults(), CommandRegistry.create(), 1, timers);
  }

  static ProcessLab start(CommandRegistry registry) {
    return new ProcessLab(ProcessSettings.defaults(), registry, 1);
  }

  static ProcessLab withSeed(long seed) {
    return new ProcessLab(ProcessSettings.defaults(), CommandRegistry.create(), seed);
  }

  /// Starts a process of one entry and lets everything happen that follows from it.
  Pid spawn(Supplier<? extends Process> implementation) {
    Pid pid = system.spawn(implementation, "run", null);
    settle();
    return pid;
  }

  /// Starts a process, lets everything happen, and tells how it ended.
  ExitReason run(Supplier<? extends Process> implementation) {
    CompletableFuture<ExitReason> exit = system.run(implementation, "run", null);
    settle();
    return exit.getNow(new ExitReason.NoProcess());
  }

  /// Runs until no process is ready.
  void settle() {
    long turns = pool.runUntilIdle(TURNS_MAX);
    if (turns == TURNS_MAX) {
      throw new AssertionError("processes are still ready after " + turns + " turns");
    }
  }

  void send(Pid pid, Object body) {
    system.send(pid, body);
    settle();
  }

  /// The open call of a question.
  CommandCall call(Object question) {
    CommandCall call = asked.get(question);
    if (call == null) {
      throw new AssertionError("nobody asked " + question);
    }
    return call;
  }

  /// Answers what was asked.
  boolean answer(Object question, @Nullable Object result) {
    boolean answered = call(question).complete(result);
    settle();
    return answered;
  }

  /// Lets time pass, and everything happen that follows from it.
  void advance(Duration duration) {
    Duration left = duration;
    Duration tick = scheduler.resolution();
    while (left.isPositive()) {
      Duration part = left.compareTo(tick) < 0 ? left : tick;
      long unused = scheduler.advance(part);
      settle();
      left = left.minus(part);
    }
  }

  ProcessState state(Pid pid) {
    return system.info(pid).map(ProcessInfo::state).orElse(ProcessState.COMPLETE);
  }

  <W extends ProcessWarning> List<W> warnings(Class<W> type) {
    synchronized (warnings) {
      return warnings.stream().filter(type::isInstance).map(type::cast).toList();
    }
  }

  List<ProcessWarning> warnings() {
    return warnings(ProcessWarning.class);
  }
}
