package dev.tactus.console;

import java.time.Duration;

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
/// @param requestTime how long a request may take to arrive
/// @param stallTime how long a client may take nothing of its answer
public record ConsoleLimits(
    int connections,
    int sseClients,
    int bodyBytes,
    int headerBytes,
    int targetChars,
    int requestsPerSecond,
    Duration requestTime,
    Duration stallTime) {
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
    atLeastOne("requestTime", requestTime.toMillis());
    atLeastOne("stallTime", stallTime.toMillis());
  }

  private static void atLeastOne(String name, long value) {
    if (value < 1) {
      throw new IllegalArgumentException(
          "The limit %s was %d; it is at least 1 (times are in milliseconds)."
              .formatted(name, value));
    }
  }

  /// The same with another number of requests at a time.
  public ConsoleLimits withConnections(int count) {
    return new ConsoleLimits(
        count,
        sseClients,
        bodyBytes,
        headerBytes,
        targetChars,
        requestsPerSecond,
        requestTime,
        stallTime);
  }

  /// The same with another number of streams at a time.
  public ConsoleLimits withSseClients(int count) {
    return new ConsoleLimits(
        connections,
        count,
        bodyBytes,
        headerBytes,
        targetChars,
        requestsPerSecond,
        requestTime,
        stallTime);
  }

  /// The same with another number of requests that one address may make a second.
  public ConsoleLimits withRequestsPerSecond(int count) {
    return new ConsoleLimits(
        connections,
        sseClients,
        bodyBytes,
        headerBytes,
        targetChars,
        count,
        requestTime,
        stallTime);
  }

  /// The same with other times for a request to arrive, and for a client to take nothing.
  public ConsoleLimits withTimes(Duration request, Duration stall) {
    return new ConsoleLimits(
        connections,
        sseClients,
        bodyBytes,
        headerBytes,
        targetChars,
        requestsPerSecond,
        request,
        stall);
  }
}
