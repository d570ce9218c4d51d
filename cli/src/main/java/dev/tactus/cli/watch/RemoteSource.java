package dev.tactus.cli.watch;

import dev.tactus.observe.ActorInfo;
import dev.tactus.observe.ActorQuery;
import dev.tactus.observe.DumpKind;
import dev.tactus.observe.EventEntry;
import dev.tactus.observe.Page;
import dev.tactus.observe.Snapshot;
import dev.tactus.observe.SnapshotJson;
import dev.tactus.observe.Source;
import dev.tactus.observe.Viewer;
import dev.tactus.observe.Viewing;
import dev.tactus.process.ProcessInfo;
import dev.tactus.scheduler.SchedulerDump;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/// A system behind its console. Unlike other sources it waits for the network, and all methods
/// throw a [RemoteConsoleException] when the console does not answer.
///
/// Threads: any.
public final class RemoteSource implements Source {
  private static final Duration EVERY = Duration.ofSeconds(1);

  private final ConsoleClient client;
  private final Duration every;
  private volatile Optional<RemoteConsoleException> lastFailure = Optional.empty();

  /// A source that asks through this client.
  public RemoteSource(ConsoleClient client) {
    this(client, EVERY);
  }

  /// @param every the time between two questions of a viewing
  RemoteSource(ConsoleClient client, Duration every) {
    this.client = client;
    this.every = every;
  }

  private <T> T read(Supplier<T> parse) {
    try {
      return parse.get();
    } catch (IllegalArgumentException e) {
      throw client.misunderstood(e);
    }
  }

  @Override
  public Snapshot snapshot() {
    String json = client.get("/api/snapshot");
    Snapshot snapshot = read(() -> SnapshotJson.read(json, Snapshot.class));
    if (snapshot.version() != Snapshot.VERSION) {
      throw client.misunderstood(
          new IllegalArgumentException(
              "its snapshots are of version "
                  + snapshot.version()
                  + ", this program knows "
                  + Snapshot.VERSION
                  + "."));
    }
    return snapshot;
  }

  /// Asks every second, on a thread of its own; a second after each answer, so that no question is
  /// made up for. A question that fails is passed over and kept as [#lastFailure()]. A viewer that
  /// throws sees no more; what it threw goes to the thread's handler of uncaught exceptions.
  @Override
  public Viewing view(Viewer viewer) {
    ScheduledExecutorService alarms =
        Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().daemon().name("tactus-watch").factory());
    var _ =
        alarms.scheduleWithFixedDelay(
            () -> ask(alarms, viewer), 0, every.toNanos(), TimeUnit.NANOSECONDS);
    return alarms::shutdownNow;
  }

  private void ask(ScheduledExecutorService alarms, Viewer viewer) {
    try {
      viewer.show(snapshot());
      lastFailure = Optional.empty();
    } catch (RemoteConsoleException e) {
      if (!alarms.isShutdown()) { // at the end of a viewing, the last question is cut off
        lastFailure = Optional.of(e);
      }
    } catch (RuntimeException | Error e) { // else the executor would keep it to itself
      alarms.shutdown();
      Thread thread = Thread.currentThread();
      thread.getUncaughtExceptionHandler().uncaughtException(thread, e);
    }
  }

  /// Why the latest question of a viewing failed; empty when it did not.
  public Optional<RemoteConsoleException> lastFailure() {
    return lastFailure;
  }

  @Override
  public Page<ActorInfo> actors(ActorQuery query) {
    String json =
        client.get(
            "/api/actors"
                + ConsoleClient.query(
                    "parent",
                    query.parent(),
                    "text",
                    query.text(),
                    "stirring",
                    Boolean.toString(query.isStirringOnly()),
                    "after",
                    query.after(),
                    "max",
                    Integer.toString(query.max())));
    return read(() -> SnapshotJson.readPage(json, ActorInfo.class));
  }

  /// The answer about one actor, as far as it is read here.
  ///
  /// @param actor the actor
  public record ActorAnswer(ActorInfo actor) {}

  @Override
  public Optional<ActorInfo> actor(String path) {
    return client
        .find("/api/actor" + ConsoleClient.query("path", path))
        .map(json -> read(() -> SnapshotJson.read(json, ActorAnswer.class)).actor());
  }

  @Override
  public Page<SchedulerDump.PeriodicJob> periodicJobs(String after, int max) {
    String json =
        client.get(
            "/api/periodic" + ConsoleClient.query("after", after, "max", Integer.toString(max)));
    return read(() -> SnapshotJson.readPage(json, SchedulerDump.PeriodicJob.class));
  }

  @Override
  public Page<ProcessInfo> processes(String system, String after, int max) {
    String json =
        client.get(
            "/api/processes"
                + ConsoleClient.query(
                    "system", system, "after", after, "max", Integer.toString(max)));
    return read(() -> SnapshotJson.readPage(json, ProcessInfo.class));
  }

  @Override
  public List<EventEntry> events(long after, String subject, int max) {
    String json =
        client.get(
            "/api/events"
                + ConsoleClient.query(
                    "after",
                    Long.toString(after),
                    "subject",
                    subject,
                    "max",
                    Integer.toString(max)));
    return List.of(read(() -> SnapshotJson.read(json, EventEntry[].class)));
  }

  @Override
  public String dump(DumpKind kind, boolean isJson) {
    return client.get(
        "/api/dump/"
            + kind.name().toLowerCase(Locale.ROOT)
            + ConsoleClient.query("format", isJson ? "json" : "text"));
  }
}
