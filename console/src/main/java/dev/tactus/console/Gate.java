package dev.tactus.console;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Where every request comes in: it is looked at, led to its place, and answered. Whatever goes
/// wrong on the way is an answer, too, and never shows the insides of the program.
final class Gate implements HttpHandler {
  private static final Logger LOG = LoggerFactory.getLogger(Gate.class);
  private static final String FAILED = "{} {} failed";

  private final RequestThreads threads;
  private final Guard guard;
  private final Routes routes;
  private final boolean isReadOnly;
  private final int servedMax;
  private final AtomicInteger served = new AtomicInteger();

  Gate(RequestThreads threads, Guard guard, Routes routes, ConsoleSettings settings) {
    this.threads = threads;
    this.guard = guard;
    this.routes = routes;
    this.isReadOnly = settings.actions().isEmpty();
    this.servedMax = settings.limits().connections();
  }

  @Override
  public void handle(HttpExchange exchange) throws IOException {
    Conversation conversation = threads.current();
    int present = served.incrementAndGet();
    try {
      Answer answer = answer(exchange, conversation, present);
      conversation.heard(); // where it was refused before it was read
      Responder.send(exchange, answer, conversation);
    } catch (RuntimeException | Error e) {
      // Part of the answer may be out. What is cut off must not look whole: the server closes the
      // connection when it is told of a failure.
      LOG.error("An answer broke off", e);
      throw new IOException("The answer broke off.", e);
    } finally {
      served.decrementAndGet();
    }
  }

  private Answer answer(HttpExchange exchange, Conversation conversation, int present)
      throws IOException {
    try {
      if (present > servedMax) {
        throw Refusal.tooManyConnections("requests at a time", servedMax);
      }
      guard.admit(exchange);
      Request request = Request.of(exchange);
      guard.check(request);
      Route route = routes.find(request);
      if (route.isAction()) {
        request = checkedAction(request, exchange);
      }
      // From here on nobody drops it before it is written: an answer that holds something, such as
      // a place in the stream, is certain to be sent or closed.
      conversation.heard();
      Answer answer = work(route, request);
      String cookie = guard.cookieFor(request);
      return cookie.isEmpty() ? answer : answer.with("Set-Cookie", cookie);
    } catch (Refusal refusal) {
      return Answer.refused(refusal);
    } catch (RuntimeException | Error e) {
      LOG.error(FAILED, exchange.getRequestMethod(), exchange.getRequestURI().getRawPath(), e);
      return Answer.failed();
    }
  }

  /// What fails here is a file or the disk, and not the connection.
  private static Answer work(Route route, Request request) {
    try {
      return route.handler().answer(request);
    } catch (NoSuchFileException e) {
      throw Refusal.notFound("The file is gone.", "Ask for the list again.");
    } catch (IOException e) {
      LOG.error(FAILED, request.method(), request.path(), e);
      return Answer.failed();
    }
  }

  private Request checkedAction(Request request, HttpExchange exchange) throws IOException {
    if (isReadOnly) {
      throw Refusal.readOnly();
    }
    guard.checkAction(request);
    return request.withBody(guard.body(exchange));
  }

  /// How many requests are being answered.
  int served() {
    return served.get();
  }
}
