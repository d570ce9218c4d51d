package dev.tactus.observe.meter;

import static dev.tactus.observe.meter.TactusMeter.Type.COUNTER;
import static dev.tactus.observe.meter.TactusMeter.Type.GAUGE;

import java.util.List;

/// The meters that there are. All of them have the tag `system`, the name of the system.
public enum TactusMeter {
  /// Actors by what they do.
  ACTORS("tactus.actors", GAUGE, "", "actors, by what their mailboxes do", "state"),
  /// Suspended actors.
  ACTORS_SUSPENDED("tactus.actors.suspended", GAUGE, "", "actors that are suspended"),
  /// Waiting messages.
  MAILBOX_QUEUED("tactus.mailbox.queued", GAUGE, "", "messages that wait, in all mailboxes"),
  /// The longest mailbox.
  MAILBOX_DEEPEST("tactus.mailbox.deepest", GAUGE, "", "messages in the longest mailbox"),
  /// Whether the system is overloaded.
  PRESSURE("tactus.pressure", GAUGE, "", "1 while the system counts as overloaded, else 0"),
  /// Turns of a dispatcher.
  DISPATCHER_TURNS("tactus.dispatcher.turns", COUNTER, "", "turns that have begun", "dispatcher"),
  /// Turns that wait.
  DISPATCHER_WAITING(
      "tactus.dispatcher.waiting", GAUGE, "", "turns that wait for a worker", "dispatcher"),
  /// Refused actors.
  DISPATCHER_REFUSED(
      "tactus.dispatcher.refused",
      GAUGE,
      "",
      "actors that the pool has refused and is asked for again",
      "dispatcher"),
  /// How long turns wait.
  DISPATCHER_READY(
      "tactus.dispatcher.ready",
      GAUGE,
      "seconds",
      "how long turns waited for a worker, since the start; percentile 50, 99 or 100",
      "dispatcher",
      "percentile"),
  /// Workers of a dispatcher.
  DISPATCHER_WORKERS(
      "tactus.dispatcher.workers",
      GAUGE,
      "",
      "workers that work, search for work or sleep",
      "dispatcher",
      "state"),
  /// Time in which a worker had work.
  WORKER_BUSY("tactus.worker.busy", COUNTER, "seconds", "time with work", "dispatcher", "worker"),
  /// Turns of a worker.
  WORKER_TURNS("tactus.worker.turns", COUNTER, "", "turns begun", "dispatcher", "worker"),
  /// Stolen tasks.
  WORKER_STOLEN(
      "tactus.worker.stolen", COUNTER, "", "tasks taken from others", "dispatcher", "worker"),
  /// How often a worker slept.
  WORKER_PARKS("tactus.worker.parks", COUNTER, "", "times gone to sleep", "dispatcher", "worker"),
  /// How long a worker is stuck.
  WORKER_STUCK(
      "tactus.worker.stuck",
      GAUGE,
      "seconds",
      "how long it has been in one and the same turn; 0 when it goes on",
      "dispatcher",
      "worker"),
  /// Active timers.
  TIMERS_ACTIVE("tactus.timers.active", GAUGE, "", "timers that have not ended"),
  /// Periodic timers.
  TIMERS_PERIODIC("tactus.timers.periodic", GAUGE, "", "how many of these are periodic"),
  /// Registered timers.
  TIMERS_REGISTERED("tactus.timers.registered", COUNTER, "", "timers that were ever taken"),
  /// Runs of timers.
  TIMERS_FIRED("tactus.timers.fired", COUNTER, "", "runs that were started"),
  /// Cancelled timers.
  TIMERS_CANCELLED("tactus.timers.cancelled", COUNTER, "", "timers that were cancelled"),
  /// Dropped timers.
  TIMERS_DROPPED(
      "tactus.timers.dropped", COUNTER, "", "timers that were given up for want of room"),
  /// Timers beyond the wheel.
  TIMERS_OVERFLOW("tactus.timers.overflow", GAUGE, "", "timers that wait beyond the wheel"),
  /// How late timers are.
  TIMERS_LATENESS(
      "tactus.timers.lateness",
      GAUGE,
      "seconds",
      "how late timers were handed over, since the start; percentile 50, 99 or 100",
      "percentile"),
  /// How late the last tick was.
  TIMERS_DRIFT(
      "tactus.timers.drift", GAUGE, "seconds", "how late the last tick began, without jitter"),
  /// Tokens of the driver.
  DRIVER_TOKENS("tactus.driver.tokens", COUNTER, "", "tokens that the driver handed over"),
  /// Catch-ups of the driver.
  DRIVER_CATCH_UPS("tactus.driver.catch.ups", COUNTER, "", "tokens that made up for being late"),
  /// Processes.
  PROCESSES_ALIVE(
      "tactus.processes.alive", GAUGE, "", "processes that have not ended", "processes"),
  /// Steps of processes.
  PROCESSES_STEPS("tactus.processes.steps", COUNTER, "", "steps that were begun", "processes"),
  /// Crashed processes.
  PROCESSES_CRASHED(
      "tactus.processes.crashed", COUNTER, "", "processes that ended by an error", "processes"),
  /// Noted events.
  EVENTS("tactus.events", COUNTER, "", "failures, restarts and warnings, by type", "type"),
  /// Dead letters.
  DEAD_LETTERS("tactus.dead.letters", COUNTER, "", "messages that nobody handled", "reason"),
  /// Findings.
  FINDINGS("tactus.findings", GAUGE, "", "what looks wrong at the moment", "kind");

  /// How a meter behaves.
  public enum Type {
    /// It goes up and down.
    GAUGE,
    /// It only grows.
    COUNTER
  }

  private final String meterName;
  private final Type type;
  private final String unit;
  private final String description;

  @SuppressWarnings("ImmutableEnumChecker") // a list that List.of made
  private final List<String> tags;

  TactusMeter(String meterName, Type type, String unit, String description, String... tags) {
    this.meterName = meterName;
    this.type = type;
    this.unit = unit;
    this.description = description;
    this.tags = List.of(tags);
  }

  /// Its name, such as `tactus.actors`; Prometheus shows it as `tactus_actors`.
  public String meterName() {
    return meterName;
  }

  /// How it behaves.
  public Type type() {
    return type;
  }

  /// Its unit; empty for a count.
  public String unit() {
    return unit;
  }

  /// What it says.
  public String description() {
    return description;
  }

  /// The names of its tags, beside `system`.
  public List<String> tags() {
    return tags;
  }
}
