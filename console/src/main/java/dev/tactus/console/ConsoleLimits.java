package dev.tactus.console;

import java.time.Duration;
import java.util.function.Consumer;

/// How much a console takes before it refuses.
///
/// @param connections how many requests are answered at a time, streams among them; and how many
///   may be on their way in
/// @param sseClients how many streams of snapshots there are at a time
/// @param bodyBytes how long the body of a request may be
/// @param headerBytes how long all headers of a request may be together
/// @param targetChars how long the path of a request may be, with its parameters
/// @param requestsPerSecond how many requests one address may make a second; it may be ahead by
///   those of two seconds
/// @param requestTime how long a request may take to arrive, up to 24 hours
/// @param stallTime how long a client may take nothing of its answer, up to 24 hours
public record ConsoleLimits(
    int connections,
    int sseClients,
    int bodyBytes,
    int headerBytes,
    int targetChars,
    int requestsPerSecond,
    Duration requestTime,
    Duration stallTime) {
  private static final Duration TIME_MIN = Duration.ofMillis(1);
  private static final Duration TIME_MAX = Duration.ofHours(24);

  /// The limits of a console that was given none.
  public static final ConsoleLimits DEFAULT =
      new ConsoleLimits(
          256,
          200,
          16 << 10,
          16 << 10,
          4 << 10,
          200,
          Duration.ofSeconds(10),
          Duration.ofSeconds(30));

  /// Checks that each limit lets something through.
  public ConsoleLimits {
    atLeastOne("connections", connections);
    atLeastOne("sseClients", sseClients);
    atLeastOne("bodyBytes", bodyBytes);
    atLeastOne("headerBytes", headerBytes);
    atLeastOne("targetChars", targetChars);
    atLeastOne("requestsPerSecond", requestsPerSecond);
    inRange("requestTime", requestTime);
    inRange("stallTime", stallTime);
  }

  private static void atLeastOne(String name, int value) {
    if (value < 1) {
      throw new IllegalArgumentException(
          "The limit " + name + " was " + value + "; it is at least 1.");
    }
  }

  private static void inRange(String name, Duration value) {
    if (value.compareTo(TIME_MIN) < 0 || value.compareTo(TIME_MAX) > 0) {
      throw new IllegalArgumentException(
          "The limit " + name + " was " + value + "; it is 1 ms to 24 hours.");
    }
  }

  /// The same with another number of requests at a time.
  public ConsoleLimits withConnections(int count) {
    return changed(draft -> draft.connections = count);
  }

  /// The same with another number of streams at a time.
  public ConsoleLimits withSseClients(int count) {
    return changed(draft -> draft.sseClients = count);
  }

  /// The same with another length of bodies.
  public ConsoleLimits withBodyBytes(int count) {
    return changed(draft -> draft.bodyBytes = count);
  }

  /// The same with another length of headers.
  public ConsoleLimits withHeaderBytes(int count) {
    return changed(draft -> draft.headerBytes = count);
  }

  /// The same with another length of paths.
  public ConsoleLimits withTargetChars(int count) {
    return changed(draft -> draft.targetChars = count);
  }

  /// The same with another number of requests that one address may make a second.
  public ConsoleLimits withRequestsPerSecond(int count) {
    return changed(draft -> draft.requestsPerSecond = count);
  }

  /// The same with another time for a request to arrive.
  public ConsoleLimits withRequestTime(Duration time) {
    return changed(draft -> draft.requestTime = time);
  }

  /// The same with another time for which a client may take nothing.
  public ConsoleLimits withStallTime(Duration time) {
    return changed(draft -> draft.stallTime = time);
  }

  private ConsoleLimits changed(Consumer<Draft> change) {
    Draft draft = new Draft(this);
    change.accept(draft);
    return draft.limits();
  }

  /// What a copy is made of, so that each change names what it changes and nothing else.
  private static final class Draft {
    private int connections;
    private int sseClients;
    private int bodyBytes;
    private int headerBytes;
    private int targetChars;
    private int requestsPerSecond;
    private Duration requestTime;
    private Duration stallTime;

    Draft(ConsoleLimits limits) {
      connections = limits.connections;
      sseClients = limits.sseClients;
      bodyBytes = limits.bodyBytes;
      headerBytes = limits.headerBytes;
      targetChars = limits.targetChars;
      requestsPerSecond = limits.requestsPerSecond;
      requestTime = limits.requestTime;
      stallTime = limits.stallTime;
    }

    ConsoleLimits limits() {
      return new ConsoleLimits(
          connections,
          sseClients,
          bodyBytes,
          headerBytes,
          targetChars,
          requestsPerSecond,
          requestTime,
          stallTime);
    }
  }
}
