package dev.tactus.workers;

/// Counts nanoseconds in buckets that are at most a quarter wide.
///
/// Threads: one writes; others may read, and may then miss what was written last.
final class LatencyHistogram {
  private static final int QUARTERS = 4;

  private final long[] counts = new long[QUARTERS * Long.SIZE];
  private long max;

  /// Counts one value; a negative one counts as 0.
  void record(long nanos) {
    long value = Math.max(0, nanos);
    counts[bucket(value)]++;
    max = Math.max(max, value);
  }

  /// Adds what the other has counted.
  void add(LatencyHistogram other) {
    for (int i = 0; i < counts.length; i++) {
      counts[i] += other.counts[i];
    }
    max = Math.max(max, other.max);
  }

  /// The figures of what was counted.
  ReadyLatency figures() {
    long samples = 0;
    for (long count : counts) {
      samples += count;
    }
    return new ReadyLatency(samples, quantile(samples, 0.5), quantile(samples, 0.99), max);
  }

  /// The upper end of the bucket that the quantile lies in, or the maximum if that is less.
  private long quantile(long samples, double share) {
    long rank = (long) Math.ceil(samples * share);
    long seen = 0;
    for (int i = 0; i < counts.length && rank > 0; i++) {
      seen += counts[i];
      if (seen >= rank) {
        return Math.min(max, upperEnd(i));
      }
    }
    return 0;
  }

  private static int bucket(long value) {
    if (value < QUARTERS) {
      return (int) value;
    }
    int exponent = Long.SIZE - 1 - Long.numberOfLeadingZeros(value);
    return (exponent - 1) * QUARTERS + (int) ((value >>> (exponent - 2)) & (QUARTERS - 1));
  }

  private static long upperEnd(int bucket) {
    if (bucket < QUARTERS) {
      return bucket;
    }
    int exponent = bucket / QUARTERS + 1;
    long quarter = bucket % QUARTERS;
    return ((QUARTERS + quarter + 1) << (exponent - 2)) - 1;
  }
}
