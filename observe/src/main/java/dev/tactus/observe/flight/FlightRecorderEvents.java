package dev.tactus.observe.flight;

import dev.tactus.actor.ActorEvent;
import dev.tactus.actor.ActorSystem;
import dev.tactus.actor.DeadLetter;
import dev.tactus.dispatch.DispatcherEvent;
import dev.tactus.event.EventStream;
import dev.tactus.event.RuntimeEvent;
import dev.tactus.event.Subscription;
import dev.tactus.mailbox.MailboxPressure;
import dev.tactus.observe.ActorInfo;
import dev.tactus.observe.LintSettings;
import dev.tactus.observe.Snapshot;
import dev.tactus.observe.Source;
import dev.tactus.observe.Viewing;
import dev.tactus.observe.flood.FloodLimit;
import dev.tactus.scheduler.SchedulerWarning;
import dev.tactus.time.driver.DriverStats;
import dev.tactus.time.host.HostClock;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.text.ParseException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;
import jdk.jfr.Configuration;
import jdk.jfr.FlightRecorder;
import jdk.jfr.FlightRecorderListener;
import jdk.jfr.Recording;
import jdk.jfr.RecordingState;
import org.jspecify.annotations.Nullable;

/// Tells the JDK's flight recorder what goes on in a system.
///
/// ```java
/// try (var flight = FlightRecorderEvents.follow(system, observatory)) {
///   ...
/// }
/// ```
///
/// Pressure, starvation, restarts, late ticks and dead letters come from the event stream; long
/// turns and catch-ups of the driver from the snapshots. Of each type at most [#PER_SECOND] a
/// second are recorded; the next one says how many were left out. While no recording runs, nothing
/// is subscribed to and nobody looks.
///
/// Threads: any.
public final class FlightRecorderEvents implements AutoCloseable {
  /// How many events of one type are recorded in a second.
  public static final int PER_SECOND = 20;

  private static final String PROFILE = "tactus.jfc";

  private final String system;
  private final EventStream stream;
  private final Source source;
  private final FlightRecorderListener listener;
  private final Map<Class<?>, FloodLimit> limits = new HashMap<>();

  // Guarded by this.
  private final List<Subscription> subscriptions = new ArrayList<>();
  private @Nullable Viewing viewing;
  private boolean closed;

  private FlightRecorderEvents(
      String system, EventStream stream, Source source, LongSupplier nanos) {
    this.system = system;
    this.stream = stream;
    this.source = source;
    for (Class<?> type :
        List.of(
            FlightEvents.MailboxPressure.class,
            FlightEvents.LongTurn.class,
            FlightEvents.TimerLate.class,
            FlightEvents.Starvation.class,
            FlightEvents.Restart.class,
            FlightEvents.DeadLetter.class,
            FlightEvents.DriverCatchUp.class)) {
      limits.put(type, new FloodLimit(PER_SECOND, nanos));
    }
    this.listener =
        new FlightRecorderListener() {
          @Override
          public void recordingStateChanged(Recording recording) {
            adjust();
          }
        };
  }

  /// Follows a system, from now on until this is closed.
  public static FlightRecorderEvents follow(ActorSystem system, Source source) {
    return follow(system.name(), system.events(), source, HostClock.instance()::nanos);
  }

  static FlightRecorderEvents follow(
      String system, EventStream stream, Source source, LongSupplier nanos) {
    FlightRecorderEvents events = new FlightRecorderEvents(system, stream, source, nanos);
    FlightRecorder.addListener(events.listener);
    try {
      events.adjust();
    } catch (RuntimeException e) {
      events.close();
      throw e;
    }
    return events;
  }

  /// Settings for a recording: all events of Tactus, and those of the JDK that explain them. The
  /// same file serves `-XX:StartFlightRecording:settings=tactus.jfc` once it is saved.
  public static Configuration configuration() {
    try (InputStream profile = FlightRecorderEvents.class.getResourceAsStream(PROFILE)) {
      if (profile == null) {
        throw new IllegalStateException(PROFILE + " is not in this build; build it with Maven.");
      }
      return Configuration.create(new InputStreamReader(profile, StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (ParseException e) {
      throw new IllegalStateException(PROFILE + " is damaged; build it again with Maven.", e);
    }
  }

  /// Listens while a recording runs.
  private synchronized void adjust() {
    boolean isWanted =
        !closed
            && FlightRecorder.isInitialized()
            && FlightRecorder.getFlightRecorder().getRecordings().stream()
                .anyMatch(recording -> recording.getState() == RecordingState.RUNNING);
    if (isWanted && viewing == null) {
      viewing =
          source.view(new Looks(source.snapshot())::show); // first: a source that is closed refuses
      listen(MailboxPressure.class, this::pressure);
      listen(DispatcherEvent.Starvation.class, this::starvation);
      listen(ActorEvent.Restarted.class, this::restart);
      listen(DeadLetter.class, this::deadLetter);
      listen(SchedulerWarning.DriftExceeded.class, this::late);
    } else if (!isWanted && viewing != null) {
      stop();
    }
  }

  private <E extends RuntimeEvent> void listen(Class<E> type, Consumer<E> consumer) {
    subscriptions.add(stream.subscribe(type, consumer));
  }

  private void stop() {
    subscriptions.forEach(Subscription::close);
    subscriptions.clear();
    Viewing open = viewing;
    viewing = null;
    if (open != null) {
      open.close();
    }
  }

  @Override
  public void close() {
    boolean unused = FlightRecorder.removeListener(listener);
    synchronized (this) {
      closed = true;
      stop();
    }
  }

  /// Records an event, unless there were too many of its type.
  private <E extends FlightEvents.Told> void tell(E event, Consumer<E> fill) {
    FloodLimit limit = limits.get(event.getClass());
    if (limit == null || !event.isEnabled() || !limit.admit()) {
      return;
    }
    event.system = system;
    event.suppressed = limit.takeSuppressed();
    fill.accept(event);
    event.commit();
  }

  private void pressure(MailboxPressure pressure) {
    tell(
        new FlightEvents.MailboxPressure(),
        event -> {
          event.actor = pressure.actor();
          event.pressed = pressure.pressed();
          event.depth = pressure.depth();
          event.capacity = pressure.capacity();
        });
  }

  private void starvation(DispatcherEvent.Starvation starvation) {
    tell(
        new FlightEvents.Starvation(),
        event -> {
          event.dispatcher = starvation.dispatcher();
          event.waiting = starvation.waiting();
          event.without = starvation.forNanos();
          event.isHelped = starvation.isHelped();
          event.busyThreads =
              starvation.busy().stream()
                  .map(DispatcherEvent.BusyThread::thread)
                  .collect(Collectors.joining(", "));
        });
  }

  private void restart(ActorEvent.Restarted restarted) {
    tell(
        new FlightEvents.Restart(),
        event -> {
          event.actor = restarted.actor().path().toString();
          event.cause = restarted.cause().getClass().getName();
        });
  }

  private void deadLetter(DeadLetter letter) {
    tell(
        new FlightEvents.DeadLetter(),
        event -> {
          event.recipient = letter.recipient().path().toString();
          event.messageType = letter.message().getClass().getName();
          event.reason = letter.reason().name();
        });
  }

  private void late(SchedulerWarning.DriftExceeded drift) {
    tell(
        new FlightEvents.TimerLate(),
        event -> {
          event.tick = drift.tick();
          event.late = drift.observedNanos();
          event.budget = drift.budgetNanos();
        });
  }

  /// What comes of snapshots while a recording runs. What was before it is not told.
  ///
  /// Threads: the one that shows snapshots.
  private final class Looks {
    private Map<String, Long> turns;
    private @Nullable DriverStats driver;

    /// @param before shows what there was when the recording began
    Looks(Snapshot before) {
      this.turns = longTurns(before);
    }

    void show(Snapshot snapshot) {
      Map<String, Long> next = longTurns(snapshot);
      for (ActorInfo actor : snapshot.actors().slowest()) {
        Long turn = next.get(actor.path());
        // A figure that is the same to the nanosecond was told before, or was there before.
        if (turn != null && !turn.equals(turns.get(actor.path()))) {
          longTurn(actor);
        }
      }
      turns = next;
      catchUps(snapshot.timers().driverStats());
    }

    private static Map<String, Long> longTurns(Snapshot snapshot) {
      Map<String, Long> turns = new HashMap<>();
      for (ActorInfo actor : snapshot.actors().slowest()) {
        if (actor.turnNanos() > LintSettings.DEFAULT.longTurnNanos()) {
          turns.put(actor.path(), actor.turnNanos());
        }
      }
      return turns;
    }

    private void longTurn(ActorInfo actor) {
      tell(
          new FlightEvents.LongTurn(),
          event -> {
            event.actor = actor.path();
            event.dispatcher = actor.dispatcher();
            event.turn = actor.turnNanos();
            event.messageType = actor.latestType();
          });
    }

    private void catchUps(DriverStats now) {
      DriverStats before = driver;
      driver = now;
      if (before != null && now.catchUps() > before.catchUps()) {
        tell(
            new FlightEvents.DriverCatchUp(),
            event -> {
              event.catchUps = now.catchUps() - before.catchUps();
              event.tokens = now.tokens() - before.tokens();
              event.meanJitter = now.meanJitterNanos();
            });
      }
    }
  }
}
