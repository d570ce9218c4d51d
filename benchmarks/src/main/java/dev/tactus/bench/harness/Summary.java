package dev.tactus.bench.harness;

import java.util.Arrays;
import java.util.List;

/// Median and range of a set of samples.
public record Summary(double median, double min, double max, int count) {

  /// Summarises samples; of an even number the median is the mean of the middle two.
  ///
  /// @throws IllegalArgumentException if there are none
  public static Summary of(List<Double> samples) {
    double[] sorted = samples.stream().mapToDouble(Double::doubleValue).sorted().toArray();
    if (sorted.length == 0) {
      throw new IllegalArgumentException("0 samples given, at least 1 is needed for a median");
    }
    return new Summary(medianOfSorted(sorted), sorted[0], sorted[sorted.length - 1], sorted.length);
  }

  /// The median of values in any order.
  public static double median(double... values) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    return medianOfSorted(sorted);
  }

  /// The smallest value that at least `share` of the sorted values do not exceed (nearest rank).
  public static long percentile(long[] sorted, double share) {
    if (sorted.length == 0 || !(share > 0 && share <= 1)) {
      throw new IllegalArgumentException(
          "percentile "
              + share
              + " of "
              + sorted.length
              + " values asked for: the share lies above 0 and up to 1, and there must be a value");
    }
    return sorted[(int) Math.ceil(share * sorted.length) - 1];
  }

  private static double medianOfSorted(double[] sorted) {
    int middle = sorted.length / 2;
    return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
  }
}
