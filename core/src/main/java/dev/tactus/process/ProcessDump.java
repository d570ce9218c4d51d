package dev.tactus.process;

import dev.tactus.json.JsonWriter;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/// What a system of processes looks like inside at one moment; for people as [#text()], for tools
/// as [#json()].
///
/// @param name the system's
/// @param nowNanos the clock's reading
/// @param stats what was counted
/// @param processes those with the lowest numbers
/// @param leftOut how many there are beside these
public record ProcessDump(
    String name, long nowNanos, ProcessStats stats, List<ProcessInfo> processes, long leftOut) {
  /// Copies the list.
  public ProcessDump {
    processes = List.copyOf(processes);
  }

  static ProcessDump of(
      String name, long nowNanos, ProcessStats stats, ProcessTable table, int processesMax) {
    List<ProcessInfo> shown = table.page(0, processesMax);
    return new ProcessDump(name, nowNanos, stats, shown, Math.max(0, stats.alive() - shown.size()));
  }

  /// The dump for people.
  public String text() {
    StringBuilder out = new StringBuilder(512);
    line(out, "processes %s: %d alive of %d started", name, stats.alive(), stats.started());
    StringBuilder states = new StringBuilder();
    stats
        .byState()
        .forEach(
            (state, count) ->
                states
                    .append(states.isEmpty() ? "" : ", ")
                    .append(count)
                    .append(' ')
                    .append(state));
    line(out, "  states    %s; %d events queued", states, stats.queuedEvents());
    line(
        out,
        "  ended     %d done, %d crashed, %d terminated; starts: %d failed, %d refused",
        stats.done(),
        stats.crashed(),
        stats.terminated(),
        stats.startsFailed(),
        stats.startsRefused());
    line(
        out,
        "  steps     %d; lost %d messages, refused %d answers",
        stats.steps(),
        stats.messagesLost(),
        stats.answersRefused());
    line(
        out,
        "  pool      %d turns, %d stolen, %d waiting",
        stats.executed(),
        stats.stolen(),
        stats.waiting());
    for (ProcessInfo p : processes) {
      line(
          out,
          "  %-9s %-8s %s, %d steps, %d queued, started %s ago",
          p.pid(),
          p.state(),
          p.implementation(),
          p.steps(),
          p.queued(),
          Duration.ofNanos(Math.max(0, nowNanos - p.startNanos())));
    }
    if (leftOut > 0) {
      line(out, "  and %d more", leftOut);
    }
    return out.toString();
  }

  @SuppressWarnings("AnnotateFormatMethod") // the annotation would be a dependency at run time
  private static void line(StringBuilder out, String format, Object... values) {
    out.append(String.format(Locale.ROOT, format, values)).append('\n');
  }

  /// The dump for tools: one JSON object.
  public String json() {
    JsonWriter json = new JsonWriter();
    json.beginObject()
        .field("name", name)
        .field("nowNanos", nowNanos)
        .field("started", stats.started())
        .field("alive", stats.alive())
        .field("done", stats.done())
        .field("crashed", stats.crashed())
        .field("terminated", stats.terminated())
        .field("startsFailed", stats.startsFailed())
        .field("startsRefused", stats.startsRefused())
        .field("steps", stats.steps())
        .field("messagesLost", stats.messagesLost())
        .field("answersRefused", stats.answersRefused())
        .field("queuedEvents", stats.queuedEvents())
        .beginObject("pool")
        .field("executed", stats.executed())
        .field("stolen", stats.stolen())
        .field("waiting", stats.waiting())
        .endObject()
        .beginObject("states");
    for (Map.Entry<ProcessState, Long> state : stats.byState().entrySet()) {
      json.field(state.getKey().name(), state.getValue());
    }
    json.endObject().beginArray("processes");
    for (ProcessInfo p : processes) {
      json.beginObject()
          .field("pid", p.pid().number())
          .field("implementation", p.implementation())
          .field("state", p.state())
          .field("steps", p.steps())
          .field("startNanos", p.startNanos())
          .field("queued", p.queued())
          .endObject();
    }
    return json.endArray().field("leftOut", leftOut).endObject().toString();
  }
}
