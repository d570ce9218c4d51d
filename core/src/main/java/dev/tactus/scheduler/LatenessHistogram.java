package dev.tactus.scheduler;

import java.util.ArrayList;
import java.util.List;

/// How late timers were handed over, counted in buckets that grow with the value: 8 to each
/// doubling, so that a value is known to about 12 %.
///
/// Threads: one writer at a time; anybody may take a snapshot, which may miss the last few.
final class LatenessHistogram {
  private static final int SUB_BITS = 3;
  private static final int SUB = 1 << SUB_BITS;

  private final long[] counts = new long[(Long.SIZE - SUB_BITS) * SUB];
  private long max;

  /// Records that so many were late by this time.
  void record(long nanos, long times) {
    long value = Math.max(0, nanos);
    counts[bucketOf(value)] += times;
    if (value > max) {
      max = value;
    }
  }

  Lateness snapshot() {
    long[] copy = counts.clone();
    List<Lateness.Bucket> buckets = new ArrayList<>();
    long total = 0;
    for (int bucket = 0; bucket < copy.length; bucket++) {
      if (copy[bucket] > 0) {
        buckets.add(new Lateness.Bucket(highestOf(bucket), copy[bucket]));
        total += copy[bucket];
      }
    }
    return new Lateness(
        total, quantile(copy, total, 0.5), quantile(copy, total, 0.99), max, List.copyOf(buckets));
  }

  private long quantile(long[] copy, long total, double share) {
    long rank = (long) Math.ceil(share * total);
    long seen = 0;
    for (int bucket = 0; bucket < copy.length; bucket++) {
      seen += copy[bucket];
      if (seen >= rank && seen > 0) {
        return Math.min(max, highestOf(bucket));
      }
    }
    return 0;
  }

  static int bucketOf(long value) {
    if (value < SUB) {
      return (int) value;
    }
    int shift = Long.SIZE - 1 - Long.numberOfLeadingZeros(value) - SUB_BITS;
    return ((shift + 1) << SUB_BITS) + (int) ((value >>> shift) - SUB);
  }

  static long highestOf(int bucket) {
    if (bucket < SUB) {
      return bucket;
    }
    int shift = (bucket >> SUB_BITS) - 1;
    long lowest = (long) (SUB + (bucket & (SUB - 1))) << shift;
    return lowest + ((1L << shift) - 1);
  }
}
