package dev.tactus.dispatch;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.toList;

import dev.tactus.json.JsonWriter;
import dev.tactus.workers.PoolSnapshot;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/// What the dispatchers of a system look like at one moment, and who is on them; for people as
/// [#text()], for tools as [#json()].
///
/// @param dispatchers those that have been started, by id
/// @param actors every actor
public record DispatcherDump(List<Line> dispatchers, List<Occupant> actors) {
  /// One dispatcher.
  ///
  /// @param id its id
  /// @param host whose threads it uses
  /// @param throughput how many messages a turn has at most
  /// @param pool what its pool has done and what waits there
  /// @param refused how many actors its pool has refused and is to be asked for again
  public record Line(String id, String host, int throughput, PoolSnapshot pool, int refused) {
    static Line of(Dispatcher dispatcher) {
      return new Line(
          dispatcher.id(),
          dispatcher.settings().host().getClass().getSimpleName(),
          dispatcher.settings().throughput(),
          dispatcher.snapshot(),
          dispatcher.refused());
    }
  }

  /// Copies the lists.
  public DispatcherDump {
    dispatchers = List.copyOf(dispatchers);
    actors = List.copyOf(actors);
  }

  static DispatcherDump of(List<Dispatcher> dispatchers, Census census) {
    List<Occupant> actors = new ArrayList<>();
    census.forEach(actors::add);
    return new DispatcherDump(dispatchers.stream().map(Line::of).toList(), actors);
  }

  /// The dump for people: each dispatcher with its actors. An actor may outlive its dispatcher by a
  /// moment, or come into being with it.
  public String text() {
    Map<String, List<Occupant>> byDispatcher =
        actors.stream().collect(groupingBy(Occupant::dispatcher, TreeMap::new, toList()));
    StringBuilder out = new StringBuilder(512);
    for (Line d : dispatchers) {
      List<Occupant> here = byDispatcher.getOrDefault(d.id(), List.of());
      line(out, "dispatcher %s: %s, %d actors", d.id(), d.host(), here.size());
      line(
          out,
          "  pool      %d workers, %d asleep, busy %.0f %%; %d turns begun, %d wait, %d refused",
          d.pool().workers().size(),
          d.pool().sleeping(),
          100 * d.pool().busyRatio(),
          d.pool().executed(),
          d.pool().waiting(),
          d.refused());
      here.forEach(actor -> line(out, actor));
    }
    dispatchers.forEach(d -> byDispatcher.remove(d.id()));
    byDispatcher.forEach(
        (id, left) -> {
          line(out, "dispatcher %s: not running, %d actors", id, left.size());
          left.forEach(actor -> line(out, actor));
        });
    return out.toString();
  }

  private static void line(StringBuilder out, Occupant actor) {
    line(
        out,
        "  actor     %s: %s%s%s, %d messages, %d system messages",
        actor.actor(),
        actor.phase(),
        actor.worker().isEmpty() ? "" : " on " + actor.worker(),
        actor.suspends() == 0 ? "" : ", suspended " + actor.suspends() + " times",
        actor.queued(),
        actor.systemQueued());
  }

  @SuppressWarnings("AnnotateFormatMethod") // the annotation would be a dependency at run time
  private static void line(StringBuilder out, String format, Object... values) {
    out.append(String.format(Locale.ROOT, format, values)).append('\n');
  }

  /// The dump for tools: one JSON object.
  public String json() {
    JsonWriter json = new JsonWriter();
    json.beginObject().beginArray("dispatchers");
    for (Line d : dispatchers) {
      json.beginObject()
          .field("id", d.id())
          .field("host", d.host())
          .field("throughput", d.throughput())
          .field("workers", d.pool().workers().size())
          .field("sleeping", d.pool().sleeping())
          .field("busyRatio", d.pool().busyRatio())
          .field("executed", d.pool().executed())
          .field("waiting", d.pool().waiting())
          .field("refused", d.refused())
          .endObject();
    }
    json.endArray().beginArray("actors");
    for (Occupant a : actors) {
      json.beginObject()
          .field("actor", a.actor())
          .field("dispatcher", a.dispatcher())
          .field("phase", a.phase())
          .field("worker", a.worker())
          .field("suspends", a.suspends())
          .field("queued", a.queued())
          .field("systemQueued", a.systemQueued())
          .endObject();
    }
    return json.endArray().endObject().toString();
  }
}
