package dev.tactus.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tactus.actor.ActorPath;
import dev.tactus.actor.SystemReport;
import dev.tactus.actor.shutdown.ShutdownSummary;
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
  private static final SchedulerMetrics METRICS = SampleMetrics.of(100, 0, 256, 26, 70, 4);

  private static DemoReport report(Books books, long early, List<ActorPath> forced) {
    SchedulerDump dump =
        new SchedulerDump(
            "demo",
            ClockKind.HOST,
            DriverKind.HOST,
            new DriverStatus.Ok(),
            new DriverStats(1_000, 990, 3, 0, 99, 100, 60_000, 1_500_000),
            Optional.empty(),
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
    CloseReport close =
        new CloseReport(
            new DriverStatus.Flushed(1, 0), 4, new OnCloseReport(2, 0, Duration.ZERO), 9, false);
    return new DemoReport(
        new DemoSettings(50, Duration.ofMillis(10), OptionalInt.of(10), 1),
        10_000_000_000L,
        dump,
        METRICS,
        books,
        new FleetFigures(1_400, 230, 235, 40, 20, 3, 1, 5, 4, 4, 2),
        new LatenessFigures(250, 250, early, 5_100_000, 10_300_000, 11_000_000, 12_000_000),
        Map.of(
            "DriftExceeded",
            new WarningCounts.Kind(1, new SchedulerWarning.DriftExceeded(7, 610_000, 500_000))),
        new SystemReport(
            Duration.ofMillis(20),
            Optional.of(new ShutdownSummary(List.of())),
            forced,
            close,
            Map.of()),
        23_000_000);
  }

  @Test
  void summary_soundRun_showsBooksFleetLatenessDriverWarningsAndClose() {
    DemoReport report = report(SampleBooks.sound(), 0, List.of());

    assertThat(report.isSound()).isTrue();
    assertThat(report.summary().lines().map(String::stripTrailing))
        .containsExactly(
            "messages  sent 2,000 = handled 1,700 + failed 5 + dead letters 290 + taken back 5"
                + " + queued 0",
            "          dead letters by reason: OVERFLOW 280, SHUTDOWN 10",
            "timers    registered 100 = completed 26 + cancelled 70 + dropped 4 + active 0",
            "          256 runs in 10.0 s; 7 timers were the runtime's own, for the backoff of"
                + " restarts; 1 refused",
            "books     balanced: the system and the demo counted the same",
            "fleet     5 crashes, 6 restarts; 230 heartbeats for 235 due times; 1,400 readings"
                + " collected",
            "          40 requests were answered, 20 timed out, 3 answers came too late",
            "pressure  5 bursts; mailboxes under pressure 4 times, relieved 4 times; the system 2"
                + " times",
            "lateness                                      runs       p50       p99     p99.9"
                + "       max   early",
            "          asked-for time to handler            250    5.1 ms   10.3 ms     11 ms"
                + "     12 ms       0",
            "          begin of tick to hand-over         3,510     40 us     90 us          "
                + "    1.2 ms",
            "          the first is measured by the demo (shares from a sample of 250) and holds"
                + " the wait for the next tick,",
            "          up to 10 ms; the second is the scheduler's own",
            "driver    host: 1,000 ticks in 990 hand-overs, 3 catch-ups, 0 refusals",
            "          jitter mean 60 us, max 1.5 ms; drift max 610 us",
            "warnings  1 DriftExceeded, the last: DriftExceeded[tick=7, observedNanos=610000,"
                + " budgetNanos=500000]",
            "close     in 23 ms: 0 actors were left behind; 4 timers were due and delivered, 9"
                + " cancelled",
            "          the driver drained 1 ticks, 0 are left; on-close tasks: 2 succeeded, 0"
                + " failed, in 0 ns");
  }

  @Test
  void summary_messagesAreMissing_saysSoLoudly() {
    Books sound = SampleBooks.sound();
    Books off =
        new Books(
            SampleBooks.messages(2_003, 290),
            sound.timers(),
            sound.restarts(),
            SampleBooks.demo(1_803));
    DemoReport report = report(off, 0, List.of());

    assertThat(report.isSound()).isFalse();
    assertThat(report.summary())
        .contains("NOT BALANCED:")
        .contains("leave 3 although the system is closed")
        .doesNotContain("counted the same");
  }

  @Test
  void summary_messagesBeforeTheirTime_isNotSoundAlthoughBalanced() {
    DemoReport report = report(SampleBooks.sound(), 2, List.of());

    assertThat(report.books().areBalanced()).isTrue();
    assertThat(report.isSound()).isFalse();
    assertThat(report.summary()).contains("TOO EARLY: 2 messages");
  }

  @Test
  void summary_actorsThatDidNotEnd_saysSo() {
    List<ActorPath> forced = List.of(new ActorPath("demo", List.of("user", "device-1")));

    assertThat(report(SampleBooks.sound(), 0, forced).summary())
        .contains("1 actors were left behind", "SOMETHING DID NOT END IN TIME");
  }
}
