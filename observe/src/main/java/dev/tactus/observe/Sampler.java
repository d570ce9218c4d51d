package dev.tactus.observe;

import dev.tactus.actor.ActorSystem;
import dev.tactus.dispatch.Dispatcher;
import dev.tactus.event.EventStream;
import dev.tactus.process.ProcessSystem;
import dev.tactus.scheduler.SchedulerDump;
import dev.tactus.time.Clock;
import dev.tactus.time.host.HostWallClock;
import dev.tactus.workers.PoolSnapshot;
import dev.tactus.workers.WorkerPool;
import dev.tactus.workers.WorkerSnapshot;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Takes snapshots, one after another.
///
/// What costs time by the number of actors or processes is taken anew only when that keeps within
/// its share of a processor; until then a snapshot repeats the figures of before.
///
/// The lints count their looks, one for each interval. A snapshot that somebody asks for in between
/// is no look: it repeats the findings of the latest one.
///
/// Threads: one at a time.
final class Sampler {
  private final ActorSystem system;
  private final ObservatorySettings settings;
  private final EventNotes notes;
  private final Clock clock;
  private final Function<String, List<String>> stackOf;
  private final Lints lints;
  private final Paced<ActorFigures> actors;
  private final Paced<List<ProcessFigures>> processes;
  private final Map<String, Stand> stands = new HashMap<>();
  private long number;
  private @Nullable List<Finding> findings;
  private long lookedNanos;

  Sampler(
      ActorSystem system,
      ObservatorySettings settings,
      EventNotes notes,
      Clock clock,
      Function<String, List<String>> stackOf) {
    this.system = system;
    this.settings = settings;
    this.notes = notes;
    this.clock = clock;
    this.stackOf = stackOf;
    this.lints = Lints.of(settings.lints());
    this.actors = new Paced<>(new Sweep(system.tree(), settings, clock)::figures);
    this.processes = new Paced<>(this::processFigures);
  }

  /// The turns that a worker had begun when it was seen first with that number.
  private record Stand(long executed, long sinceNanos) {}

  /// Something that is made anew only now and then.
  private final class Paced<T> {
    private final Supplier<T> maker;
    private @Nullable T latest;
    private long dueNanos;

    Paced(Supplier<T> maker) {
      this.maker = maker;
    }

    T take() {
      long begin = clock.nanos();
      T present = latest;
      if (present == null || begin - dueNanos >= 0) {
        present = maker.get();
        latest = present;
        long end = clock.nanos();
        dueNanos = end + (long) ((end - begin) / settings.sweepShare());
      }
      return present;
    }
  }

  Snapshot take() {
    number++;
    Snapshot plain =
        new Snapshot(
            Snapshot.VERSION,
            number,
            system.name(),
            HostWallClock.millis(),
            system.upNanos(),
            system.isUnderPressure(),
            actors.take(),
            system.dispatchers().started().stream().map(this::figures).toList(),
            timers(),
            processes.take(),
            events(),
            system.deadLetters(),
            List.of());
    return plain.withFindings(findings(plain));
  }

  private List<Finding> findings(Snapshot plain) {
    long now = clock.nanos();
    long interval = settings.interval().toNanos();
    List<Finding> present = findings;
    // A quarter less: the look of each interval may come a little early after a late one.
    if (present == null || now - lookedNanos >= interval - interval / 4) {
      present = lints.look(plain, stackOf);
      findings = present;
      lookedNanos = now;
    }
    return present;
  }

  private List<ProcessFigures> processFigures() {
    List<ProcessFigures> figures = new ArrayList<>();
    for (ProcessSystem processSystem : system.processSystems()) {
      figures.add(new ProcessFigures(processSystem.name(), processSystem.stats()));
    }
    return figures;
  }

  private DispatcherFigures figures(Dispatcher dispatcher) {
    PoolSnapshot pool = dispatcher.snapshot();
    boolean isOurs = dispatcher.pool() instanceof WorkerPool;
    long now = clock.nanos();
    return new DispatcherFigures(
        dispatcher.id(),
        dispatcher.settings().host().getClass().getSimpleName(),
        dispatcher.settings().throughput(),
        dispatcher.refused(),
        pool.globalWaiting(),
        pool.searching(),
        pool.sleeping(),
        pool.upNanos(),
        pool.readyLatency(),
        pool.workers().stream()
            .map(
                worker ->
                    figures(
                        worker,
                        isOurs ? WorkerPool.threadName(pool.name(), worker.number()) : "",
                        isOurs ? stuckNanos(dispatcher.id(), worker, now) : 0))
            .toList());
  }

  /// For how long a worker has been in the same turn, as far as one can tell by looking at it now
  /// and then.
  private long stuckNanos(String dispatcher, WorkerSnapshot worker, long now) {
    String key = dispatcher + "/" + worker.number();
    Stand before = stands.get(key);
    if (worker.idle() || before == null || before.executed() != worker.executed()) {
      stands.put(key, new Stand(worker.executed(), now));
      return 0;
    }
    return now - before.sinceNanos();
  }

  private static WorkerFigures figures(WorkerSnapshot w, String thread, long stuckNanos) {
    return new WorkerFigures(
        w.number(),
        thread,
        w.executed(),
        w.steals(),
        w.stolen(),
        w.fromGlobal(),
        w.overflowed(),
        w.parks(),
        w.wakes(),
        w.failures(),
        w.waiting(),
        w.asleep(),
        w.busyNanos(),
        w.turnNanos(),
        stuckNanos);
  }

  private TimerFigures timers() {
    SchedulerDump dump = system.scheduler().overview();
    return new TimerFigures(
        dump.name(),
        system.scheduler().settings().kind(),
        dump.clock(),
        dump.driver(),
        dump.driverStatus().getClass().getSimpleName().toUpperCase(Locale.ROOT),
        dump.driverFallback().orElse(""),
        dump.driverStats(),
        dump.resolutionNanos(),
        dump.nowTick(),
        dump.position(),
        system.scheduler().slotSizes(),
        dump.overflowSize(),
        dump.overflowCapacity(),
        dump.pendingCommands(),
        dump.metrics());
  }

  private EventFigures events() {
    EventStream stream = system.events();
    return new EventFigures(
        stream.published(),
        stream.failures(),
        stream.subscribers(),
        notes.counts(),
        notes.latest());
  }
}
