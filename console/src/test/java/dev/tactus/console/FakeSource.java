package dev.tactus.console;

import dev.tactus.dispatch.Occupant;
import dev.tactus.mailbox.DeadLetterReason;
import dev.tactus.observe.ActorFigures;
import dev.tactus.observe.ActorInfo;
import dev.tactus.observe.ActorQuery;
import dev.tactus.observe.DumpKind;
import dev.tactus.observe.EventEntry;
import dev.tactus.observe.EventFigures;
import dev.tactus.observe.Page;
import dev.tactus.observe.Snapshot;
import dev.tactus.observe.Source;
import dev.tactus.observe.TimerFigures;
import dev.tactus.observe.Viewer;
import dev.tactus.observe.Viewing;
import dev.tactus.process.ProcessInfo;
import dev.tactus.scheduler.Lateness;
import dev.tactus.scheduler.SchedulerDump;
import dev.tactus.scheduler.SchedulerKind;
import dev.tactus.scheduler.SchedulerMetrics;
import dev.tactus.time.ClockKind;
import dev.tactus.time.driver.DriverKind;
import dev.tactus.time.driver.DriverStats;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.LongStream;

/// A system that is made up: some actors, whose pages are made when they are asked for.
final class FakeSource implements Source {
  static final String SYSTEM = "shop";

  private static final int SLOTS = 512;

  final int actors;

  /// How long the list of slots is: it makes snapshots long.
  volatile int slots = SLOTS;

  final AtomicLong number = new AtomicLong();
  final AtomicInteger pagesAsked = new AtomicInteger();
  final AtomicInteger failingPage = new AtomicInteger(-1);
  final AtomicInteger viewings = new AtomicInteger();
  final Set<Viewer> viewers = ConcurrentHashMap.newKeySet();
  final List<String> asked = new ArrayList<>();
  final ConcurrentLinkedQueue<RuntimeException> failures = new ConcurrentLinkedQueue<>();

  FakeSource(int actors) {
    this.actors = actors;
  }

  static Snapshot snapshot(long number) {
    return snapshot(number, SLOTS);
  }

  private static Snapshot snapshot(long number, int slots) {
    return new Snapshot(
        Snapshot.VERSION,
        number,
        SYSTEM,
        1_000 * number,
        number,
        false,
        new ActorFigures(3, Map.of(Occupant.Phase.IDLE, 3L), 0, 0, List.of(), List.of(), 0, 0),
        List.of(),
        new TimerFigures(
            SYSTEM,
            SchedulerKind.WHEEL,
            ClockKind.HOST,
            DriverKind.HOST,
            "Running",
            "",
            new DriverStats(1, 2, 3, 4, 5.5, 6.5, 7, 8),
            10_000_000,
            55,
            54,
            Collections.nCopies(slots, 1_234_567),
            4,
            5,
            6,
            new SchedulerMetrics(
                1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, new Lateness(1, 2, 3, 4, List.of()))),
        List.of(),
        new EventFigures(0, 0, 0, Map.of(), 0),
        Map.of(DeadLetterReason.OVERFLOW, 3L),
        List.of());
  }

  static ActorInfo actor(long index) {
    return new ActorInfo(
        "/shop/user/actor-" + index,
        "default",
        Occupant.Phase.IDLE,
        0,
        0,
        true,
        0,
        "",
        -1,
        "Pay",
        0);
  }

  /// Shows the next snapshot to all who look.
  Snapshot show() {
    Snapshot next = snapshot(number.incrementAndGet(), slots);
    viewers.forEach(viewer -> viewer.show(next));
    return next;
  }

  private void failIfAsked() {
    RuntimeException failure = failures.poll();
    if (failure != null) {
      throw failure;
    }
  }

  @Override
  public Snapshot snapshot() {
    failIfAsked();
    return snapshot(Math.max(1, number.get()));
  }

  @Override
  public Viewing view(Viewer viewer) {
    failIfAsked();
    viewings.incrementAndGet();
    viewers.add(viewer);
    return () -> viewers.remove(viewer);
  }

  @Override
  public Page<ActorInfo> actors(ActorQuery query) {
    failIfAsked();
    if (pagesAsked.incrementAndGet() == failingPage.get()) {
      throw new IllegalStateException("This page is made to fail.");
    }
    note("actors " + query);
    long from = 0;
    if (!query.after().isEmpty()) {
      try {
        from = Long.parseLong(query.after());
      } catch (NumberFormatException e) {
        throw new IllegalArgumentException("'" + query.after() + "' is not the end of a page.", e);
      }
    }
    long to = Math.min(actors, from + query.max());
    return new Page<>(
        LongStream.range(from, to).mapToObj(FakeSource::actor).toList(),
        to < actors ? Long.toString(to) : "");
  }

  private synchronized void note(String question) {
    asked.add(question);
  }

  /// The latest question that was asked.
  synchronized String latestAsked() {
    return asked.getLast();
  }

  @Override
  public Optional<ActorInfo> actor(String path) {
    return LongStream.range(0, Math.min(actors, 10))
        .mapToObj(FakeSource::actor)
        .filter(actor -> actor.path().equals(path) || actor.path().equals("/shop" + path))
        .findFirst();
  }

  @Override
  public Page<SchedulerDump.PeriodicJob> periodicJobs(String after, int max) {
    note("periodic " + after + " " + max);
    return new Page<>(List.of(), "");
  }

  @Override
  public Page<ProcessInfo> processes(String system, String after, int max) {
    note("processes " + system + " " + after + " " + max);
    return new Page<>(List.of(), "");
  }

  @Override
  public List<EventEntry> events(long after, String subject, int max) {
    note("events " + after + " " + subject + " " + max);
    return LongStream.rangeClosed(after + 1, Math.min(100, after + max))
        .mapToObj(n -> new EventEntry(n, n, "Failed", true, subject, "text", "TAC-0101"))
        .toList();
  }

  @Override
  public String dump(DumpKind kind, boolean isJson) {
    return isJson ? "{\"dump\":\"" + kind + "\"}" : "dump of " + kind;
  }
}
