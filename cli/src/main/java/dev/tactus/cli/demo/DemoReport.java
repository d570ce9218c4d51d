package dev.tactus.cli.demo;

import dev.tactus.actor.SystemReport;
import dev.tactus.scheduler.SchedulerDump;
import dev.tactus.scheduler.SchedulerMetrics;
import java.util.List;
import java.util.Map;

/// What came of a demo.
///
/// @param settings what was asked for
/// @param elapsedNanos how long the fleet ran
/// @param dump the scheduler at the end of that
/// @param metrics the scheduler's counters after it was closed
/// @param books what became of all messages and timers
/// @param fleet what the fleet did
/// @param lateness how late messages of timers were handled, as the demo measured it
/// @param warnings the scheduler's warnings, by kind
/// @param close how the close went
/// @param closeNanos how long it took
public record DemoReport(
    DemoSettings settings,
    long elapsedNanos,
    SchedulerDump dump,
    SchedulerMetrics metrics,
    Books books,
    FleetFigures fleet,
    LatenessFigures lateness,
    Map<String, WarningCounts.Kind> warnings,
    SystemReport close,
    long closeNanos) {
  private static final int DUMPED_JOBS = 10;

  /// Whether every message and every timer is accounted for, and none came before its time.
  public boolean isSound() {
    return books.areBalanced() && lateness.early() == 0;
  }

  /// The report for people.
  public String summary() {
    return Summary.of(this);
  }

  /// The dump for people, with the first few of thousands of heartbeats.
  public String dumpText() {
    List<SchedulerDump.PeriodicJob> jobs = dump.periodicJobs();
    if (jobs.size() <= DUMPED_JOBS) {
      return dump.text();
    }
    return withJobs(jobs.subList(0, DUMPED_JOBS)).text()
        + "  and "
        + Figures.count(jobs.size() - DUMPED_JOBS)
        + " jobs more; the JSON form has them all"
        + System.lineSeparator();
  }

  private SchedulerDump withJobs(List<SchedulerDump.PeriodicJob> jobs) {
    return new SchedulerDump(
        dump.name(),
        dump.clock(),
        dump.driver(),
        dump.driverStatus(),
        dump.driverStats(),
        dump.driverFallback(),
        dump.driverStopped(),
        dump.resolutionNanos(),
        dump.nowTick(),
        dump.position(),
        dump.slots(),
        dump.activeSlots(),
        dump.overflowSize(),
        dump.overflowCapacity(),
        dump.pendingCommands(),
        dump.metrics(),
        jobs);
  }
}
