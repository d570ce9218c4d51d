package dev.tactus.cli.watch;

import dev.tactus.cli.demo.Figures;
import dev.tactus.dispatch.Occupant;
import dev.tactus.observe.ActorInfo;
import dev.tactus.observe.DispatcherFigures;
import dev.tactus.observe.Finding;
import dev.tactus.observe.Snapshot;
import dev.tactus.observe.TimerFigures;
import dev.tactus.observe.WorkerFigures;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// A snapshot as lines of plain text: the system in a few lines, what looks wrong, and actors. With
/// the snapshot before it, counters are shown as rates; one of another run is not looked at.
final class TopTable {
  private final @Nullable Snapshot before;
  private final Snapshot now;

  TopTable(@Nullable Snapshot before, Snapshot now) {
    this.before = before != null && follows(before, now) ? before : null;
    this.now = now;
  }

  /// Whether both are of one run of one system, whose counters only grow.
  private static boolean follows(Snapshot before, Snapshot now) {
    return now.system().equals(before.system())
        && now.number() > before.number()
        && now.upNanos() > before.upNanos()
        && deadLetters(now) >= deadLetters(before)
        && now.timers().metrics().fired() >= before.timers().metrics().fired()
        && now.dispatchers().stream().allMatch(it -> turns(now, it.id()) >= turns(before, it.id()));
  }

  private static long deadLetters(Snapshot snapshot) {
    return snapshot.deadLetters().values().stream().mapToLong(Long::longValue).sum();
  }

  /// The actors that a snapshot names, each once.
  static Collection<ActorInfo> named(Snapshot snapshot) {
    Map<String, ActorInfo> byPath = new LinkedHashMap<>();
    Stream.concat(snapshot.actors().deepest().stream(), snapshot.actors().slowest().stream())
        .forEach(actor -> byPath.putIfAbsent(actor.path(), actor));
    return byPath.values();
  }

  List<String> lines(Collection<ActorInfo> actors, TopOrder order) {
    List<String> lines = new ArrayList<>(system());
    now.findings().forEach(finding -> lines.add(finding(finding)));
    lines.add("");
    lines.addAll(actors(actors, order));
    return lines;
  }

  private List<String> system() {
    List<String> lines = new ArrayList<>();
    lines.add(
        now.system()
            + ": snapshot "
            + Figures.count(now.number())
            + ", up "
            + Figures.time(now.upNanos())
            + (now.isUnderPressure() ? ", UNDER PRESSURE" : ""));
    lines.add(
        "actors    "
            + Figures.count(now.actors().total())
            + states()
            + "; queued "
            + Figures.count(now.actors().queued())
            + "; dead letters "
            + counter(TopTable::deadLetters));
    lines.add(timers());
    now.dispatchers().forEach(dispatcher -> lines.add(dispatcher(dispatcher)));
    now.processes()
        .forEach(
            processes ->
                lines.add(
                    "processes "
                        + processes.name()
                        + ": "
                        + Figures.count(processes.stats().alive())
                        + " alive, "
                        + Figures.count(processes.stats().steps())
                        + " steps, "
                        + Figures.count(processes.stats().crashed())
                        + " crashed"));
    return lines;
  }

  private String states() {
    return state(Occupant.Phase.RUNNING)
        + state(Occupant.Phase.SCHEDULED)
        + part(now.actors().suspended(), "suspended");
  }

  private String state(Occupant.Phase phase) {
    return part(now.actors().byState().getOrDefault(phase, 0L), word(phase));
  }

  private static String part(long count, String what) {
    return count == 0 ? "" : ", " + Figures.count(count) + " " + what;
  }

  private String timers() {
    TimerFigures timers = now.timers();
    return "timers    "
        + Figures.count(timers.metrics().active())
        + " active, "
        + counter(s -> s.timers().metrics().fired())
        + " fired, "
        + Figures.count(timers.metrics().dropped())
        + " dropped; late p50 "
        + Figures.time(timers.metrics().lateness().p50Nanos())
        + " p99 "
        + Figures.time(timers.metrics().lateness().p99Nanos())
        + "; driver "
        + word(timers.driver())
        + " "
        + timers.driverStatus();
  }

  private String dispatcher(DispatcherFigures dispatcher) {
    String busy =
        dispatcher.workers().stream()
            .map(worker -> busy(dispatcher, worker))
            .limit(16)
            .collect(Collectors.joining(" "));
    return dispatcher.id()
        + " ".repeat(Math.max(1, 10 - dispatcher.id().length()))
        + dispatcher.workers().size()
        + (dispatcher.workers().size() == 1 ? " worker, busy " : " workers, busy ")
        + (busy.isEmpty() ? "-" : busy)
        + "; "
        + counter(s -> turns(s, dispatcher.id()))
        + " turns; "
        + Figures.count(
            dispatcher.globalWaiting()
                + dispatcher.workers().stream().mapToLong(WorkerFigures::waiting).sum())
        + " wait; ready p99 "
        + Figures.time(dispatcher.readyLatency().p99Nanos())
        + (dispatcher.refused() == 0
            ? ""
            : "; REFUSED " + Figures.count(dispatcher.refused()) + " actors");
  }

  private static long turns(Snapshot snapshot, String dispatcher) {
    return snapshot.dispatchers().stream()
        .filter(found -> found.id().equals(dispatcher))
        .flatMap(found -> found.workers().stream())
        .mapToLong(WorkerFigures::executed)
        .sum();
  }

  /// The share of the time since the last snapshot, or of all the time.
  private String busy(DispatcherFigures dispatcher, WorkerFigures worker) {
    long time = dispatcher.upNanos();
    long busy = worker.busyNanos();
    if (before != null) {
      for (DispatcherFigures earlier : before.dispatchers()) {
        if (earlier.id().equals(dispatcher.id())
            && earlier.workers().size() > worker.number()
            && time > earlier.upNanos()) {
          time -= earlier.upNanos();
          busy -= earlier.workers().get(worker.number()).busyNanos();
          break;
        }
      }
    }
    return time <= 0 ? "-" : Math.clamp(Math.round(100.0 * busy / time), 0, 100) + "%";
  }

  /// A counter as it stands; with the snapshot before, how much it grew in a second.
  private String counter(ToLongFunction<Snapshot> counter) {
    long value = counter.applyAsLong(now);
    if (before == null) {
      return Figures.count(value);
    }
    double seconds = (now.upNanos() - before.upNanos()) / 1e9;
    long perSecond = Math.round((value - counter.applyAsLong(before)) / seconds);
    return Figures.count(perSecond) + "/s";
  }

  private static String finding(Finding finding) {
    return "! "
        + finding.code()
        + " "
        + finding.kind()
        + " "
        + finding.subject()
        + ": "
        + finding.text();
  }

  static List<String> actors(Collection<ActorInfo> actors, TopOrder order) {
    Table table = new Table("STATE", " DEPTH", " TURN", "TYPE", "DISPATCHER", "PATH");
    actors.stream()
        .sorted(order.comparator())
        .forEach(
            actor ->
                table.row(
                    state(actor),
                    depth(actor),
                    actor.turnNanos() < 0 ? "-" : Figures.time(actor.turnNanos()),
                    actor.latestType().isEmpty() ? "-" : actor.latestType(),
                    actor.dispatcher(),
                    actor.path()));
    return table.lines();
  }

  static String state(ActorInfo actor) {
    return actor.suspends() > 0 ? "suspended" : word(actor.state());
  }

  static String depth(ActorInfo actor) {
    return Figures.count(actor.depth()) + (actor.isDepthExact() ? "" : "+");
  }

  static String word(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT);
  }
}
