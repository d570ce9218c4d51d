package dev.tactus.bench.harness;

/// Which end of a scale is the good one.
public enum Better {
  HIGHER,
  LOWER;

  /// How many times better `ours` is than `theirs`; above 1 means that ours is better.
  ///
  /// Both values count as at least `floor`, which keeps differences that nobody would notice (a
  /// tenth of a percent of a core, say) from deciding a row.
  public double ratio(double ours, double theirs, double floor) {
    double flooredOurs = Math.max(ours, floor);
    double flooredTheirs = Math.max(theirs, floor);
    return this == HIGHER ? flooredOurs / flooredTheirs : flooredTheirs / flooredOurs;
  }

  /// Whether the first value beats the second.
  public boolean beats(double first, double second) {
    return this == HIGHER ? first > second : first < second;
  }
}
