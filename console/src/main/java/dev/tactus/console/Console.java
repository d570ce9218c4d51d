package dev.tactus.console;

import com.sun.net.httpserver.HttpServer;
import dev.tactus.console.host.RandomToken;
import dev.tactus.observe.Source;
import dev.tactus.time.Clock;
import dev.tactus.time.host.HostClock;
import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.net.URI;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// A web page that shows a system, until it is closed.
///
/// ```java
/// try (Console console = Console.start(source, ConsoleSettings.DEFAULT)) {
///   System.out.println("Open " + console.address());
/// }
/// ```
///
/// It listens at the loopback address only and can do nothing but show, unless its settings say
/// otherwise. It does not keep the program alive.
///
/// Threads: any.
public final class Console implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Console.class);
  private static final int BACKLOG = 256;
  private static final int ADDRESSES_MAX = 10_000;
  private static final int RECORDINGS_OPEN_MAX = 4;
  private static final Duration BEAT = Duration.ofSeconds(1);

  private final HttpServer server;
  private final URI address;
  private final Optional<String> token;
  private final RequestThreads threads;
  private final RateLimit rate;
  private final SseHub hub;
  private final RecordingShelf shelf = new RecordingShelf(RECORDINGS_OPEN_MAX);
  private final Gate gate;
  private final Runnable endPulse;
  private final AtomicBoolean isClosed = new AtomicBoolean();

  private Console(
      HttpServer server, Source source, ConsoleSettings settings, Clock clock, Pulse pulse) {
    InetAddress bound = server.getAddress().getAddress();
    int port = server.getAddress().getPort();
    this.server = server;
    String shown = bound.isAnyLocalAddress() ? ConsoleSettings.LOOPBACK : settings.host();
    this.address = URI.create("http://" + Authorities.inAddress(shown) + ":" + port + "/");
    this.token =
        settings.token().isPresent() || settings.actions().isEmpty()
            ? settings.token()
            : Optional.of(RandomToken.next());
    this.threads = new RequestThreads(settings.limits(), clock);
    this.rate = new RateLimit(settings.limits().requestsPerSecond(), ADDRESSES_MAX, clock);
    this.hub = new SseHub(source, clock, settings.limits().sseClients());
    @Nullable Token secret = token.map(text -> new Token(text, port)).orElse(null);
    Guard guard =
        new Guard(
            settings.limits(),
            rate,
            Authorities.of(settings, bound, port),
            secret,
            !bound.isLoopbackAddress());
    ActionApi actions = new ActionApi(source, settings);
    Routes routes =
        new Routes(
            StaticPage.load(),
            new SystemApi(source, hub, settings, actions.names()),
            new FileApi(settings, shelf),
            actions);
    this.gate = new Gate(threads, guard, routes, settings);
    server.setExecutor(threads);
    server.createContext("/", gate);
    this.endPulse = pulse.begin(BEAT, this::beat);
  }

  /// Starts a console.
  ///
  /// @param source what it shows
  /// @throws ConsoleException when others could reach it and it has no token, or when it cannot
  ///   listen there
  public static Console start(Source source, ConsoleSettings settings) {
    return start(source, settings, HostClock.instance(), Pulse.ofHost());
  }

  static Console start(Source source, ConsoleSettings settings, Clock clock, Pulse pulse) {
    InetAddress host = resolve(settings.host());
    if (!host.isLoopbackAddress() && settings.token().isEmpty()) {
      throw ConsoleException.unsafeBind(settings.host());
    }
    HttpServer server = bind(host, settings);
    try {
      Console console = new Console(server, source, settings, clock, pulse);
      console.begin();
      LOG.info("The console is at {}", console.address);
      return console;
    } catch (RuntimeException e) {
      server.stop(0);
      throw e;
    }
  }

  private static InetAddress resolve(String host) {
    try {
      return InetAddress.getByName(host);
    } catch (UnknownHostException e) {
      throw ConsoleException.badHost(host, e);
    }
  }

  private static HttpServer bind(InetAddress host, ConsoleSettings settings) {
    int first = settings.port();
    boolean isOnly = settings.isPortFixed() || first == 0;
    int last =
        isOnly ? first : Math.min(first + ConsoleSettings.PORTS_AHEAD, ConsoleSettings.PORT_MAX);
    int port = first;
    while (true) {
      try {
        return HttpServer.create(new InetSocketAddress(host, port), BACKLOG);
      } catch (BindException e) {
        if (!isOfThisMachine(host)) {
          throw ConsoleException.badHost(settings.host(), e);
        }
        if (port == last) {
          throw ConsoleException.portInUse(settings.host(), first, last, e);
        }
        port++;
      } catch (IOException e) {
        throw ConsoleException.badHost(settings.host(), e);
      }
    }
  }

  /// Whether one can listen there at all; asked when that has failed.
  private static boolean isOfThisMachine(InetAddress host) {
    try {
      return host.isLoopbackAddress()
          || host.isAnyLocalAddress()
          || NetworkInterface.getByInetAddress(host) != null;
    } catch (SocketException e) {
      return true; // nobody knows; then the port is to blame
    }
  }

  private void begin() {
    hub.start();
    // The server's own thread keeps a program alive or not as the one does that starts it.
    Thread starter = Thread.ofPlatform().daemon().name("tactus-console-start").start(server::start);
    boolean isInterrupted = false;
    while (starter.isAlive()) {
      try {
        starter.join();
      } catch (InterruptedException e) {
        isInterrupted = true; // it takes no time; the caller hears of it afterwards
      }
    }
    if (isInterrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private void beat() {
    try {
      hub.beat();
      threads.dropSlow();
      rate.forget();
    } catch (RuntimeException e) {
      LOG.error("The console could not look after its connections", e);
    }
  }

  /// Where to open it.
  public URI address() {
    return address;
  }

  /// Where it listens.
  public int port() {
    return server.getAddress().getPort();
  }

  /// The token that actions need, and everything where others can reach the console: the one of the
  /// settings, or one that was made up. Empty when nothing needs one.
  public Optional<String> token() {
    return token;
  }

  /// How many follow the stream of snapshots.
  int streams() {
    return hub.size();
  }

  /// How many snapshots were encoded for the stream.
  long encoded() {
    return hub.encoded();
  }

  /// How many times somebody who follows was begun to be sent a snapshot or a heartbeat.
  long begun() {
    return hub.begun();
  }

  /// How many requests there are, whatever they do.
  int conversations() {
    return threads.size();
  }

  /// How many requests wait for their client to take something.
  int stalled() {
    return threads.writing();
  }

  /// How many requests are being answered.
  int served() {
    return gate.served();
  }

  /// Ends all connections and gives the port free.
  @Override
  public void close() {
    if (isClosed.compareAndSet(false, true)) {
      endPulse.run();
      hub.close();
      server.stop(0);
      threads.interruptAll();
      shelf.close();
    }
  }
}
