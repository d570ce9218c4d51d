package dev.tactus.cli.demo;

import dev.tactus.scheduler.SchedulerMetrics;

/// The line that shows what the scheduler does at present.
final class LiveLine {
  /// The scheduler's counters at one moment.
  ///
  /// @param nanos when, since the beginning
  /// @param metrics the counters
  record Moment(long nanos, SchedulerMetrics metrics) {}

  private LiveLine() {}

  /// @param before the moment of the line before
  /// @param now the present
  /// @param late how late the runs in between were
  /// @param warnings how many warnings there were from the beginning
  static String of(Moment before, Moment now, LatenessFigures late, long warnings) {
    SchedulerMetrics metrics = now.metrics;
    long span = now.nanos - before.nanos;
    return String.join(
        " | ",
        Figures.seconds(now.nanos),
        Figures.count(metrics.active()) + " active",
        rate(metrics.fired() - before.metrics.fired(), span) + " fired/s",
        rate(metrics.cancelled() - before.metrics.cancelled(), span) + " cancelled/s",
        "late p50 " + Figures.time(late.p50Nanos()) + " p99 " + Figures.time(late.p99Nanos()),
        "drift " + Figures.time(metrics.driftNanos()),
        "drops " + Figures.count(metrics.dropped()),
        "warnings " + Figures.count(warnings));
  }

  private static String rate(long events, long nanos) {
    return Figures.count(nanos <= 0 ? 0 : Math.round(events * 1e9 / nanos));
  }
}
