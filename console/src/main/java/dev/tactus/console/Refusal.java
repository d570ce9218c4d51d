package dev.tactus.console;

import dev.tactus.console.wire.ErrorInfo;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// A request that is not answered with what it asked for. It carries no stack: nothing is broken.
final class Refusal extends RuntimeException {
  private static final long serialVersionUID = 1;

  private static final int BAD_REQUEST = 400;
  private static final int UNAUTHORIZED = 401;
  private static final int FORBIDDEN = 403;
  private static final int NOT_FOUND = 404;
  private static final int METHOD_NOT_ALLOWED = 405;
  private static final int CONTENT_TOO_LARGE = 413;
  private static final int URI_TOO_LONG = 414;
  private static final int UNSUPPORTED_MEDIA_TYPE = 415;
  private static final int TOO_MANY_REQUESTS = 429;
  private static final int HEADERS_TOO_LARGE = 431;
  private static final int INTERNAL_ERROR = 500;
  private static final int UNAVAILABLE = 503;

  private final int status;
  private final String code;
  private final String remedy;
  private final transient Map<String, String> headers;

  private Refusal(int status, String code, String reason, String remedy) {
    this(status, code, reason, remedy, Map.of());
  }

  private Refusal(
      int status, String code, String reason, String remedy, Map<String, String> headers) {
    super(reason, null, false, false);
    this.status = status;
    this.code = code;
    this.remedy = remedy;
    this.headers = headers;
  }

  int status() {
    return status;
  }

  /// What else the answer says.
  Map<String, String> headers() {
    return headers;
  }

  ErrorInfo info() {
    return new ErrorInfo(status, code, String.valueOf(getMessage()), remedy);
  }

  static Refusal badRequest(String reason, String remedy) {
    return new Refusal(BAD_REQUEST, Codes.BAD_REQUEST, reason, remedy);
  }

  static Refusal wrongMethod(String method, String path, String allowed) {
    return new Refusal(
        METHOD_NOT_ALLOWED,
        Codes.BAD_REQUEST,
        "The method " + method + " does not go with " + path + ".",
        "Use " + allowed + ".",
        Map.of("Allow", allowed));
  }

  static Refusal wrongContentType(@Nullable String given) {
    return new Refusal(
        UNSUPPORTED_MEDIA_TYPE,
        Codes.BAD_REQUEST,
        given == null ? "The body has no Content-Type." : "The body is " + given + ".",
        "Send JSON, with the header Content-Type: application/json.");
  }

  static Refusal forbiddenHost(String what, String given, String allowed) {
    return new Refusal(
        FORBIDDEN,
        Codes.FORBIDDEN_HOST,
        "The header " + what + " was " + given + "; this console answers to " + allowed + ".",
        "Use one of these addresses, or add the name by ConsoleSettings.withNames.");
  }

  static Refusal tokenNeeded(String reason) {
    return new Refusal(
        UNAUTHORIZED,
        Codes.TOKEN_NEEDED,
        reason,
        "Send the header Authorization: Bearer TOKEN, or open /?token=TOKEN once in a browser."
            + " The program that started the console knows the token.",
        Map.of("WWW-Authenticate", "Bearer"));
  }

  static Refusal readOnly() {
    return new Refusal(
        FORBIDDEN,
        Codes.READ_ONLY,
        "This console is read only.",
        "Start it with ConsoleSettings.withActions to allow actions.");
  }

  static Refusal notFound(String what, String remedy) {
    return new Refusal(NOT_FOUND, Codes.NOT_FOUND, what, remedy);
  }

  static Refusal tooManyConnections(String what, int limit) {
    return new Refusal(
        UNAVAILABLE,
        Codes.TOO_MANY_CONNECTIONS,
        "There are " + limit + " " + what + " already, which is the limit.",
        "Close some, or raise the limit by ConsoleSettings.withLimits.");
  }

  static Refusal ending() {
    return new Refusal(
        UNAVAILABLE,
        Codes.TOO_MANY_CONNECTIONS,
        "The console is being closed.",
        "Start it again, then ask again.");
  }

  static Refusal bodyTooLarge(int limit) {
    return tooLarge(CONTENT_TOO_LARGE, "The body", limit, "bytes");
  }

  static Refusal targetTooLong(int limit) {
    return tooLarge(URI_TOO_LONG, "The path with its parameters", limit, "characters");
  }

  static Refusal headersTooLarge(int limit) {
    return tooLarge(HEADERS_TOO_LARGE, "All headers together", limit, "bytes");
  }

  private static Refusal tooLarge(int status, String what, int limit, String unit) {
    return new Refusal(
        status,
        Codes.TOO_LARGE,
        what + " may have " + limit + " " + unit + ", and had more.",
        "Send less; the limit is one of ConsoleLimits.");
  }

  static Refusal tooManyRequests(int limit) {
    return new Refusal(
        TOO_MANY_REQUESTS,
        Codes.TOO_MANY_REQUESTS,
        "This address has made more than " + limit + " requests a second.",
        "Wait a second; use /api/stream instead of asking for snapshots again and again.",
        Map.of("Retry-After", "1"));
  }

  /// Something in the console or in the source failed; what it was is in the log only.
  static Refusal failed() {
    return new Refusal(
        INTERNAL_ERROR,
        "",
        "The console failed to answer this.",
        "The log of the program that runs the console says why; please report it.");
  }
}
