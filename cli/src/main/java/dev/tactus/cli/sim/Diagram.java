package dev.tactus.cli.sim;

import dev.tactus.testkit.simulation.Seeds;
import dev.tactus.testkit.simulation.Trace;
import dev.tactus.testkit.simulation.TraceEvent;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/// A trace as a space-time diagram: one page without anything outside of it.
///
/// Time runs down, each event in a row of its own; actors are lifelines, messages arrows from where
/// they were sent to where they were handled (see [Arrows]). The page draws only what is in view,
/// so that long traces open as fast as short ones.
///
/// ## How text stays text
///
/// What a trace holds comes from names that somebody gave. It enters the page as JSON inside of a
/// script element, where everything but plain letters, digits and a few signs is written as
/// `\\uXXXX`; and the page writes it with `textContent` only. So it can never become markup.
public final class Diagram {
  private static final String PAGE = "diagram.html";

  /// Above all actors; they begin and end with the system, which tells nothing.
  private static final Set<String> GUARDIANS = Set.of("/", "/system", "/user");

  private static final String PLACE = "\"TRACE\"";

  private Diagram() {}

  /// The page.
  public static String html(Trace trace) {
    return page().replace(PLACE, json(trace));
  }

  private static String page() {
    try (InputStream in = Diagram.class.getResourceAsStream(PAGE)) {
      return new String(
          Objects.requireNonNull(in, "the page of the diagram is not in the jar").readAllBytes(),
          StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String json(Trace trace) {
    List<TraceEvent> events =
        trace.events().stream().filter(event -> !GUARDIANS.contains(event.actor())).toList();
    Map<String, Integer> lifelines = lifelines(events);
    int[] ends = Arrows.of(events);
    StringBuilder json = new StringBuilder("{\"seed\":");
    string(json, Seeds.text(trace.seed()));
    json.append(",\"actors\":[");
    lifelines.forEach(
        (name, index) -> {
          json.append(index == 0 ? "" : ",");
          string(json, name);
        });
    json.append("],\"events\":[");
    for (int i = 0; i < events.size(); i++) {
      json.append(i == 0 ? "" : ",\n");
      event(json, events.get(i), lifelines, ends[i]);
    }
    return json.append("]}").toString();
  }

  /// Columns, in the order in which they first appear; the first is for what is outside of actors.
  private static Map<String, Integer> lifelines(List<TraceEvent> events) {
    Map<String, Integer> lifelines = new LinkedHashMap<>();
    lifelines.put("", 0);
    for (TraceEvent event : events) {
      lifelines.putIfAbsent(event.other(), lifelines.size());
      lifelines.putIfAbsent(event.actor(), lifelines.size());
    }
    return lifelines;
  }

  /// An event as `[time, kind, column of the actor, column of the other, detail, other end]`.
  private static void event(
      StringBuilder json, TraceEvent event, Map<String, Integer> lifelines, int end) {
    json.append('[');
    string(json, TraceText.millis(event.nanos()));
    json.append(",\"").append(event.kind().name()).append("\",");
    json.append(lifelines.get(event.actor())).append(',').append(lifelines.get(event.other()));
    json.append(',');
    string(json, event.detail());
    json.append(',').append(end).append(']');
  }

  private static void string(StringBuilder json, String text) {
    json.append('"');
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      boolean isPlain =
          (c >= 'a' && c <= 'z')
              || (c >= 'A' && c <= 'Z')
              || (c >= '0' && c <= '9')
              || " /$_-.:#,()[]".indexOf(c) >= 0;
      json.append(isPlain ? String.valueOf(c) : String.format(Locale.ROOT, "\\u%04x", (int) c));
    }
    json.append('"');
  }
}
