package dev.tactus.actor;

import dev.tactus.actor.shutdown.Phase;
import dev.tactus.dispatch.DispatcherSettings;
import dev.tactus.dispatch.Dispatchers;
import dev.tactus.error.ErrorCode;
import dev.tactus.mailbox.MailboxSettings;
import dev.tactus.scheduler.RuntimeToolbox;
import dev.tactus.scheduler.SchedulerSettings;
import dev.tactus.time.host.HostSeed;
import dev.tactus.workers.PoolSettings;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Supplier;

/// How an actor system is built: every part can be replaced here.
///
/// @param name begins the paths of its actors and the names of its threads
/// @param dispatchers by id; `default` is where actors run that name none
/// @param mailboxes by id; `default` is the mailbox of actors that name none
/// @param scheduler how timers are kept
/// @param toolbox gives time, ticks and threads; called once for each system
/// @param seed where random numbers of the runtime come from, such as the jitter of a backoff
/// @param pressure when the system counts as overloaded
/// @param observer sees every message; empty as a rule
/// @param spawning sees every actor before it is made, the first in the list first
/// @param phases what a coordinated shutdown goes through
/// @param closeTimeout how long closing waits for actors to end; phases have timeouts of their own.
///   With zero it waits neither for actors nor for phases
public record SystemSettings(
    String name,
    Map<String, DispatcherSettings> dispatchers,
    Map<String, MailboxSettings> mailboxes,
    SchedulerSettings scheduler,
    Supplier<RuntimeToolbox> toolbox,
    long seed,
    PressureSettings pressure,
    Optional<ActorObserver> observer,
    List<SpawnMiddleware> spawning,
    List<Phase> phases,
    Duration closeTimeout) {
  /// The id of the mailbox of actors that name none.
  public static final String DEFAULT_MAILBOX = "default";

  private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(10);

  /// Checks the values and copies the maps.
  public SystemSettings {
    Objects.requireNonNull(scheduler, "scheduler");
    Objects.requireNonNull(toolbox, "toolbox");
    Objects.requireNonNull(pressure, "pressure");
    Objects.requireNonNull(observer, "observer");
    Names.require(() -> "An actor system", name);
    dispatchers = Map.copyOf(dispatchers);
    mailboxes = Map.copyOf(mailboxes);
    spawning = List.copyOf(spawning);
    phases = Phase.ordered(phases);
    if (phases.stream().noneMatch(phase -> phase.name().equals(Phase.STOP_ACTORS))) {
      throw new IllegalArgumentException(
          ErrorCode.SHUTDOWN_PHASE.mark(
              "The phases of a shutdown have no '"
                  + Phase.STOP_ACTORS
                  + "', in which the system stops its actors; add it."));
    }
    if (closeTimeout.isNegative()) {
      throw new IllegalArgumentException(
          "The close timeout of a system was " + closeTimeout + "; give zero or more.");
    }
  }

  /// A system of this name: a worker for each processor, a scheduler with ticks of 10 ms.
  public static SystemSettings of(String name) {
    return new SystemSettings(
        name,
        Map.of(
            Dispatchers.DEFAULT_ID,
            DispatcherSettings.workers(PoolSettings.defaults().withName(name))),
        Map.of(DEFAULT_MAILBOX, MailboxSettings.unbounded()),
        SchedulerSettings.defaults().withName(name),
        RuntimeToolbox::host,
        HostSeed.next(),
        PressureSettings.DEFAULT,
        Optional.empty(),
        List.of(),
        Phase.DEFAULTS,
        CLOSE_TIMEOUT);
  }

  /// The same with another dispatcher, or another one of this id.
  public SystemSettings withDispatcher(String id, DispatcherSettings settings) {
    return changed(draft -> draft.dispatchers = with(dispatchers, id, settings));
  }

  /// The same with so many workers for actors that name no dispatcher. Where these have no workers
  /// until now, as on virtual threads, they get a dispatcher with defaults.
  public SystemSettings withWorkers(int workers) {
    DispatcherSettings present = dispatchers.get(Dispatchers.DEFAULT_ID);
    DispatcherSettings changed =
        present != null && present.host() instanceof DispatcherSettings.Host.Workers(var pool)
            ? present.withHost(new DispatcherSettings.Host.Workers(pool.withWorkers(workers)))
            : DispatcherSettings.workers(
                PoolSettings.defaults().withName(name).withWorkers(workers));
    return withDispatcher(Dispatchers.DEFAULT_ID, changed);
  }

  /// The same with another mailbox, or another one of this id.
  public SystemSettings withMailbox(String id, MailboxSettings settings) {
    return changed(draft -> draft.mailboxes = with(mailboxes, id, settings));
  }

  /// The same with another scheduler.
  public SystemSettings withScheduler(SchedulerSettings settings) {
    return changed(draft -> draft.scheduler = settings);
  }

  /// The same on another machine.
  public SystemSettings withToolbox(Supplier<RuntimeToolbox> other) {
    return changed(draft -> draft.toolbox = other);
  }

  /// The same with another seed.
  public SystemSettings withSeed(long other) {
    return changed(draft -> draft.seed = other);
  }

  /// The same with another idea of overload.
  public SystemSettings withPressure(PressureSettings other) {
    return changed(draft -> draft.pressure = other);
  }

  /// The same with somebody who sees every message.
  public SystemSettings withObserver(ActorObserver other) {
    Objects.requireNonNull(other, "other: say who sees the messages");
    return changed(draft -> draft.observer = Optional.of(other));
  }

  /// The same with one more that sees every actor before it is made, after those that do already.
  public SystemSettings withSpawnMiddleware(SpawnMiddleware middleware) {
    Objects.requireNonNull(middleware, "middleware: say who sees the actors");
    List<SpawnMiddleware> longer = new ArrayList<>(spawning);
    longer.add(middleware);
    return changed(draft -> draft.spawning = longer);
  }

  /// The same with other phases of a coordinated shutdown. One of them has to be
  /// [Phase#STOP_ACTORS].
  public SystemSettings withPhases(List<Phase> other) {
    return changed(draft -> draft.phases = other);
  }

  /// The same with another time for actors to end.
  public SystemSettings withCloseTimeout(Duration timeout) {
    return changed(draft -> draft.closeTimeout = timeout);
  }

  private static <T> Map<String, T> with(Map<String, T> map, String id, T value) {
    Map<String, T> longer = new TreeMap<>(map);
    longer.put(id, value);
    return longer;
  }

  private SystemSettings changed(Consumer<Draft> change) {
    Draft draft = new Draft(this);
    change.accept(draft);
    return draft.settings();
  }

  /// What a copy is made of, so that each change names what it changes and nothing else.
  private static final class Draft {
    private String name;
    private Map<String, DispatcherSettings> dispatchers;
    private Map<String, MailboxSettings> mailboxes;
    private SchedulerSettings scheduler;
    private Supplier<RuntimeToolbox> toolbox;
    private long seed;
    private PressureSettings pressure;
    private Optional<ActorObserver> observer;
    private List<SpawnMiddleware> spawning;
    private List<Phase> phases;
    private Duration closeTimeout;

    Draft(SystemSettings settings) {
      name = settings.name;
      dispatchers = settings.dispatchers;
      mailboxes = settings.mailboxes;
      scheduler = settings.scheduler;
      toolbox = settings.toolbox;
      seed = settings.seed;
      pressure = settings.pressure;
      observer = settings.observer;
      spawning = settings.spawning;
      phases = settings.phases;
      closeTimeout = settings.closeTimeout;
    }

    SystemSettings settings() {
      return new SystemSettings(
          name,
          dispatchers,
          mailboxes,
          scheduler,
          toolbox,
          seed,
          pressure,
          observer,
          spawning,
          phases,
          closeTimeout);
    }
  }
}
