package dev.tactus.bench.actors;

import dev.tactus.bench.harness.HostTime;
import dev.tactus.bench.harness.Summary;
import java.util.Arrays;

/// How long each of a number of messages was on its way.
///
/// Threads: each message's time is written by whoever gets it, and read after all have come.
final class Latencies {
  private final long[] nanos;

  Latencies(int count) {
    nanos = new long[count];
  }

  /// A message that knows when it was sent.
  record Stamp(int index, long sentNanos) {
    static Stamp now(int index) {
      return new Stamp(index, HostTime.nanos());
    }
  }

  /// Notes that a message has come.
  void arrived(Stamp stamp) {
    nanos[stamp.index] = Math.max(1, HostTime.nanos() - stamp.sentNanos);
  }

  /// A percentile of all but the first few, in microseconds.
  double percentileMicros(double share, int skipped) {
    return percentileMicros(share, skipped, nanos.length - skipped);
  }

  /// A percentile of some that follow on each other, in microseconds.
  double percentileMicros(double share, int from, int count) {
    long[] sorted = Arrays.copyOfRange(nanos, from, from + count);
    Arrays.sort(sorted);
    if (sorted[0] == 0) {
      throw new IllegalStateException("a message never came, though all were waited for");
    }
    return Summary.percentile(sorted, share) / 1e3;
  }
}
