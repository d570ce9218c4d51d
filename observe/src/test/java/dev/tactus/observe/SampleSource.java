package dev.tactus.observe;

import dev.tactus.process.ProcessInfo;
import dev.tactus.scheduler.SchedulerDump;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

/// A source over a system that is made up. Snapshots are shown when a test says so.
///
/// Threads: [#step()] is called by one; the rest by any.
public final class SampleSource implements Source {
  public final SampleSystem system = new SampleSystem();
  public final List<EventEntry> events = new CopyOnWriteArrayList<>();
  public final AtomicInteger snapshotsTaken = new AtomicInteger();

  /// Whether nobody may look any more.
  public volatile boolean isClosed;

  /// Thrown by the next calls of [#events(long, String, int)], one by each.
  public final Deque<Throwable> failures = new ConcurrentLinkedDeque<>();

  private final List<Viewer> viewers = new CopyOnWriteArrayList<>();
  private volatile Snapshot latest = system.next();

  /// A source with one snapshot.
  public SampleSource() {}

  /// Takes the next snapshot and shows it.
  public Snapshot step() {
    Snapshot next = system.next();
    latest = next;
    viewers.forEach(viewer -> viewer.show(next));
    return next;
  }

  /// Notes an event.
  public void note(String type, String subject) {
    noteMany(1, type, subject);
  }

  /// Notes as many events.
  public void noteMany(int count, String type, String subject) {
    List<EventEntry> noted = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      long number = ++system.latestEvent;
      long at = SampleSystem.START_MILLIS + number;
      noted.add(new EventEntry(number, at, type, true, subject, type + " of " + subject, ""));
    }
    system.noted.merge(type, (long) count, Long::sum);
    events.addAll(noted);
  }

  /// The system begins anew, and its snapshots and events with it.
  public void startAnew() {
    events.clear();
    system.latestEvent = 0;
    system.number = 0;
    system.startMillis += system.upNanos / 1_000_000;
    system.upNanos = 0;
  }

  /// How many look.
  public int viewers() {
    return viewers.size();
  }

  @Override
  public Snapshot snapshot() {
    snapshotsTaken.incrementAndGet();
    return latest;
  }

  @Override
  public Viewing view(Viewer viewer) {
    if (isClosed) {
      throw new IllegalStateException("closed");
    }
    viewers.add(viewer);
    return () -> viewers.remove(viewer);
  }

  @Override
  public Page<ActorInfo> actors(ActorQuery query) {
    return new Page<>(latest.actors().deepest(), "");
  }

  @Override
  public Optional<ActorInfo> actor(String path) {
    return latest.actors().deepest().stream().filter(a -> a.path().equals(path)).findFirst();
  }

  @Override
  public Page<SchedulerDump.PeriodicJob> periodicJobs(String after, int max) {
    return new Page<>(List.of(), "");
  }

  @Override
  public Page<ProcessInfo> processes(String name, String after, int max) {
    return new Page<>(List.of(), "");
  }

  @Override
  public List<EventEntry> events(long after, String subject, int max) {
    switch (failures.poll()) {
      case RuntimeException e -> throw e;
      case Error e -> throw e;
      case null, default -> {}
    }
    List<EventEntry> found = new ArrayList<>();
    for (EventEntry event : events) {
      if (event.number() > after
          && (subject.isEmpty() || subject.equals(event.subject()))
          && found.size() < max) {
        found.add(event);
      }
    }
    return found;
  }

  @Override
  public String dump(DumpKind kind, boolean isJson) {
    return isJson ? "{}" : kind.toString();
  }
}
