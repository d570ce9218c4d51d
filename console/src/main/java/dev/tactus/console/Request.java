package dev.tactus.console;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// A request, as far as it has been read.
///
/// @param method in capital letters, as it was sent
/// @param segments the pieces of its path between slashes, decoded; empty for `/`
/// @param query its parameters
/// @param headers its headers
/// @param body its body; empty until it has been let in
record Request(String method, List<String> segments, Query query, Headers headers, String body) {

  static Request of(HttpExchange exchange) {
    URI target = exchange.getRequestURI();
    if (target.getScheme() != null || target.getRawAuthority() != null) {
      throw Refusal.badRequest(
          "The target of the request is a whole address.", "Send the path alone, from its slash.");
    }
    return new Request(
        exchange.getRequestMethod(),
        segments(target.getRawPath()),
        Query.parse(target.getRawQuery()),
        exchange.getRequestHeaders(),
        "");
  }

  private static List<String> segments(String path) {
    List<String> segments = new ArrayList<>();
    if (!path.equals("/")) {
      for (String piece : path.substring(1).split("/", -1)) {
        segments.add(Percent.decode(piece, false));
      }
    }
    return List.copyOf(segments);
  }

  Request withBody(String text) {
    return new Request(method, segments, query, headers, text);
  }

  /// The path, for people.
  String path() {
    return "/" + String.join("/", segments);
  }

  /// A piece of the path.
  String segment(int index) {
    return segments.get(index);
  }

  /// The one value of a header; null where there is none.
  @Nullable String header(String name) {
    List<String> values = headers.get(name);
    if (values == null || values.isEmpty()) {
      return null;
    }
    if (values.size() > 1) {
      throw Refusal.badRequest("The header " + name + " was sent twice.", "Send it once.");
    }
    return values.getFirst();
  }

  boolean isJson() {
    String type = header("Content-Type");
    return type != null
        && type.split(";", 2)[0].strip().toLowerCase(Locale.ROOT).equals("application/json");
  }
}
