package dev.tactus.console;

import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Looks at every request before anything is done for it: how many there are, how large it is, for
/// whom it was meant, where it comes from, whether it knows the token.
///
/// Threads: any.
final class Guard {
  private final ConsoleLimits limits;
  private final RateLimit rate;
  private final Authorities authorities;
  private final @Nullable Token token;
  private final boolean isTokenForAll;

  /// @param isTokenForAll whether looking needs the token, too
  Guard(
      ConsoleLimits limits,
      RateLimit rate,
      Authorities authorities,
      @Nullable Token token,
      boolean isTokenForAll) {
    this.limits = limits;
    this.rate = rate;
    this.authorities = authorities;
    this.token = token;
    this.isTokenForAll = isTokenForAll;
  }

  /// What can be said before the request is understood.
  void admit(HttpExchange exchange) {
    if (!rate.allows(exchange.getRemoteAddress().getAddress())) {
      throw Refusal.tooManyRequests(limits.requestsPerSecond());
    }
    if (exchange.getRequestURI().toString().length() > limits.targetChars()) {
      throw Refusal.targetTooLong(limits.targetChars());
    }
    long bytes = 0;
    for (Map.Entry<String, List<String>> header : exchange.getRequestHeaders().entrySet()) {
      for (String value : header.getValue()) {
        bytes += header.getKey().length() + value.length();
      }
    }
    if (bytes > limits.headerBytes()) {
      throw Refusal.headersTooLarge(limits.headerBytes());
    }
  }

  /// For whom it was meant, from where it comes, and whether it may look.
  void check(Request request) {
    String host = request.header("Host");
    if (host == null || !authorities.allows(host)) {
      throw Refusal.forbiddenHost("Host", String.valueOf(host), authorities.toString());
    }
    String origin = request.header("Origin");
    if (origin != null
        && !origin.equalsIgnoreCase("http://" + host)
        && !origin.equalsIgnoreCase("https://" + host)) {
      throw Refusal.forbiddenHost("Origin", origin, "pages of its own only");
    }
    if (token != null && isPresenting(request) && !token.isRight(presented(request))) {
      throw Refusal.tokenNeeded("This is not the token of the console.");
    }
    if (isTokenForAll && !isKnown(request)) {
      throw Refusal.tokenNeeded("This console can be reached by others and needs its token.");
    }
  }

  /// Whether it may do something. A cookie is sent by the browser of its own accord, so it counts
  /// only where the browser also says that the request comes from our page.
  void checkAction(Request request) {
    if (!request.isJson()) {
      throw Refusal.wrongContentType(request.header("Content-Type"));
    }
    boolean isAllowed =
        token != null
            && (token.isInHeader(request)
                || (token.isInCookie(request) && request.header("Origin") != null));
    if (!isAllowed) {
      throw Refusal.tokenNeeded("Actions need the token of the console.");
    }
  }

  private boolean isKnown(Request request) {
    return token != null
        && (token.isInHeader(request)
            || token.isInCookie(request)
            || (isPresenting(request) && token.isRight(presented(request))));
  }

  /// The cookie for a browser that presents the token; empty when it does not. Threads: any, for a
  /// request that has been checked.
  String cookieFor(Request request) {
    return token != null && isPresenting(request) ? token.cookie() : "";
  }

  /// Whether this is the one place that takes the token as a parameter, and it has one.
  private static boolean isPresenting(Request request) {
    return request.segments().isEmpty() && !presented(request).isEmpty();
  }

  private static String presented(Request request) {
    return request.query().text(Routes.TOKEN);
  }

  /// Reads the body of a request.
  String body(HttpExchange exchange) throws IOException {
    InputStream in = exchange.getRequestBody();
    byte[] bytes = in.readNBytes(limits.bodyBytes() + 1);
    if (bytes.length > limits.bodyBytes()) {
      throw Refusal.bodyTooLarge(limits.bodyBytes());
    }
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
    } catch (CharacterCodingException e) {
      throw Refusal.badRequest("The body is not UTF-8.", "Send JSON in UTF-8.");
    }
  }
}
