package dev.tactus.observe;

import dev.tactus.actor.ActorSystem;
import dev.tactus.dispatch.Dispatcher;
import dev.tactus.process.ProcessInfo;
import dev.tactus.process.ProcessSystem;
import dev.tactus.scheduler.SchedulerDump;
import dev.tactus.time.host.HostAlarms;
import dev.tactus.time.host.HostClock;
import dev.tactus.workers.WorkerPool;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Looks at a running system.
///
/// ```java
/// try (var observatory = Observatory.of(system);
///     var viewing = observatory.view(snapshot -> show(snapshot))) {
///   ...
/// }
/// ```
///
/// ## What it costs
///
/// Without a viewer there is no thread and no timer, and no turn is measured; only warnings, which
/// are rare, are noted in a ring. With one, a thread of its own takes a snapshot at each interval.
/// It reads counters that the runtime keeps anyway, and walks over the actors as often as its share
/// of a processor allows. It takes no lock that a message passes; the children of one parent are
/// read 64 at a time under the lock that guards their list.
///
/// Threads: any.
public final class Observatory implements Source, AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Observatory.class);

  /// A snapshot that is not older serves several who ask at about the same time.
  private static final long FRESH_NANOS = 100_000_000;

  private static final int PAGE_MAX = 1_000;

  private final ActorSystem system;
  private final ObservatorySettings settings;
  private final Sampler sampler;
  private final ActorPages pages;
  private final EventNotes notes;
  private final List<Seat> seats = new CopyOnWriteArrayList<>();

  /// Held to take a snapshot.
  private final Object taking = new Object();

  private volatile @Nullable Snapshot latest;
  private volatile long latestNanos;

  /// Takes snapshots while somebody looks; guarded by this.
  private @Nullable ScheduledExecutorService alarms;

  private boolean closed;

  private Observatory(ActorSystem system, ObservatorySettings settings) {
    this.system = system;
    this.settings = settings;
    this.notes = new EventNotes(settings);
    this.sampler = new Sampler(system, settings, notes, HostClock.instance(), this::stackOf);
    this.pages = new ActorPages(system.tree(), settings);
    notes.follow(system.events());
  }

  /// Looks at a system, as [ObservatorySettings#DEFAULT] says.
  public static Observatory of(ActorSystem system) {
    return of(system, ObservatorySettings.DEFAULT);
  }

  /// Looks at a system.
  public static Observatory of(ActorSystem system, ObservatorySettings settings) {
    return new Observatory(system, settings);
  }

  /// One who looks.
  private final class Seat implements Viewing {
    private final Viewer viewer;

    Seat(Viewer viewer) {
      this.viewer = viewer;
    }

    @Override
    public void close() {
      left(this);
    }
  }

  @Override
  public synchronized Viewing view(Viewer viewer) {
    if (closed) {
      throw new IllegalStateException(
          "Somebody wants to look at '"
              + system.name()
              + "' through an observatory that is closed; open another one.");
    }
    Seat seat = new Seat(viewer);
    seats.add(seat);
    if (alarms == null) {
      measure(true);
      ScheduledExecutorService started =
          HostAlarms.onThreadOf(
              run -> {
                Thread thread = new Thread(run, "tactus-observatory-" + system.name());
                thread.setDaemon(true);
                return thread;
              });
      long nanos = settings.interval().toNanos();
      // After each snapshot, so that none is made up for after the machine has slept.
      var unused =
          started.scheduleWithFixedDelay(() -> show(started), 0, nanos, TimeUnit.NANOSECONDS);
      alarms = started;
    }
    return seat;
  }

  private synchronized void left(Seat seat) {
    if (seats.remove(seat) && seats.isEmpty()) {
      stopLooking();
    }
  }

  private void stopLooking() {
    ScheduledExecutorService running = alarms;
    if (running != null) {
      alarms = null;
      running.shutdown();
      measure(false);
    }
  }

  private void measure(boolean isWanted) {
    for (Dispatcher dispatcher : system.dispatchers().started()) {
      dispatcher.pool().measureTurns(isWanted);
    }
  }

  /// Who wants to see the next snapshot of this thread; measures turns of dispatchers that are new
  /// as well. Nobody once the last viewer has left: who has come since is shown snapshots by
  /// another thread, and would see an older one after a newer one.
  private synchronized List<Seat> lookers(ScheduledExecutorService here) {
    if (alarms != here) {
      return List.of();
    }
    measure(true);
    return List.copyOf(seats);
  }

  private void show(ScheduledExecutorService here) {
    List<Seat> lookers;
    Snapshot snapshot;
    try {
      lookers = lookers(here);
      if (lookers.isEmpty()) {
        return;
      }
      snapshot = take(0);
    } catch (RuntimeException | Error e) { // what is thrown from here ends all looks
      LOG.warn("No snapshot of '{}' could be taken; the next one may be", system.name(), e);
      return;
    }
    for (Seat seat : lookers) {
      if (!seats.contains(seat)) {
        continue; // it has left meanwhile
      }
      try {
        seat.viewer.show(snapshot);
      } catch (RuntimeException | Error e) {
        LOG.warn("A viewer of '{}' failed and sees no more snapshots", system.name(), e);
        seat.close(); // it cannot follow; the others can
      }
    }
  }

  @Override
  public Snapshot snapshot() {
    return take(FRESH_NANOS);
  }

  /// A snapshot that is not older than this.
  private Snapshot take(long ageMaxNanos) {
    Snapshot present = latest;
    if (present != null && isFresh(ageMaxNanos)) {
      return present;
    }
    synchronized (taking) {
      present = latest;
      if (present == null || !isFresh(ageMaxNanos)) {
        present = sampler.take();
        latest = present;
        latestNanos = HostClock.instance().nanos();
      }
      return present;
    }
  }

  private boolean isFresh(long ageMaxNanos) {
    return HostClock.instance().nanos() - latestNanos < ageMaxNanos;
  }

  @Override
  public Page<ActorInfo> actors(ActorQuery query) {
    return pages.page(query);
  }

  @Override
  public Optional<ActorInfo> actor(String path) {
    return pages.find(path);
  }

  @Override
  public Page<SchedulerDump.PeriodicJob> periodicJobs(String after, int max) {
    List<SchedulerDump.PeriodicJob> jobs =
        system.scheduler().periodicJobs(number(after), pageSize(max));
    return new Page<>(jobs, jobs.size() < max ? "" : Long.toString(jobs.getLast().timerId()));
  }

  @Override
  public Page<ProcessInfo> processes(String name, String after, int max) {
    for (ProcessSystem processes : system.processSystems()) {
      if (processes.name().equals(name)) {
        List<ProcessInfo> found = processes.processes(number(after), pageSize(max));
        return new Page<>(
            found, found.size() < max ? "" : Long.toString(found.getLast().pid().number()));
      }
    }
    return new Page<>(List.of(), "");
  }

  private static long number(String after) {
    try {
      return after.isEmpty() ? 0 : Long.parseLong(after);
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(
          "A page after '" + after + "' was asked for; give what the last page gave as its end.",
          e);
    }
  }

  private static int pageSize(int max) {
    if (max < 1 || max > PAGE_MAX) {
      throw new IllegalArgumentException(
          "A page of " + max + " was asked for; it has 1 to " + PAGE_MAX + ".");
    }
    return max;
  }

  @Override
  public List<EventEntry> events(long after, String subject, int max) {
    return notes.after(after, subject, pageSize(max));
  }

  @Override
  public String dump(DumpKind kind, boolean isJson) {
    return switch (kind) {
      case SCHEDULER -> {
        SchedulerDump dump = system.scheduler().dump();
        yield isJson ? dump.json() : dump.text();
      }
      case DISPATCHERS -> {
        var dump = system.dispatchers().dump();
        yield isJson ? dump.json() : dump.text();
      }
      case PROCESSES ->
          isJson
              ? system.processSystems().stream()
                  .map(processes -> processes.dump().json())
                  .collect(Collectors.joining(",", "[", "]"))
              : system.processSystems().stream()
                  .map(processes -> processes.dump().text())
                  .collect(Collectors.joining());
    };
  }

  /// Where a thread of a dispatcher is; empty when there is none of this name.
  private List<String> stackOf(String thread) {
    List<String> frames = new ArrayList<>();
    for (Dispatcher dispatcher : system.dispatchers().started()) {
      if (dispatcher.pool() instanceof WorkerPool pool) {
        pool.busyThreads().stream()
            .filter(busy -> busy.getName().equals(thread))
            .flatMap(busy -> Arrays.stream(busy.getStackTrace()))
            .forEach(frame -> frames.add(frame.toString()));
      }
    }
    return frames;
  }

  /// Ends all viewings and lets go of the system, which goes on.
  @Override
  public synchronized void close() {
    closed = true;
    seats.clear();
    stopLooking();
    notes.close();
  }
}
