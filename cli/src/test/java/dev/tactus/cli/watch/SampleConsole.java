package dev.tactus.cli.watch;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.tactus.observe.ActorInfo;
import dev.tactus.observe.Page;
import dev.tactus.observe.SnapshotJson;
import dev.tactus.scheduler.ExecutionMode;
import dev.tactus.scheduler.Priority;
import dev.tactus.scheduler.SchedulerDump.PeriodicJob;
import dev.tactus.scheduler.TimerState;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;

/// Answers as a console does, on a port of this machine.
public final class SampleConsole implements AutoCloseable {
  private static final List<String> ALL = List.of("till", "stock", "door", "bell", "shelf");
  private static final int PAGE = 2;

  private final HttpServer server;
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final AtomicInteger snapshots = new AtomicInteger();
  private final CountDownLatch isOver = new CountDownLatch(1);

  /// Bearer token that is wanted; empty for none.
  public volatile String token = "";

  /// When set, every answer is this, with this status.
  public volatile Optional<String> instead = Optional.empty();

  public volatile int status = 200;

  /// Whether it takes questions and never answers.
  public volatile boolean isSilent;

  /// Starts it.
  public SampleConsole() {
    try {
      server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    server.createContext("/", this::handle);
    server.setExecutor(threads);
    server.start();
  }

  /// Where it is.
  public String address() {
    return "http://127.0.0.1:" + server.getAddress().getPort();
  }

  private void handle(HttpExchange exchange) throws IOException {
    if (isSilent) {
      awaitEnd();
    }
    String given = exchange.getRequestHeaders().getFirst("Authorization");
    if (!token.isEmpty() && !("Bearer " + token).equals(given)) {
      answer(
          exchange, 401, "{\"status\":401,\"code\":\"TAC-0703\",\"reason\":\"r\",\"remedy\":\"\"}");
      return;
    }
    Optional<String> body = instead.isPresent() ? instead : body(exchange);
    answer(exchange, body.isPresent() ? status : 404, body.orElse("{}"));
  }

  private void awaitEnd() {
    try {
      isOver.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static void answer(HttpExchange exchange, int status, String body) throws IOException {
    byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
    exchange.sendResponseHeaders(status, bytes.length);
    exchange.getResponseBody().write(bytes);
    exchange.close();
  }

  private Optional<String> body(HttpExchange exchange) {
    String query = Optional.ofNullable(exchange.getRequestURI().getQuery()).orElse("");
    return switch (exchange.getRequestURI().getPath()) {
      case "/api/snapshot" ->
          Optional.of(SnapshotJson.write(SampleSnapshots.at(snapshots.incrementAndGet())));
      case "/api/actors" -> Optional.of(SnapshotJson.write(page(query)));
      case "/api/periodic" -> Optional.of(SnapshotJson.write(periodic()));
      case "/api/events" -> Optional.of("[]");
      case "/api/actor" ->
          query.contains("till")
              ? Optional.of(
                  "{\"actor\":"
                      + SnapshotJson.write(SampleSnapshots.ACTORS.getFirst())
                      + ",\"children\":{\"items\":[],\"next\":\"\"},\"events\":[]}")
              : Optional.empty();
      case "/api/dump/scheduler", "/api/dump/dispatchers", "/api/dump/processes" ->
          Optional.of(
              query.equals("format=json")
                  ? "{\"of\":\"" + exchange.getRequestURI().getPath() + "\"}"
                  : "dump of " + exchange.getRequestURI().getPath() + "\n");
      default -> Optional.empty();
    };
  }

  /// Five actors, two in a page; the end of a page is the number of those before it.
  private static Page<ActorInfo> page(String query) {
    String text = parameter(query, "text");
    String after = parameter(query, "after");
    List<ActorInfo> found =
        ALL.stream().filter(name -> name.contains(text)).map(SampleConsole::actor).toList();
    int from = after.isEmpty() ? 0 : Integer.parseInt(after);
    int to = Math.min(found.size(), from + PAGE);
    return new Page<>(found.subList(from, to), to < found.size() ? Integer.toString(to) : "");
  }

  private static ActorInfo actor(String name) {
    ActorInfo like = SampleSnapshots.ACTORS.getFirst();
    return new ActorInfo(
        "/shop/user/" + name, "default", like.state(), 0, 1, true, 0, "", -1, "", 0);
  }

  private static Page<PeriodicJob> periodic() {
    return new Page<>(
        List.of(
            new PeriodicJob(
                42,
                ExecutionMode.FIXED_RATE,
                1_000_000_000,
                TimerState.SCHEDULED,
                0,
                0,
                Priority.NORMAL,
                "TimedSend")),
        "");
  }

  private static String parameter(String query, String name) {
    for (String pair : query.split("&", -1)) {
      if (pair.startsWith(name + "=")) {
        return pair.substring(name.length() + 1);
      }
    }
    return "";
  }

  @Override
  public void close() {
    isOver.countDown();
    server.stop(0);
    threads.shutdownNow();
  }
}
