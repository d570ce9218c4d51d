package dev.tactus.console;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Map;

/// Sends answers. Every one has the headers that keep a browser from doing with it what we do not
/// mean.
final class Responder {
  /// On every answer.
  static final Map<String, String> SECURITY =
      Map.of(
          "Content-Security-Policy",
          "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:;"
              + " connect-src 'self'; base-uri 'none'; form-action 'none';"
              + " frame-ancestors 'none'",
          "X-Content-Type-Options",
          "nosniff",
          "X-Frame-Options",
          "DENY",
          "Referrer-Policy",
          "no-referrer",
          "Cross-Origin-Opener-Policy",
          "same-origin",
          "Cross-Origin-Embedder-Policy",
          "require-corp",
          "Cross-Origin-Resource-Policy",
          "same-origin");

  private Responder() {}

  /// @throws IOException when the client is gone or was dropped; the connection is to be closed
  static void send(HttpExchange exchange, Answer answer, Conversation conversation)
      throws IOException {
    Headers headers = exchange.getResponseHeaders();
    headers.set("Cache-Control", "no-store");
    SECURITY.forEach(headers::set);
    answer.headers().forEach(headers::set);
    switch (answer.body()) {
      case Answer.Body.Whole whole -> sendWhole(exchange, answer.status(), whole, conversation);
      case Answer.Body.Streamed streamed -> {
        try (Answer.Writer writer = streamed.writer()) {
          exchange.sendResponseHeaders(answer.status(), 0);
          writer.writeTo(new WatchedOutput(exchange.getResponseBody(), conversation));
        }
      }
    }
    // The end waits for the client as well: for the last piece, and for the rest of its request.
    conversation.writing();
    exchange.close();
    conversation.written();
  }

  private static void sendWhole(
      HttpExchange exchange, int status, Answer.Body.Whole whole, Conversation conversation)
      throws IOException {
    boolean hasNoBody = exchange.getRequestMethod().equals("HEAD");
    int length = hasNoBody ? 0 : whole.bytes.length;
    exchange.sendResponseHeaders(status, length == 0 ? -1 : length);
    if (length > 0) {
      OutputStream out = new WatchedOutput(exchange.getResponseBody(), conversation);
      out.write(whole.bytes);
      out.flush();
    }
  }
}
