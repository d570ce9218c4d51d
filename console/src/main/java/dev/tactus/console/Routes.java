package dev.tactus.console;

import java.util.List;

/// All places of the console.
final class Routes {
  /// The parameter by which a browser presents the token, once.
  static final String TOKEN = "token";

  private static final List<String> NONE = List.of();

  private final List<Route> all;

  Routes(StaticPage page, SystemApi system, FileApi files, ActionApi actions) {
    this.all =
        List.of(
            Route.get("/", List.of(TOKEN), page::index),
            Route.get("/assets/*", NONE, page::asset),
            Route.get("/healthz", NONE, request -> Answer.text("ok\n")),
            Route.get("/metrics", NONE, files::metrics),
            Route.get("/api/console", NONE, system::console),
            Route.get("/api/snapshot", NONE, system::snapshot),
            Route.get("/api/stream", NONE, system::stream),
            Route.get(
                "/api/actors",
                List.of("parent", "text", "stirring", "after", "max"),
                system::actors),
            Route.get("/api/actors.jsonl", List.of("text"), system::actorLines),
            Route.get("/api/actor", List.of("path"), system::actor),
            Route.get("/api/periodic", List.of("after", "max"), system::periodic),
            Route.get("/api/processes", List.of("system", "after", "max"), system::processes),
            Route.get("/api/events", List.of("after", "subject", "max"), system::events),
            Route.get("/api/dump/*", List.of("format"), system::dump),
            Route.get("/api/recordings", NONE, files::recordings),
            Route.get("/api/recordings/*", NONE, files::recording),
            Route.get("/api/recordings/*/*", NONE, files::recorded),
            Route.get("/api/traces", NONE, files::traces),
            Route.get("/api/traces/*", NONE, files::trace),
            Route.get("/api/explain/*", NONE, files::explain),
            Route.post("/api/actions/stop", actions::stop),
            Route.post("/api/actions/log-level", actions::logLevel),
            Route.post("/api/actions/dump", actions::dump));
  }

  /// Where a request goes.
  Route find(Request request) {
    Route route =
        all.stream()
            .filter(candidate -> candidate.leadsTo(request.segments()))
            .findFirst()
            .orElseThrow(
                () ->
                    Refusal.notFound(
                        "There is nothing at " + request.path() + ".",
                        "Open / in a browser; docs/console.md lists what tools can ask for."));
    if (!route.method().equals(request.method())) {
      throw Refusal.wrongMethod(request.method(), request.path(), route.method());
    }
    request.query().allowOnly(route.parameters());
    return route;
  }
}
