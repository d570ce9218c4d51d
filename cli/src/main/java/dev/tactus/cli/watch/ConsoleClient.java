package dev.tactus.cli.watch;

import dev.tactus.error.ErrorCode;
import dev.tactus.observe.SnapshotJson;
import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Asks a console over HTTP. Every way in which that can fail becomes one sentence with a remedy.
///
/// Threads: any.
public final class ConsoleClient implements AutoCloseable {
  /// Where a console is unless it was told otherwise.
  public static final String ADDRESS = "http://127.0.0.1:9630";

  private static final int UNAUTHORIZED = 401;
  private static final int NOT_FOUND = 404;
  private static final int OK = 200;

  /// What a header can hold.
  private static final Pattern TOKEN = Pattern.compile("[!-~]+");

  /// An answer that is longer is none of a console.
  private static final int BYTES_MAX = 64 << 20;

  private final URI address;
  private final Optional<String> token;
  private final Duration timeout;
  private final HttpClient http;

  private ConsoleClient(URI address, Optional<String> token, Duration timeout) {
    this.address = address;
    this.token = token;
    this.timeout = timeout;
    this.http =
        HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(timeout)
            .build();
  }

  /// A client of the console at this address.
  ///
  /// @param address such as `http://127.0.0.1:9630`; `http://` may be left out
  /// @throws IllegalArgumentException when that is no address, or the token is none
  public static ConsoleClient of(String address, Optional<String> token, Duration timeout) {
    String whole = address.contains("://") ? address : "http://" + address;
    URI uri;
    try {
      uri = URI.create(whole.replaceAll("/+$", ""));
    } catch (IllegalArgumentException e) {
      throw noAddress(address);
    }
    boolean isHttp = "http".equals(uri.getScheme()) || "https".equals(uri.getScheme());
    boolean isMore = uri.getRawQuery() != null || uri.getRawFragment() != null;
    if (!isHttp || uri.getHost() == null || isMore) {
      throw noAddress(address);
    }
    if (token.isPresent() && !TOKEN.matcher(token.get()).matches()) {
      throw noToken();
    }
    return new ConsoleClient(uri, token, timeout);
  }

  private static IllegalArgumentException noAddress(String given) {
    return new IllegalArgumentException(
        "'" + given + "' is no address of a console; write it like " + ADDRESS + ".");
  }

  /// The token itself is never told.
  private static IllegalArgumentException noToken() {
    return new IllegalArgumentException(
        "The token has characters that no token has: they are letters, digits and signs of ASCII,"
            + " without blanks and line ends. Give the one of the console's settings by --token, or"
            + " in the variable TACTUS_TOKEN.");
  }

  /// Where it asks.
  public URI address() {
    return address;
  }

  /// The parameters of a question, such as `?text=till&max=100`; for pairs of names and values.
  static String query(String... namesAndValues) {
    StringBuilder query = new StringBuilder();
    for (int i = 0; i < namesAndValues.length; i += 2) {
      query
          .append(query.isEmpty() ? '?' : '&')
          .append(namesAndValues[i])
          .append('=')
          .append(URLEncoder.encode(namesAndValues[i + 1], StandardCharsets.UTF_8));
    }
    return query.toString();
  }

  /// What the console answers.
  ///
  /// @param path below the address, from its slash
  /// @throws RemoteConsoleException when it does not answer, or refuses
  String get(String path) {
    return find(path).orElseThrow(() -> RemoteConsoleException.noConsole(noSuchPage(path), null));
  }

  /// The same; empty where there is no such thing.
  Optional<String> find(String path) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(address + path)).timeout(timeout).GET();
    token.ifPresent(secret -> request.header("Authorization", "Bearer " + secret));
    HttpResponse<String> response = send(request.build());
    return switch (response.statusCode()) {
      case OK -> Optional.of(response.body());
      case NOT_FOUND -> Optional.empty();
      default -> throw refused(response.statusCode(), response.body());
    };
  }

  /// The timeout of the request alone would end with the head of the answer.
  private HttpResponse<String> send(HttpRequest request) {
    CompletableFuture<HttpResponse<String>> answer =
        http.sendAsync(
            request,
            HttpResponse.BodyHandlers.limiting(HttpResponse.BodyHandlers.ofString(), BYTES_MAX));
    try {
      return answer.get(timeout.toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      throw silent(e);
    } catch (ExecutionException e) {
      Throwable cause = e.getCause();
      if (isTooLong(cause)) {
        throw tooLong(request.uri(), e);
      }
      throw cause instanceof HttpTimeoutException && !(cause instanceof HttpConnectTimeoutException)
          ? silent(e)
          : nobody(cause == null ? e : cause);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw RemoteConsoleException.noConsole("The question to " + address + " was interrupted.", e);
    } finally {
      boolean _ = answer.cancel(true);
    }
  }

  /// As the limiting body handler says it, which has no type of its own for that.
  private static boolean isTooLong(@Nullable Throwable cause) {
    return cause instanceof IOException
        && cause.getMessage() != null
        && cause.getMessage().startsWith("body exceeds capacity");
  }

  private RemoteConsoleException tooLong(URI what, Exception e) {
    return RemoteConsoleException.noConsole(
        "The answer of "
            + what
            + " is longer than "
            + (BYTES_MAX >> 20)
            + " MB, which this command does not take. Read it with `curl "
            + what
            + "`"
            + (token.isPresent() ? " and the header 'Authorization: Bearer ...'." : "."),
        e);
  }

  private RemoteConsoleException nobody(Throwable e) {
    return RemoteConsoleException.noConsole(
        "No console answers at "
            + address
            + " ("
            + reason(e)
            + "). Start one: `./tactus demo` has one, and Console.start(...) puts one into your"
            + " program. If it is elsewhere, give its address.",
        e);
  }

  private RemoteConsoleException silent(Exception e) {
    return RemoteConsoleException.noConsole(
        address
            + " did not answer within "
            + timeout.toSeconds()
            + " s. Either it is no console, or its machine is overloaded: try again with a longer"
            + " --timeout.",
        e);
  }

  private static String reason(Throwable e) {
    if (e instanceof ConnectException && e.getMessage() == null) {
      return "nobody listens there";
    }
    String message = e.getMessage();
    return message == null || message.isBlank() ? e.getClass().getSimpleName() : message;
  }

  private RemoteConsoleException refused(int status, String body) {
    if (status == UNAUTHORIZED) {
      return new RemoteConsoleException(
          ErrorCode.TOKEN_NEEDED,
          "The console at "
              + address
              + " wants a token"
              + (token.isPresent() ? ", and not this one" : "")
              + ". Give the one of its settings by --token, or in the variable TACTUS_TOKEN.",
          null);
    }
    try {
      ConsoleError error = SnapshotJson.read(body, ConsoleError.class);
      ErrorCode code = ErrorCode.find(error.code()).orElse(ErrorCode.NO_CONSOLE_THERE);
      return new RemoteConsoleException(code, error.reason() + " " + error.remedy(), null);
    } catch (IllegalArgumentException e) {
      return RemoteConsoleException.noConsole(
          address
              + " answered with status "
              + status
              + ", and not as a console does. Give the address of a console.",
          e);
    }
  }

  private String noSuchPage(String path) {
    return address
        + " has no "
        + path
        + ". Either it is no console, or one of another version: use the program that comes with"
        + " it.";
  }

  /// What was meant to be an answer of this type, and is not.
  RemoteConsoleException misunderstood(IllegalArgumentException e) {
    return RemoteConsoleException.noConsole(
        "The console at "
            + address
            + " speaks another version: "
            + e.getMessage()
            + " Or use the program that comes with it.",
        e);
  }

  @Override
  public void close() {
    http.shutdownNow();
  }
}
