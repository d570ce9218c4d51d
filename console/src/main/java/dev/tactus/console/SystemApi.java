package dev.tactus.console;

import dev.tactus.console.wire.ActorDetails;
import dev.tactus.console.wire.ConsoleInfo;
import dev.tactus.observe.ActorInfo;
import dev.tactus.observe.ActorQuery;
import dev.tactus.observe.DumpKind;
import dev.tactus.observe.EventEntry;
import dev.tactus.observe.Page;
import dev.tactus.observe.Snapshot;
import dev.tactus.observe.Source;
import java.util.List;
import java.util.function.Supplier;

/// Answers about the system that is looked at.
final class SystemApi {
  private static final int PAGE = 100;
  private static final int EVENTS = 200;
  private static final int EVENTS_MAX = 1_000;
  private static final int EVENTS_OF_ACTOR = 50;

  private final Source source;
  private final SseHub hub;
  private final ConsoleSettings settings;
  private final List<String> actions;

  /// @param actions the names of the actions that it takes
  SystemApi(Source source, SseHub hub, ConsoleSettings settings, List<String> actions) {
    this.source = source;
    this.hub = hub;
    this.settings = settings;
    this.actions = actions;
  }

  Answer console(Request request) {
    return Answer.json(
        new ConsoleInfo(
            Snapshot.VERSION,
            source.snapshot().system(),
            actions.isEmpty(),
            actions,
            settings.intervalMillis(),
            settings.recordings().isPresent(),
            settings.traces().isPresent()));
  }

  Answer snapshot(Request request) {
    return Answer.json(source.snapshot());
  }

  Answer stream(Request request) {
    return Answer.streamed("text/event-stream", hub.join()).with("X-Accel-Buffering", "no");
  }

  Answer actors(Request request) {
    Query query = request.query();
    ActorQuery wanted =
        new ActorQuery(
            query.text("parent"),
            query.text("text"),
            query.flag("stirring"),
            query.text("after"),
            pageLength(query));
    return Answer.json(checked(() -> source.actors(wanted)));
  }

  Answer actorLines(Request request) {
    ActorQuery all = new ActorQuery("", request.query().text("text"), false, "", ActorQuery.MAX);
    Page<ActorInfo> first = checked(() -> source.actors(all));
    return Answer.streamed("application/jsonl", new ActorLines(source, all, first));
  }

  Answer actor(Request request) {
    String path = request.query().needed("path");
    ActorInfo actor =
        checked(() -> source.actor(path))
            .orElseThrow(
                () ->
                    Refusal.notFound(
                        "There is no actor " + path + ".",
                        "It may have ended; look for its name by /api/actors?text="));
    Page<ActorInfo> children =
        checked(() -> source.actors(new ActorQuery(path, "", false, "", PAGE)));
    List<EventEntry> events = source.events(0, actor.path(), EVENTS_MAX);
    int from = Math.max(0, events.size() - EVENTS_OF_ACTOR);
    return Answer.json(new ActorDetails(actor, children, events.subList(from, events.size())));
  }

  Answer periodic(Request request) {
    Query query = request.query();
    int max = pageLength(query);
    return Answer.json(checked(() -> source.periodicJobs(query.text("after"), max)));
  }

  Answer processes(Request request) {
    Query query = request.query();
    int max = pageLength(query);
    return Answer.json(
        checked(() -> source.processes(query.text("system"), query.text("after"), max)));
  }

  private static int pageLength(Query query) {
    return (int) query.number("max", PAGE, 1, ActorQuery.MAX);
  }

  Answer events(Request request) {
    Query query = request.query();
    long after = query.number("after", 0, 0, Long.MAX_VALUE);
    int max = (int) query.number("max", EVENTS, 1, EVENTS_MAX);
    return Answer.json(source.events(after, query.text("subject"), max));
  }

  Answer dump(Request request) {
    DumpKind kind =
        switch (request.segments().getLast()) {
          case "scheduler" -> DumpKind.SCHEDULER;
          case "dispatchers" -> DumpKind.DISPATCHERS;
          case "processes" -> DumpKind.PROCESSES;
          default ->
              throw Refusal.notFound(
                  "There is no dump " + request.segments().getLast() + ".",
                  "There are scheduler, dispatchers and processes.");
        };
    return switch (request.query().text("format")) {
      case "", "json" -> Answer.jsonText(source.dump(kind, true));
      case "text" -> Answer.text(source.dump(kind, false));
      default ->
          throw Refusal.badRequest(
              "The format was " + request.query().text("format") + ".", "Give json or text.");
    };
  }

  /// Asks the source; what it does not understand is the client's mistake.
  private static <T> T checked(Supplier<T> question) {
    try {
      return question.get();
    } catch (IllegalArgumentException e) {
      throw Refusal.badRequest(
          String.valueOf(e.getMessage()), "Ask again from the beginning, without after=.");
    }
  }
}
