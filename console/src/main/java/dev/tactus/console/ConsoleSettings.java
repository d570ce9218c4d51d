package dev.tactus.console;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.regex.Pattern;

/// How a console is reached, what it shows and what it may do. Without further settings it listens
/// at the loopback address, needs no token and is read only.
///
/// @param host where it listens. Any other than a loopback address needs a token.
/// @param port where it listens; 0 for any that is free
/// @param isPortFixed whether only this port will do; else the next free one of [#PORTS_AHEAD]
///   above is taken
/// @param names further names by which it is reached, with or without a port: that of the machine,
///   or of a proxy in front of it. Requests for other names are refused, so that no page of
///   somebody else's can read the console by giving its own name this address.
/// @param token what clients have to know: for everything where others can reach the console, for
///   actions always
/// @param actions what it may do; empty when it is read only
/// @param recordings the folder with recordings that it shows
/// @param traces the folder with traces of simulations that it shows
/// @param dumps the folder to which it writes dumps
/// @param metrics writes the text for `/metrics`
/// @param explain finds the page of a code, in Markdown
/// @param limits how much it takes before it refuses
/// @param intervalMillis how often the source has a new snapshot; the page is told so
public record ConsoleSettings(
    String host,
    int port,
    boolean isPortFixed,
    List<String> names,
    Optional<String> token,
    Optional<Actions> actions,
    Optional<Path> recordings,
    Optional<Path> traces,
    Optional<Path> dumps,
    Optional<Supplier<String>> metrics,
    Optional<Function<String, Optional<String>>> explain,
    ConsoleLimits limits,
    long intervalMillis) {
  /// The address that only programs of the same machine reach.
  public static final String LOOPBACK = "127.0.0.1";

  /// The port that is tried first.
  public static final int PORT = 9630;

  /// How many ports after the first one are tried.
  public static final int PORTS_AHEAD = 20;

  /// A console that is read only, on this machine only.
  public static final ConsoleSettings DEFAULT =
      new ConsoleSettings(
          LOOPBACK,
          PORT,
          false,
          List.of(),
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          ConsoleLimits.DEFAULT,
          1_000);

  static final int PORT_MAX = 65_535;
  private static final int TOKEN_CHARS_MIN = 16;
  private static final Pattern TOKEN = Pattern.compile("[A-Za-z0-9._~-]{" + TOKEN_CHARS_MIN + ",}");

  /// Checks port, token and interval.
  public ConsoleSettings {
    names = List.copyOf(names);
    if (port < 0 || port > PORT_MAX) {
      throw new IllegalArgumentException(
          "The port was " + port + "; it is 1 to " + PORT_MAX + ", or 0 for any that is free.");
    }
    if (intervalMillis < 1) {
      throw new IllegalArgumentException(
          "The interval was " + intervalMillis + " ms; it is at least 1 ms.");
    }
    // The token itself is never told: messages end up in logs.
    if (token.isPresent() && !TOKEN.matcher(token.get()).matches()) {
      throw new IllegalArgumentException(
          "The token has "
              + token.get().length()
              + " characters; it has at least "
              + TOKEN_CHARS_MIN
              + ", of A-Z a-z 0-9 . _ ~ and -. Make one up by `openssl rand -hex 16`.");
    }
  }

  /// The same at another address.
  public ConsoleSettings withHost(String address) {
    return changed(draft -> draft.host = address);
  }

  /// The same at another port, or a free one soon after it.
  public ConsoleSettings withPort(int first) {
    return changed(
        draft -> {
          draft.port = first;
          draft.isPortFixed = false;
        });
  }

  /// The same at this port and no other.
  public ConsoleSettings withFixedPort(int only) {
    return changed(
        draft -> {
          draft.port = only;
          draft.isPortFixed = true;
        });
  }

  /// The same with further names by which it is reached.
  public ConsoleSettings withNames(String... further) {
    return changed(draft -> draft.names = List.of(further));
  }

  /// The same with a token.
  public ConsoleSettings withToken(String secret) {
    return changed(draft -> draft.token = Optional.of(secret));
  }

  /// The same with actions.
  public ConsoleSettings withActions(Actions allowed) {
    return changed(draft -> draft.actions = Optional.of(allowed));
  }

  /// The same with a folder of recordings.
  public ConsoleSettings withRecordings(Path folder) {
    return changed(draft -> draft.recordings = Optional.of(folder));
  }

  /// The same with a folder of traces.
  public ConsoleSettings withTraces(Path folder) {
    return changed(draft -> draft.traces = Optional.of(folder));
  }

  /// The same with a folder for dumps.
  public ConsoleSettings withDumps(Path folder) {
    return changed(draft -> draft.dumps = Optional.of(folder));
  }

  /// The same with metrics.
  public ConsoleSettings withMetrics(Supplier<String> text) {
    return changed(draft -> draft.metrics = Optional.of(text));
  }

  /// The same with explanations of codes.
  public ConsoleSettings withExplain(Function<String, Optional<String>> pages) {
    return changed(draft -> draft.explain = Optional.of(pages));
  }

  /// The same with other limits.
  public ConsoleSettings withLimits(ConsoleLimits others) {
    return changed(draft -> draft.limits = others);
  }

  /// The same with another interval.
  public ConsoleSettings withIntervalMillis(long millis) {
    return changed(draft -> draft.intervalMillis = millis);
  }

  private ConsoleSettings changed(Consumer<Draft> change) {
    Draft draft = new Draft(this);
    change.accept(draft);
    return draft.settings();
  }

  /// What a copy is made of, so that each change names what it changes and nothing else.
  private static final class Draft {
    private String host;
    private int port;
    private boolean isPortFixed;
    private List<String> names;
    private Optional<String> token;
    private Optional<Actions> actions;
    private Optional<Path> recordings;
    private Optional<Path> traces;
    private Optional<Path> dumps;
    private Optional<Supplier<String>> metrics;
    private Optional<Function<String, Optional<String>>> explain;
    private ConsoleLimits limits;
    private long intervalMillis;

    Draft(ConsoleSettings settings) {
      host = settings.host;
      port = settings.port;
      isPortFixed = settings.isPortFixed;
      names = settings.names;
      token = settings.token;
      actions = settings.actions;
      recordings = settings.recordings;
      traces = settings.traces;
      dumps = settings.dumps;
      metrics = settings.metrics;
      explain = settings.explain;
      limits = settings.limits;
      intervalMillis = settings.intervalMillis;
    }

    ConsoleSettings settings() {
      return new ConsoleSettings(
          host,
          port,
          isPortFixed,
          names,
          token,
          actions,
          recordings,
          traces,
          dumps,
          metrics,
          explain,
          limits,
          intervalMillis);
    }
  }
}
