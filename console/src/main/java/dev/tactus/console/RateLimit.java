package dev.tactus.console;

import dev.tactus.time.Clock;
import java.net.InetAddress;
import java.util.HashMap;
import java.util.Map;

/// How many requests an address may make: a bucket of tokens for each, kept as one time. Each
/// request moves the time at which the bucket will be full again into the future; when that is
/// further away than the bucket takes to fill, there was no token left.
///
/// Threads: any.
final class RateLimit {
  /// A browser that opens the page asks for many files at once.
  private static final int SECONDS_AHEAD = 2;

  private static final long NANOS_PER_SECOND = 1_000_000_000L;

  private final Map<InetAddress, Long> fullAtNanos = new HashMap<>();
  private final Clock clock;
  private final long stepNanos;
  private final int addressesMax;

  /// When the bucket is full that all share for whom there is no room in the table.
  private long othersFullAtNanos;

  RateLimit(int requestsPerSecond, int addressesMax, Clock clock) {
    this.clock = clock;
    this.stepNanos = Math.max(1, NANOS_PER_SECOND / requestsPerSecond);
    this.addressesMax = addressesMax;
    this.othersFullAtNanos = clock.nanos();
  }

  /// Takes a token of this address, if there is one.
  synchronized boolean allows(InetAddress address) {
    long now = clock.nanos();
    boolean isKnown = fullAtNanos.containsKey(address);
    boolean isOther = !isKnown && fullAtNanos.size() >= addressesMax;
    long fullAt = isOther ? othersFullAtNanos : fullAtNanos.getOrDefault(address, now);
    long next = (fullAt - now > 0 ? fullAt : now) + stepNanos;
    if (next - now > SECONDS_AHEAD * NANOS_PER_SECOND) {
      return false;
    }
    if (isOther) {
      othersFullAtNanos = next;
    } else {
      fullAtNanos.put(address, next);
    }
    return true;
  }

  /// Forgets those whose bucket is full.
  synchronized void forget() {
    long now = clock.nanos();
    fullAtNanos.values().removeIf(fullAt -> fullAt - now <= 0);
  }

  synchronized int size() {
    return fullAtNanos.size();
  }
}
