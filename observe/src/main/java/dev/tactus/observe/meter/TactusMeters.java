package dev.tactus.observe.meter;

import dev.tactus.dispatch.Occupant;
import dev.tactus.mailbox.DeadLetterReason;
import dev.tactus.observe.DispatcherFigures;
import dev.tactus.observe.FindingKind;
import dev.tactus.observe.ProcessFigures;
import dev.tactus.observe.Snapshot;
import dev.tactus.observe.Source;
import dev.tactus.observe.WorkerFigures;
import dev.tactus.process.ProcessStats;
import dev.tactus.time.host.HostClock;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.ToDoubleFunction;

/// The meters of a system, for any registry of Micrometer: see [TactusMeter].
///
/// ```java
/// try (var meters = TactusMeters.of(observatory)) {
///   meters.bindTo(registry);
///   ...
/// }
/// ```
///
/// All of them read the latest snapshot. What a system gets later, a dispatcher for example, has
/// meters after the first scrape that sees it. Closing ends the reading; the meters keep their last
/// values until another system of the same name is bound to the registry.
///
/// Threads: any.
public final class TactusMeters implements MeterBinder, AutoCloseable {
  private static final double NANOS = 1e9;

  /// The tag that all meters have.
  private static final String SYSTEM = "system";

  private final LatestSnapshot latest;
  private final List<Binding> bindings = new CopyOnWriteArrayList<>();

  private TactusMeters(Source source, LongSupplier nanos) {
    this.latest = new LatestSnapshot(source, nanos, this::discover);
  }

  /// The meters of this source.
  public static TactusMeters of(Source source) {
    return of(source, HostClock.instance()::nanos);
  }

  static TactusMeters of(Source source, LongSupplier nanos) {
    return new TactusMeters(source, nanos);
  }

  @Override
  public void bindTo(MeterRegistry registry) {
    Snapshot snapshot = latest.read();
    Binding binding = new Binding(registry, Tags.of(SYSTEM, snapshot.system()));
    forget(registry, snapshot.system());
    binding.bindSystem();
    binding.discover(snapshot);
    bindings.add(binding);
  }

  /// A registry keeps the first meter of a name and its tags, and so would show a system that has
  /// been closed instead of one that was started under the same name. What the later one does not
  /// have, or not yet, goes as well: it would show old values, and hold the old system in memory.
  private static void forget(MeterRegistry registry, String system) {
    for (TactusMeter meter : TactusMeter.values()) {
      for (Meter before : registry.find(meter.meterName()).tag(SYSTEM, system).meters()) {
        Meter unused = registry.remove(before);
      }
    }
  }

  private void discover(Snapshot snapshot) {
    bindings.forEach(binding -> binding.discover(snapshot));
  }

  @Override
  public void close() {
    latest.close();
  }

  /// The meters in one registry.
  private final class Binding {
    private final MeterRegistry registry;
    private final Tags system;

    /// What has meters already, so that each snapshot costs a look only.
    private final Set<String> known = ConcurrentHashMap.newKeySet();

    Binding(MeterRegistry registry, Tags system) {
      this.registry = registry;
      this.system = system;
    }

    private void meter(TactusMeter meter, ToDoubleFunction<Snapshot> value, String... tags) {
      Tags all = system.and(tags);
      String unit = meter.unit().isEmpty() ? null : meter.unit();
      switch (meter.type()) {
        case GAUGE ->
            Gauge.builder(meter.meterName(), () -> value.applyAsDouble(latest.read()))
                .tags(all)
                .description(meter.description())
                .baseUnit(unit)
                .register(registry);
        case COUNTER ->
            FunctionCounter.builder(
                    meter.meterName(),
                    TactusMeters.this,
                    meters -> value.applyAsDouble(meters.latest.read()))
                .tags(all)
                .description(meter.description())
                .baseUnit(unit)
                .register(registry);
      }
    }

    void bindSystem() {
      for (Occupant.Phase phase : Occupant.Phase.values()) {
        meter(
            TactusMeter.ACTORS,
            s -> s.actors().byState().getOrDefault(phase, 0L),
            "state",
            word(phase));
      }
      meter(TactusMeter.ACTORS_SUSPENDED, s -> s.actors().suspended());
      meter(TactusMeter.MAILBOX_QUEUED, s -> s.actors().queued());
      meter(
          TactusMeter.MAILBOX_DEEPEST,
          s -> s.actors().deepest().isEmpty() ? 0 : s.actors().deepest().getFirst().depth());
      meter(TactusMeter.PRESSURE, s -> s.isUnderPressure() ? 1 : 0);
      bindTimers();
      for (DeadLetterReason reason : DeadLetterReason.values()) {
        meter(
            TactusMeter.DEAD_LETTERS,
            s -> s.deadLetters().getOrDefault(reason, 0L),
            "reason",
            word(reason));
      }
      for (FindingKind kind : FindingKind.values()) {
        meter(
            TactusMeter.FINDINGS,
            s -> s.findings().stream().filter(f -> f.kind().equals(kind.name())).count(),
            "kind",
            word(kind));
      }
    }

    private void bindTimers() {
      meter(TactusMeter.TIMERS_ACTIVE, s -> s.timers().metrics().active());
      meter(TactusMeter.TIMERS_PERIODIC, s -> s.timers().metrics().periodic());
      meter(TactusMeter.TIMERS_REGISTERED, s -> s.timers().metrics().registered());
      meter(TactusMeter.TIMERS_FIRED, s -> s.timers().metrics().fired());
      meter(TactusMeter.TIMERS_CANCELLED, s -> s.timers().metrics().cancelled());
      meter(TactusMeter.TIMERS_DROPPED, s -> s.timers().metrics().dropped());
      meter(TactusMeter.TIMERS_OVERFLOW, s -> s.timers().overflowSize());
      meter(TactusMeter.TIMERS_DRIFT, s -> s.timers().metrics().driftNanos() / NANOS);
      TactusMeter late = TactusMeter.TIMERS_LATENESS;
      meter(late, s -> s.timers().metrics().lateness().p50Nanos() / NANOS, "percentile", "50");
      meter(late, s -> s.timers().metrics().lateness().p99Nanos() / NANOS, "percentile", "99");
      meter(late, s -> s.timers().metrics().lateness().maxNanos() / NANOS, "percentile", "100");
      meter(TactusMeter.DRIVER_TOKENS, s -> s.timers().driverStats().tokens());
      meter(TactusMeter.DRIVER_CATCH_UPS, s -> s.timers().driverStats().catchUps());
    }

    /// What this snapshot is the first to show.
    void discover(Snapshot snapshot) {
      for (DispatcherFigures dispatcher : snapshot.dispatchers()) {
        if (known.add("dispatcher " + dispatcher.id())) {
          bindDispatcher(dispatcher.id());
        }
        for (WorkerFigures worker : dispatcher.workers()) {
          if (known.add("worker " + worker.number() + " of " + dispatcher.id())) {
            bindWorker(dispatcher.id(), worker.number());
          }
        }
      }
      for (ProcessFigures processes : snapshot.processes()) {
        if (known.add("processes " + processes.name())) {
          bindProcesses(processes.name());
        }
      }
      for (String type : snapshot.events().noted().keySet()) {
        if (known.add("event " + type)) {
          meter(TactusMeter.EVENTS, s -> s.events().noted().getOrDefault(type, 0L), "type", type);
        }
      }
    }

    private void bindDispatcher(String id) {
      dispatcher(
          TactusMeter.DISPATCHER_TURNS,
          id,
          d -> d.workers().stream().mapToLong(WorkerFigures::executed).sum());
      dispatcher(
          TactusMeter.DISPATCHER_WAITING,
          id,
          d -> d.globalWaiting() + d.workers().stream().mapToLong(WorkerFigures::waiting).sum());
      dispatcher(TactusMeter.DISPATCHER_REFUSED, id, DispatcherFigures::refused);
      TactusMeter ready = TactusMeter.DISPATCHER_READY;
      dispatcher(ready, id, d -> d.readyLatency().p50Nanos() / NANOS, "percentile", "50");
      dispatcher(ready, id, d -> d.readyLatency().p99Nanos() / NANOS, "percentile", "99");
      dispatcher(ready, id, d -> d.readyLatency().maxNanos() / NANOS, "percentile", "100");
      TactusMeter workers = TactusMeter.DISPATCHER_WORKERS;
      dispatcher(workers, id, DispatcherFigures::searching, "state", "searching");
      dispatcher(workers, id, DispatcherFigures::sleeping, "state", "sleeping");
      dispatcher(
          workers,
          id,
          d -> Math.max(0, d.workers().size() - d.searching() - d.sleeping()),
          "state",
          "working");
    }

    private void dispatcher(
        TactusMeter meter, String id, ToDoubleFunction<DispatcherFigures> value, String... tags) {
      meter(
          meter,
          s ->
              s.dispatchers().stream()
                  .filter(d -> d.id().equals(id))
                  .mapToDouble(value)
                  .findFirst()
                  .orElse(gone(meter)),
          with(tags, "dispatcher", id));
    }

    private void bindWorker(String id, int number) {
      worker(TactusMeter.WORKER_BUSY, id, number, w -> w.busyNanos() / NANOS);
      worker(TactusMeter.WORKER_TURNS, id, number, WorkerFigures::executed);
      worker(TactusMeter.WORKER_STOLEN, id, number, WorkerFigures::stolen);
      worker(TactusMeter.WORKER_PARKS, id, number, WorkerFigures::parks);
      worker(TactusMeter.WORKER_STUCK, id, number, w -> w.stuckNanos() / NANOS);
    }

    private void worker(
        TactusMeter meter, String id, int number, ToDoubleFunction<WorkerFigures> value) {
      Function<DispatcherFigures, Double> read =
          d ->
              d.workers().stream()
                  .filter(w -> w.number() == number)
                  .mapToDouble(value)
                  .findFirst()
                  .orElse(gone(meter));
      dispatcher(meter, id, read::apply, "worker", Integer.toString(number));
    }

    private void bindProcesses(String name) {
      processes(TactusMeter.PROCESSES_ALIVE, name, ProcessStats::alive);
      processes(TactusMeter.PROCESSES_STEPS, name, ProcessStats::steps);
      processes(TactusMeter.PROCESSES_CRASHED, name, ProcessStats::crashed);
    }

    private void processes(TactusMeter meter, String name, ToDoubleFunction<ProcessStats> value) {
      meter(
          meter,
          s ->
              s.processes().stream()
                  .filter(p -> p.name().equals(name))
                  .mapToDouble(p -> value.applyAsDouble(p.stats()))
                  .findFirst()
                  .orElse(gone(meter)),
          "processes",
          name);
    }
  }

  /// A gauge of something that has gone shows nothing; a counter of it begins anew.
  private static double gone(TactusMeter meter) {
    return meter.type() == TactusMeter.Type.GAUGE ? Double.NaN : 0;
  }

  private static String[] with(String[] tags, String name, String value) {
    String[] all = Arrays.copyOf(tags, tags.length + 2);
    all[tags.length] = name;
    all[tags.length + 1] = value;
    return all;
  }

  private static String word(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT);
  }
}
