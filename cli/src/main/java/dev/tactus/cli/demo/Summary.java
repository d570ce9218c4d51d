package dev.tactus.cli.demo;

import dev.tactus.scheduler.Lateness;
import dev.tactus.scheduler.SchedulerMetrics;
import dev.tactus.time.driver.DriverStats;
import java.util.Locale;

/// Puts the report of a demo into words and tables.
final class Summary {
  private static final String TABLE = "%-10s%-28s%12s%10s%10s%10s%10s%8s%n";

  private Summary() {}

  static String of(DemoReport report) {
    StringBuilder out = new StringBuilder();
    books(out, report);
    lateness(out, report);
    driver(out, report);
    warnings(out, report);
    close(out, report);
    return out.toString();
  }

  private static void books(StringBuilder out, DemoReport report) {
    Books books = report.books();
    SchedulerMetrics metrics = report.metrics();
    line(
        out,
        "books",
        "registered %s = completed %s + cancelled %s + dropped %s + active %s",
        Figures.count(metrics.registered()),
        Figures.count(metrics.completed()),
        Figures.count(metrics.cancelled()),
        Figures.count(books.dropped()),
        Figures.count(books.demo().active()));
    line(
        out,
        "",
        "%s requests were answered, %s timed out; %s runs in %s, %s registrations refused",
        Figures.count(report.answered()),
        Figures.count(report.timedOut()),
        Figures.count(metrics.fired()),
        Figures.seconds(report.elapsedNanos()),
        Figures.count(report.refused()));
    if (books.areBalanced()) {
      line(out, "", "balanced: the scheduler and the demo counted the same");
    } else {
      line(out, "", "NOT BALANCED:");
      books.differences().forEach(difference -> line(out, "", "- %s", difference));
    }
  }

  private static void lateness(StringBuilder out, DemoReport report) {
    LatenessFigures measured = report.lateness();
    Lateness own = report.metrics().lateness();
    out.append(
        String.format(
            Locale.ROOT, TABLE, "lateness", "", "runs", "p50", "p99", "p99.9", "max", "early"));
    out.append(
        String.format(
            Locale.ROOT,
            TABLE,
            "",
            "asked-for time to run",
            Figures.count(measured.runs()),
            Figures.time(measured.p50Nanos()),
            Figures.time(measured.p99Nanos()),
            Figures.time(measured.p999Nanos()),
            Figures.time(measured.maxNanos()),
            Figures.count(measured.early())));
    out.append(
        String.format(
            Locale.ROOT,
            TABLE,
            "",
            "begin of tick to hand-over",
            Figures.count(own.count()),
            Figures.time(own.p50Nanos()),
            Figures.time(own.p99Nanos()),
            "",
            Figures.time(own.maxNanos()),
            ""));
    line(
        out,
        "",
        "the first is measured by the demo (shares from a sample of %s) and holds the wait for the"
            + " next tick,",
        Figures.count(measured.sampled()));
    line(
        out,
        "",
        "up to %s; the second is the scheduler's own",
        Figures.time(report.settings().tick()));
    if (measured.early() > 0) {
      line(out, "", "TOO EARLY: %s runs came before their time", Figures.count(measured.early()));
    }
  }

  private static void driver(StringBuilder out, DemoReport report) {
    DriverStats stats = report.dump().driverStats();
    line(
        out,
        "driver",
        "%s: %s ticks in %s hand-overs, %s catch-ups, %s refusals",
        report.dump().driver().name().toLowerCase(Locale.ROOT),
        Figures.count(stats.ticks()),
        Figures.count(stats.tokens()),
        Figures.count(stats.catchUps()),
        Figures.count(stats.refusals()));
    line(
        out,
        "",
        "jitter mean %s, max %s; drift max %s",
        Figures.time(stats.meanJitterNanos()),
        Figures.time(stats.maxJitterNanos()),
        Figures.time(report.metrics().maxDriftNanos()));
    report.dump().driverFallback().ifPresent(why -> line(out, "", "instead of %s", why));
  }

  private static void warnings(StringBuilder out, DemoReport report) {
    if (report.warnings().isEmpty()) {
      line(out, "warnings", "none");
      return;
    }
    String label = "warnings";
    for (var kind : report.warnings().entrySet()) {
      line(
          out,
          label,
          "%s %s, the last: %s",
          Figures.count(kind.getValue().count()),
          kind.getKey(),
          kind.getValue().last());
      label = "";
    }
  }

  private static void close(StringBuilder out, DemoReport report) {
    var close = report.close();
    line(
        out,
        "close",
        "in %s: %s timers were due and delivered, %s cancelled; the driver drained %s ticks, %s"
            + " are left%s",
        Figures.time(report.closeNanos()),
        Figures.count(close.delivered()),
        Figures.count(close.cancelled()),
        Figures.count(close.driver().drained()),
        Figures.count(close.driver().pending()),
        close.forced() ? "; SOMETHING DID NOT END IN TIME AND WAS LEFT BEHIND" : "");
    line(
        out,
        "",
        "on-close tasks: %d succeeded, %d failed, in %s",
        close.onClose().succeeded(),
        close.onClose().failed(),
        Figures.time(close.onClose().took()));
  }

  @SuppressWarnings("AnnotateFormatMethod") // the annotation would be a dependency at run time
  private static void line(StringBuilder out, String label, String format, Object... values) {
    out.append(String.format(Locale.ROOT, "%-10s", label))
        .append(String.format(Locale.ROOT, format, values))
        .append(System.lineSeparator());
  }
}
