package dev.tactus.cli.watch;

import dev.tactus.cli.demo.Figures;
import dev.tactus.observe.Page;
import dev.tactus.observe.SnapshotJson;
import dev.tactus.observe.Source;
import dev.tactus.observe.TimerFigures;
import dev.tactus.scheduler.SchedulerDump.PeriodicJob;
import dev.tactus.scheduler.SchedulerMetrics;
import java.io.PrintWriter;
import java.util.Locale;

/// A scheduler as lines, and its periodic timers page by page.
public final class TimerLines {
  private static final int PAGE = 500;

  private TimerLines() {}

  /// Writes it.
  ///
  /// @throws RemoteConsoleException when the console stops answering; what came before is written
  public static void print(Source source, boolean isJson, PrintWriter out) {
    TimerFigures timers = source.snapshot().timers();
    Page<PeriodicJob> page = source.periodicJobs("", PAGE);
    if (isJson) {
      out.println("{\"timers\":" + SnapshotJson.write(timers) + ",\"periodic\":[");
    } else {
      head(timers, out);
      out.println(line("TIMER", "MODE", "PERIOD", "STATE", "BACKLOG", "PRIORITY", "EXECUTOR"));
    }
    long count = 0;
    while (true) {
      for (PeriodicJob job : page.items()) {
        out.println(isJson ? (count == 0 ? " " : ",") + SnapshotJson.write(job) : line(job));
        count++;
      }
      if (!page.hasNext() || out.checkError()) {
        break;
      }
      page = source.periodicJobs(page.next(), PAGE);
    }
    out.println(isJson ? "]}" : Figures.count(count) + " periodic timers");
    out.flush();
  }

  private static void head(TimerFigures timers, PrintWriter out) {
    SchedulerMetrics metrics = timers.metrics();
    out.println(
        "scheduler "
            + timers.name()
            + ": "
            + TopTable.word(timers.kind())
            + ", ticks of "
            + Figures.time(timers.resolutionNanos())
            + " by the "
            + TopTable.word(timers.driver())
            + " driver ("
            + timers.driverStatus()
            + ")");
    out.println(
        "timers    "
            + Figures.count(metrics.active())
            + " active of "
            + Figures.count(metrics.quotaLimit())
            + ", "
            + Figures.count(metrics.periodic())
            + " periodic; "
            + Figures.count(metrics.registered())
            + " registered, "
            + Figures.count(metrics.fired())
            + " fired, "
            + Figures.count(metrics.cancelled())
            + " cancelled, "
            + Figures.count(metrics.dropped())
            + " dropped");
    out.println(
        "lateness  p50 "
            + Figures.time(metrics.lateness().p50Nanos())
            + ", p99 "
            + Figures.time(metrics.lateness().p99Nanos())
            + ", max "
            + Figures.time(metrics.lateness().maxNanos())
            + "; drift "
            + Figures.time(metrics.driftNanos())
            + ", max "
            + Figures.time(metrics.maxDriftNanos()));
    out.println(
        "overflow  "
            + Figures.count(timers.overflowSize())
            + " of "
            + Figures.count(timers.overflowCapacity())
            + "; "
            + Figures.count(timers.pendingCommands())
            + " registrations on their way");
  }

  private static String line(PeriodicJob job) {
    return line(
        Long.toString(job.timerId()),
        TopTable.word(job.mode()),
        Figures.time(job.periodNanos()),
        TopTable.word(job.state()),
        Figures.count(job.backlog()),
        TopTable.word(job.priority()),
        job.executor());
  }

  private static String line(
      String timer,
      String mode,
      String period,
      String state,
      String backlog,
      String priority,
      String executor) {
    return String.format(
        Locale.ROOT,
        "%12s  %-12s %10s  %-10s %7s  %-8s  %s",
        timer,
        mode,
        period,
        state,
        backlog,
        priority,
        executor);
  }
}
