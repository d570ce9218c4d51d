package dev.tactus.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tactus.scheduler.CloseReport;
import dev.tactus.scheduler.OnCloseReport;
import dev.tactus.scheduler.SchedulerDump;
import dev.tactus.scheduler.SchedulerMetrics;
import dev.tactus.scheduler.SchedulerWarning;
import dev.tactus.time.ClockKind;
import dev.tactus.time.driver.DriverKind;
import dev.tactus.time.driver.DriverStats;
import dev.tactus.time.driver.DriverStatus;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

final class SummaryTest {
  private static final SchedulerMetrics METRICS = SampleMetrics.of(2_000, 0, 3_500, 700, 1_290, 10);

  private static DemoReport report(Books.Side demo, long early, boolean forced) {
    SchedulerDump dump =
        new SchedulerDump(
            "demo",
            ClockKind.HOST,
            DriverKind.HOST,
            new DriverStatus.Ok(),
            new DriverStats(1_000, 990, 3, 0, 99, 100, 60_000, 1_500_000),
            Optional.empty(),
            10_000_000,
            1_000,
            1_000,
            512,
            400,
            500,
            4_194_304,
            0,
            METRICS,
            List.of());
    return new DemoReport(
        new DemoSettings(1_000, Duration.ofMillis(10), OptionalInt.of(10), 1),
        10_000_000_000L,
        dump,
        METRICS,
        Books.of(METRICS, demo),
        290,
        12,
        0,
        new LatenessFigures(3_500, 3_500, early, 5_100_000, 10_300_000, 11_000_000, 12_000_000),
        Map.of(
            "DriftExceeded",
            new WarningCounts.Kind(1, new SchedulerWarning.DriftExceeded(7, 610_000, 500_000))),
        new CloseReport(
            new DriverStatus.Flushed(1, 0), 4, new OnCloseReport(0, 0, Duration.ZERO), 996, forced),
        23_000_000);
  }

  @Test
  void summary_soundRun_showsBooksLatenessDriverWarningsAndClose() {
    DemoReport report = report(new Books.Side(2_000, 3_500, 700, 1_300, 0), 0, false);

    assertThat(report.isSound()).isTrue();
    assertThat(report.summary().lines().map(String::stripTrailing))
        .containsExactly(
            "books     registered 2,000 = completed 700 + cancelled 1,290 + dropped 10 + active 0",
            "          290 requests were answered, 12 timed out; 3,500 runs in 10.0 s,"
                + " 0 registrations refused",
            "          balanced: the scheduler and the demo counted the same",
            "lateness                                      runs       p50       p99     p99.9"
                + "       max   early",
            "          asked-for time to run              3,500    5.1 ms   10.3 ms     11 ms"
                + "     12 ms       0",
            "          begin of tick to hand-over         3,510     40 us     90 us          "
                + "    1.2 ms",
            "          the first is measured by the demo (shares from a sample of 3,500) and holds"
                + " the wait for the next tick,",
            "          up to 10 ms; the second is the scheduler's own",
            "driver    host: 1,000 ticks in 990 hand-overs, 3 catch-ups, 0 refusals",
            "          jitter mean 60 us, max 1.5 ms; drift max 610 us",
            "warnings  1 DriftExceeded, the last: DriftExceeded[tick=7, observedNanos=610000,"
                + " budgetNanos=500000]",
            "close     in 23 ms: 4 timers were due and delivered, 996 cancelled; the driver drained"
                + " 1 ticks, 0 are left",
            "          on-close tasks: 0 succeeded, 0 failed, in 0 ns");
  }

  @Test
  void summary_timersAreMissing_saysSoLoudly() {
    DemoReport report = report(new Books.Side(2_000, 3_500, 700, 1_299, 0), 0, false);

    assertThat(report.isSound()).isFalse();
    assertThat(report.summary())
        .contains("NOT BALANCED:")
        .contains("- cancelled or dropped: the scheduler counted 1,300, the demo 1,299")
        .doesNotContain("counted the same");
  }

  @Test
  void summary_runsBeforeTheirTime_isNotSoundAlthoughBalanced() {
    DemoReport report = report(new Books.Side(2_000, 3_500, 700, 1_300, 0), 2, false);

    assertThat(report.books().areBalanced()).isTrue();
    assertThat(report.isSound()).isFalse();
    assertThat(report.summary()).contains("TOO EARLY: 2 runs");
  }

  @Test
  void summary_forcedClose_saysSo() {
    assertThat(report(new Books.Side(2_000, 3_500, 700, 1_300, 0), 0, true).summary())
        .contains("LEFT BEHIND");
  }
}
