package dev.tactus.console.browser;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.tactus.observe.ActorQuery;
import dev.tactus.observe.EventEntry;
import dev.tactus.observe.Snapshot;
import dev.tactus.observe.SnapshotJson;
import dev.tactus.observe.Viewing;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;

public final class PageFixture {
  private static final Path PAGE =
      Path.of(System.getProperty("page", "console/src/main/resources/dev/tactus/console/page"));
  private static final StagedSource SOURCE = new StagedSource();

  private PageFixture() {}

  public static void main(String[] args) throws IOException {
    SOURCE.playing(Long.getLong("step", 1000));
    HttpServer server =
        HttpServer.create(
            new InetSocketAddress(java.net.InetAddress.getLoopbackAddress(), 9640), 0);
    server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
    server.createContext("/", PageFixture::serve);
    server.start();
  }

  private static void serve(HttpExchange ex) throws IOException {
    try (ex) {
      String path = ex.getRequestURI().getPath();
      Map<String, String> q = query(ex);
      switch (path) {
        case "/api/stream" -> stream(ex);
        case "/api/console" ->
            json(
                ex,
                "{\"version\":\"0.1.0\",\"system\":\"shop\",\"isReadOnly\":false,"
                    + "\"actions\":[\"stop\",\"log-level\",\"dump\"],\"intervalMillis\":1000,"
                    + "\"hasRecordings\":true,\"hasTraces\":true}");
        case "/api/snapshot" -> json(ex, SnapshotJson.write(SOURCE.snapshot()));
        case "/api/actors" ->
            json(
                ex,
                SnapshotJson.write(
                    SOURCE.actors(
                        new ActorQuery(
                            q.getOrDefault("parent", ""),
                            q.getOrDefault("text", ""),
                            "true".equals(q.get("stirring")),
                            q.getOrDefault("after", ""),
                            Integer.parseInt(q.getOrDefault("max", "100"))))));
        case "/api/actor" -> actor(ex, q.getOrDefault("path", ""));
        case "/api/periodic" ->
            json(ex, SnapshotJson.write(SOURCE.periodicJobs(q.getOrDefault("after", ""), 50)));
        case "/api/processes" ->
            json(
                ex,
                SnapshotJson.write(
                    SOURCE.processes(
                        q.getOrDefault("system", ""), q.getOrDefault("after", ""), 50)));
        case "/api/events" ->
            json(
                ex,
                SnapshotJson.write(
                    SOURCE.events(
                        Long.parseLong(q.getOrDefault("after", "0")),
                        q.getOrDefault("subject", ""),
                        Integer.parseInt(q.getOrDefault("max", "200")))));
        case "/api/recordings" ->
            json(
                ex,
                "[{\"name\":\"monday.rec\",\"bytes\":183000,\"modifiedMillis\":1794736800000}]");
        case "/api/recordings/monday.rec" -> {
          StringBuilder b = new StringBuilder("{\"name\":\"monday.rec\",\"snapshots\":[");
          for (int i = 1; i <= 300; i++) {
            b.append(i > 1 ? "," : "")
                .append("{\"number\":" + i + ",\"atMillis\":" + StagedFigures.millis(i) + "}");
          }
          json(ex, b + "]}");
        }
        case "/api/traces" ->
            json(
                ex, "[{\"name\":\"shop.trace\",\"bytes\":18300,\"modifiedMillis\":1794736800000}]");
        case "/api/traces/shop.trace" ->
            reply(ex, 200, "text/plain", StagedTrace.text().getBytes(StandardCharsets.UTF_8));
        case "/api/actions/stop", "/api/actions/log-level" -> json(ex, "{\"isDone\":true}");
        case "/api/actions/dump" -> json(ex, "{\"file\":\"dump-1.json\"}");
        default -> other(ex, path);
      }
    } catch (IOException e) {
      // the other side is gone
    }
  }

  private static void other(HttpExchange ex, String path) throws IOException {
    if (path.startsWith("/api/recordings/monday.rec/")) {
      long n = Long.parseLong(path.substring(path.lastIndexOf('/') + 1));
      json(ex, SnapshotJson.write(StagedFigures.snapshot(n)));
    } else if (path.startsWith("/api/explain/")) {
      json(
          ex,
          SnapshotJson.write(
              Map.of("code", path.substring(13), "title", "A title", "page", EXPLAIN)));
    } else {
      String name = path.equals("/") ? "index.html" : path.replace("/assets/", "");
      Path file = PAGE.resolve(name);
      if (!Files.exists(file)) {
        reply(
            ex,
            404,
            "application/json",
            "{\"status\":404,\"code\":\"TAC-0705\",\"reason\":\"There is none.\",\"remedy\":\"Look elsewhere.\"}"
                .getBytes(StandardCharsets.UTF_8));
        return;
      }
      String type =
          name.endsWith("html")
              ? "text/html; charset=utf-8"
              : name.endsWith("js")
                  ? "text/javascript; charset=utf-8"
                  : name.endsWith("css") ? "text/css; charset=utf-8" : "image/svg+xml";
      reply(ex, 200, type, Files.readAllBytes(file));
    }
  }

  private static final String EXPLAIN =
      """
      # A mailbox grows

      What it means: `Mailer` does not keep up.

      ## What to do

      - One
      - Two with **weight**

      | a | b |
      |---|---|
      | 1 | 2 |
      """;

  private static void actor(HttpExchange ex, String path) throws IOException {
    Optional<dev.tactus.observe.ActorInfo> actor = SOURCE.actor(path);
    if (actor.isEmpty()) {
      reply(
          ex,
          404,
          "application/json",
          "{\"status\":404,\"code\":\"TAC-0705\",\"reason\":\"There is no actor.\",\"remedy\":\"Look elsewhere.\"}"
              .getBytes(StandardCharsets.UTF_8));
      return;
    }
    List<EventEntry> events = SOURCE.events(0, path, 50);
    Map<String, Object> all = new LinkedHashMap<>();
    all.put("actor", actor.get());
    all.put("children", SOURCE.actors(new ActorQuery(path, "", false, "", 20)));
    all.put("events", events);
    json(ex, SnapshotJson.write(all));
  }

  private static void stream(HttpExchange ex) throws IOException {
    ex.getResponseHeaders().set("Content-Type", "text/event-stream");
    ex.sendResponseHeaders(200, 0);
    LinkedBlockingQueue<Snapshot> queue = new LinkedBlockingQueue<>();
    OutputStream out = ex.getResponseBody();
    Viewing viewing = SOURCE.view(queue::add);
    try {
      queue.add(SOURCE.snapshot());
      while (true) {
        Snapshot s = queue.take();
        out.write(
            ("id: " + s.number() + "\nevent: snapshot\ndata: " + SnapshotJson.write(s) + "\n\n")
                .getBytes(StandardCharsets.UTF_8));
        out.flush();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      viewing.close();
    }
  }

  private static void json(HttpExchange ex, String body) throws IOException {
    reply(ex, 200, "application/json", body.getBytes(StandardCharsets.UTF_8));
  }

  private static void reply(HttpExchange ex, int status, String type, byte[] body)
      throws IOException {
    ex.getResponseHeaders().set("Content-Type", type);
    ex.getResponseHeaders()
        .set(
            "Content-Security-Policy",
            "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:;"
                + " connect-src 'self'");
    ex.getResponseHeaders().set("Cache-Control", "no-store");
    ex.sendResponseHeaders(status, body.length);
    ex.getResponseBody().write(body);
  }

  private static Map<String, String> query(HttpExchange ex) {
    Map<String, String> map = new LinkedHashMap<>();
    String raw = ex.getRequestURI().getRawQuery();
    if (raw != null) {
      for (String part : raw.split("&", -1)) {
        int eq = part.indexOf('=');
        if (eq > 0) {
          map.put(
              part.substring(0, eq),
              URLDecoder.decode(part.substring(eq + 1), StandardCharsets.UTF_8));
        }
      }
    }
    return map;
  }
}
