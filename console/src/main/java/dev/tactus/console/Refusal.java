package dev.tactus.console;

import dev.tactus.console.wire.ErrorInfo;
import dev.tactus.error.Coded;
import dev.tactus.error.ErrorCode;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// A request that is not answered with what it asked for. It carries no stack: nothing is broken.
final class Refusal extends RuntimeException implements Coded {
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
  private static final int UNAVAILABLE = 503;

  private final int status;
  private final ErrorCode code;
  private final String reason;
  private final String remedy;
  private final transient Map<String, String> headers;

  private Refusal(int status, ErrorCode code, String reason, String remedy) {
    this(status, code, reason, remedy, Map.of());
  }

  private Refusal(
      int status, ErrorCode code, String reason, String remedy, Map<String, String> headers) {
    super(code.mark(reason), null, false, false);
    this.status = status;
    this.code = code;
    this.reason = reason;
    this.remedy = remedy;
    this.headers = headers;
  }

  @Override
  public ErrorCode code() {
    return code;
  }

  int status() {
    return status;
  }

  /// What else the answer says.
  Map<String, String> headers() {
    return headers;
  }

  ErrorInfo info() {
    return new ErrorInfo(status, code.code(), reason, remedy);
  }

  static Refusal badRequest(String reason, String remedy) {
    return new Refusal(BAD_REQUEST, ErrorCode.BAD_REQUEST, reason, remedy);
  }

  static Refusal wrongMethod(String method, String path, String allowed) {
    return new Refusal(
        METHOD_NOT_ALLOWED,
        ErrorCode.BAD_REQUEST,
        "The method " + method + " does not go with " + path + ".",
        "Use " + allowed + ".",
        Map.of("Allow", allowed));
  }

  static Refusal wrongContentType(@Nullable String given) {
    return new Refusal(
        UNSUPPORTED_MEDIA_TYPE,
        ErrorCode.BAD_REQUEST,
        given == null ? "The body has no Content-Type." : "The body is " + given + ".",
        "Send JSON, with the header Content-Type: application/json.");
  }

  static Refusal forbiddenHost(String what, String given, String allowed) {
    return new Refusal(
        FORBIDDEN,
        ErrorCode.FORBIDDEN_HOST,
        "The header " + what + " was " + given + "; this console answers to " + allowed + ".",
        "Use one of these addresses, or add the name by ConsoleSettings.withNames.");
  }

  static Refusal tokenNeeded(String reason) {
    return new Refusal(
        UNAUTHORIZED,
        ErrorCode.TOKEN_NEEDED,
        reason,
        "Send the header Authorization: Bearer TOKEN, or open /?token=TOKEN once in a browser."
            + " The program that started the console knows the token.",
        Map.of("WWW-Authenticate", "Bearer"));
  }

  static Refusal readOnly() {
    return new Refusal(
        FORBIDDEN,
        ErrorCode.READ_ONLY,
        "This console is read only.",
        "Start it with ConsoleSettings.withActions to allow actions.");
  }

  static Refusal notFound(String what, String remedy) {
    return new Refusal(NOT_FOUND, ErrorCode.NOT_FOUND, what, remedy);
  }

  static Refusal tooManyConnections(String what, int limit) {
    return new Refusal(
        UNAVAILABLE,
        ErrorCode.TOO_MANY_CONNECTIONS,
        "There are " + limit + " " + what + " already, which is the limit.",
        "Close some, or raise the limit by ConsoleSettings.withLimits.");
  }

  static Refusal ending() {
    return new Refusal(
        UNAVAILABLE,
        ErrorCode.TOO_MANY_CONNECTIONS,
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
        ErrorCode.TOO_LARGE,
        what + " may have " + limit + " " + unit + ", and had more.",
        "Send less; the limit is one of ConsoleLimits.");
  }

  static Refusal tooManyRequests(int limit) {
    return new Refusal(
        TOO_MANY_REQUESTS,
        ErrorCode.TOO_MANY_REQUESTS,
        "This address has made more than " + limit + " requests a second.",
        "Wait a second; use /api/stream instead of asking for snapshots again and again.",
        Map.of("Retry-After", "1"));
  }
}
