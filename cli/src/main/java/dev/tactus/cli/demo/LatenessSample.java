package dev.tactus.cli.demo;

import java.util.Arrays;
import java.util.SplittableRandom;

/// A fair sample of how late runs were: every run has the same chance to be in it, however many
/// there are, and its shares are exact, not rounded to buckets.
///
/// Threads: any.
final class LatenessSample {
  private final long[] kept;
  private final SplittableRandom random;
  private long runs;
  private long early;
  private long max;

  LatenessSample(int capacity, long seed) {
    this.kept = new long[capacity];
    this.random = new SplittableRandom(seed);
  }

  /// Takes a run that was this late; negative when it was early.
  synchronized void add(long lateNanos) {
    max = runs == 0 ? lateNanos : Math.max(max, lateNanos);
    if (lateNanos < 0) {
      early++;
    }
    // The run takes the place of a kept one with the chance that a fair sample asks for.
    long place = runs < kept.length ? runs : random.nextLong(runs + 1);
    if (place < kept.length) {
      kept[(int) place] = lateNanos;
    }
    runs++;
  }

  synchronized LatenessFigures figures() {
    int sampled = (int) Math.min(runs, kept.length);
    long[] sorted = Arrays.copyOf(kept, sampled);
    Arrays.sort(sorted);
    return new LatenessFigures(
        runs, sampled, early, share(sorted, 0.5), share(sorted, 0.99), share(sorted, 0.999), max);
  }

  /// The figures so far; then it starts from nothing.
  synchronized LatenessFigures takeFigures() {
    LatenessFigures figures = figures();
    runs = 0;
    early = 0;
    max = 0;
    return figures;
  }

  private static long share(long[] sorted, double share) {
    return sorted.length == 0 ? 0 : sorted[(int) Math.ceil(share * sorted.length) - 1];
  }
}
