package dev.tactus.bench.actors;

/// Finds how much work takes as long as it should, by doing it.
///
/// A short calibration beforehand would not do: in a new JVM it may be over before the compiler has
/// come to it, and the same work then takes a fifth or a thirtieth of the time when it is measured.
///
/// Threads: one.
final class Fitting {
  /// So often in a row it must have fitted: long enough for a compiler to have come to it.
  private static final int ENOUGH = 5;

  /// After so many attempts on a machine that changes all the time, the last one has to do.
  private static final int ATTEMPTS_MAX = 40;

  /// What took between this and its reciprocal of the time that was wanted fits.
  private static final double LEAST = 0.8;

  /// An attempt that was interrupted, or that was far too short to be timed, changes no more.
  private static final double CHANGE_MAX = 8;

  private final double wantedNanos;
  private double amount;
  private int fits;
  private int attempts;

  /// @param wantedNanos how long it should take
  /// @param first the amount to begin with
  Fitting(double wantedNanos, double first) {
    this.wantedNanos = wantedNanos;
    this.amount = first;
  }

  /// How much to do next.
  double amount() {
    return amount;
  }

  /// Whether [#amount] is final.
  boolean isDone() {
    return fits >= ENOUGH || attempts >= ATTEMPTS_MAX;
  }

  /// Notes how long the amount took.
  void took(long nanos) {
    attempts++;
    double factor = wantedNanos / Math.max(1, nanos);
    if (factor >= LEAST && factor <= 1 / LEAST) {
      fits++;
    } else {
      fits = 0;
      amount *= Math.clamp(factor, 1 / CHANGE_MAX, CHANGE_MAX);
    }
  }
}
