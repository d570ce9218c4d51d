package dev.tactus.console.browser;

import dev.tactus.observe.ActorInfo;
import dev.tactus.observe.ActorQuery;
import dev.tactus.observe.DumpKind;
import dev.tactus.observe.EventEntry;
import dev.tactus.observe.Page;
import dev.tactus.observe.Snapshot;
import dev.tactus.observe.Source;
import dev.tactus.observe.Viewer;
import dev.tactus.observe.Viewing;
import dev.tactus.process.ProcessInfo;
import dev.tactus.scheduler.SchedulerDump;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/// A busy shop that does not exist. Its figures follow from the number of the step alone, so a page
/// that shows step 40 shows the same in each run. One step is one second of the shop, however fast
/// the steps are taken.
///
/// Threads: any.
final class StagedSource implements Source, AutoCloseable {
  private final AtomicLong step = new AtomicLong(1);
  private final List<Viewer> viewers = new CopyOnWriteArrayList<>();
  private final ScheduledExecutorService clock =
      Executors.newSingleThreadScheduledExecutor(
          Thread.ofPlatform().name("staged-shop").daemon().factory());

  /// Goes on by itself, a step each so many milliseconds.
  StagedSource playing(long millis) {
    clock.scheduleAtFixedRate(this::next, millis, millis, TimeUnit.MILLISECONDS);
    return this;
  }

  /// Takes one step and shows it.
  void next() {
    Snapshot snapshot = StagedFigures.snapshot(step.incrementAndGet());
    viewers.forEach(viewer -> viewer.show(snapshot));
  }

  long step() {
    return step.get();
  }

  @Override
  public Snapshot snapshot() {
    return StagedFigures.snapshot(step.get());
  }

  @Override
  public Viewing view(Viewer viewer) {
    viewers.add(viewer);
    return () -> viewers.remove(viewer);
  }

  @Override
  public Page<ActorInfo> actors(ActorQuery query) {
    return StagedActors.page(query, step.get());
  }

  @Override
  public Optional<ActorInfo> actor(String path) {
    return StagedActors.find(path, step.get());
  }

  @Override
  public Page<SchedulerDump.PeriodicJob> periodicJobs(String after, int max) {
    return StagedJobs.periodic(after, max, step.get());
  }

  @Override
  public Page<ProcessInfo> processes(String system, String after, int max) {
    return StagedJobs.processes(after, max, step.get());
  }

  @Override
  public List<EventEntry> events(long after, String subject, int max) {
    return StagedEvents.after(after, subject, max, step.get());
  }

  @Override
  public String dump(DumpKind kind, boolean isJson) {
    return isJson ? "{\"kind\":\"" + kind + "\"}" : "The staged shop has no insides: " + kind + ".";
  }

  @Override
  public void close() {
    clock.shutdownNow();
  }
}
