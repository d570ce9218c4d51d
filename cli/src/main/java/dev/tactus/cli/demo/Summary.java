package dev.tactus.cli.demo;

import dev.tactus.scheduler.CloseReport;
import dev.tactus.scheduler.Lateness;
import dev.tactus.time.driver.DriverStats;
import java.util.Locale;
import java.util.stream.Collectors;

/// Puts the report of a demo into words and tables.
final class Summary {
  private static final String TABLE = "%-10s%-28s%12s%10s%10s%10s%10s%8s%n";

  private Summary() {}

  static String of(DemoReport report) {
    StringBuilder out = new StringBuilder();
    messages(out, report.books());
    timers(out, report);
    balance(out, report.books());
    fleet(out, report);
    lateness(out, report);
    driver(out, report);
    warnings(out, report);
    close(out, report);
    return out.toString();
  }

  private static void messages(StringBuilder out, Books books) {
    Books.Messages messages = books.messages();
    line(
        out,
        "messages",
        "sent %s = handled %s + failed %s + dead letters %s + taken back %s + queued %s",
        Figures.count(messages.sent()),
        Figures.count(messages.handled()),
        Figures.count(messages.failed()),
        Figures.count(messages.dead()),
        Figures.count(messages.takenBack()),
        Figures.count(messages.queued()));
    String reasons =
        messages.deadLetters().entrySet().stream()
            .filter(reason -> reason.getValue() > 0)
            .map(reason -> reason.getKey() + " " + Figures.count(reason.getValue()))
            .collect(Collectors.joining(", "));
    line(out, "", "dead letters by reason: %s", reasons.isEmpty() ? "none" : reasons);
  }

  private static void timers(StringBuilder out, DemoReport report) {
    Books.Timers timers = report.books().timers();
    line(
        out,
        "timers",
        "registered %s = completed %s + cancelled %s + dropped %s + active %s",
        Figures.count(timers.registered()),
        Figures.count(timers.completed()),
        Figures.count(timers.cancelled()),
        Figures.count(timers.dropped()),
        Figures.count(timers.active()));
    line(
        out,
        "",
        "%s runs in %s; %s timers were the runtime's own, for the backoff of restarts; %s refused",
        Figures.count(timers.fired()),
        Figures.seconds(report.elapsedNanos()),
        Figures.count(report.books().ownTimers()),
        Figures.count(report.fleet().refused()));
  }

  private static void balance(StringBuilder out, Books books) {
    if (books.areBalanced()) {
      line(out, "books", "balanced: the system and the demo counted the same");
    } else {
      line(out, "books", "NOT BALANCED:");
      books.differences().forEach(difference -> line(out, "", "- %s", difference));
    }
  }

  private static void fleet(StringBuilder out, DemoReport report) {
    FleetFigures fleet = report.fleet();
    line(
        out,
        "fleet",
        "%s crashes, %s restarts; %s heartbeats for %s due times; %s readings collected",
        Figures.count(report.books().messages().failed()),
        Figures.count(report.books().restarts()),
        Figures.count(fleet.beats()),
        Figures.count(fleet.dueBeats()),
        Figures.count(fleet.readings()));
    line(
        out,
        "",
        "%s requests were answered, %s timed out, %s answers came too late",
        Figures.count(fleet.answered()),
        Figures.count(fleet.timedOut()),
        Figures.count(fleet.lateAnswers()));
    line(
        out,
        "pressure",
        "%s bursts; mailboxes under pressure %s times, relieved %s times; the system %s times",
        Figures.count(fleet.bursts()),
        Figures.count(fleet.pressed()),
        Figures.count(fleet.relieved()),
        Figures.count(fleet.engaged()));
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
            "asked-for time to handler",
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
      line(
          out,
          "",
          "TOO EARLY: %s messages came before their time",
          Figures.count(measured.early()));
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
    CloseReport timers = report.close().scheduler();
    line(
        out,
        "close",
        "in %s: %s actors were left behind; %s timers were due and delivered, %s cancelled%s",
        Figures.time(report.closeNanos()),
        Figures.count(report.close().forced().size()),
        Figures.count(timers.delivered()),
        Figures.count(timers.cancelled()),
        report.close().isClean() ? "" : "; SOMETHING DID NOT END IN TIME");
    line(
        out,
        "",
        "the driver drained %s ticks, %s are left; on-close tasks: %d succeeded, %d failed, in %s",
        Figures.count(timers.driver().drained()),
        Figures.count(timers.driver().pending()),
        timers.onClose().succeeded(),
        timers.onClose().failed(),
        Figures.time(timers.onClose().took()));
  }

  @SuppressWarnings("AnnotateFormatMethod") // the annotation would be a dependency at run time
  private static void line(StringBuilder out, String label, String format, Object... values) {
    out.append(String.format(Locale.ROOT, "%-10s", label))
        .append(String.format(Locale.ROOT, format, values))
        .append(System.lineSeparator());
  }
}
