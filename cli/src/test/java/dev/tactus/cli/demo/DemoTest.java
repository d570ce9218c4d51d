package dev.tactus.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tactus.requirement.Requirement;
import dev.tactus.scheduler.RuntimeToolbox;
import dev.tactus.scheduler.SchedulerWarning;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.Writer;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;

/// Runs the demo in virtual time: seconds of it pass at once, and the same way every time.
final class DemoTest {
  private static final int TIMERS = 1_000;
  private static final int SECONDS = 20;

  private final VirtualTime time = new VirtualTime();
  private final StringWriter text = new StringWriter();

  private static boolean never() {
    return false;
  }

  private static DemoSettings settings(OptionalInt seconds) {
    return new DemoSettings(TIMERS, Duration.ofMillis(10), seconds, 7);
  }

  private DemoReport run(OptionalInt seconds, BooleanSupplier stop) {
    LiveDisplay display = new LiveDisplay(new PrintWriter(text), false);
    return new Demo(settings(seconds), time.toolbox(), Runnable::run, time, display).run(stop);
  }

  @Test
  void run_untilItsTimeIsOver_booksBalanceAndNothingIsEarly() {
    DemoReport report = run(OptionalInt.of(SECONDS), DemoTest::never);

    assertThat(report.books().differences()).isEmpty();
    assertThat(report.isSound()).isTrue();
    assertThat(report.elapsedNanos()).isEqualTo(Duration.ofSeconds(SECONDS).toNanos());
    assertThat(report.metrics().active()).isZero();
    assertThat(report.lateness().early()).isZero();
    assertThat(report.warnings()).isEmpty();
    assertThat(report.refused()).isZero();
  }

  @Test
  void run_anyLength_keepsAllTimersActive() {
    DemoReport report = run(OptionalInt.of(SECONDS), DemoTest::never);

    assertThat(report.dump().metrics().active()).isEqualTo(TIMERS);
    assertThat(report.dump().metrics().periodic()).isEqualTo(TIMERS / 10);
    assertThat(report.close().cancelled()).isEqualTo(TIMERS);
  }

  @Test
  void run_allKinds_oneShotsRunRequestsAreMostlyAnsweredHeartbeatsBeat() {
    DemoReport report = run(OptionalInt.of(SECONDS), DemoTest::never);

    long beats = report.metrics().fired() - report.metrics().completed();
    assertThat(report.timedOut()).isPositive();
    assertThat(report.answered()).isGreaterThan(10 * report.timedOut());
    assertThat(report.metrics().completed()).isGreaterThan(2 * TIMERS + report.timedOut());
    assertThat(beats).isGreaterThan(TIMERS / 10 * 2);
  }

  @Test
  void run_inVirtualTime_latenessIsTheWaitForTheNextTick() {
    LatenessFigures lateness = run(OptionalInt.of(SECONDS), DemoTest::never).lateness();

    assertThat(lateness.runs()).isPositive();
    assertThat(lateness.maxNanos()).isPositive().isLessThan(Duration.ofMillis(10).toNanos());
    assertThat(lateness.p50Nanos()).isBetween(1L, lateness.p99Nanos());
  }

  @Test
  void run_twiceWithOneSeed_showsTheSame() {
    String first = run(OptionalInt.of(SECONDS), DemoTest::never).summary();
    String firstLines = text.toString();
    DemoTest again = new DemoTest();

    assertThat(again.run(OptionalInt.of(SECONDS), DemoTest::never).summary()).isEqualTo(first);
    assertThat(again.text).hasToString(firstLines);
  }

  @Test
  void run_notOnATerminal_showsAHeadingAndALineASecond() {
    DemoReport _ = run(OptionalInt.of(3), DemoTest::never);

    assertThat(text.toString().lines())
        .hasSize(4)
        .first()
        .isEqualTo(
            "1,000 timers: 700 one-shots, 200 requests, 100 heartbeats;"
                + " ticks of 10 ms by the manual driver; 3 s");
    assertThat(text.toString().lines().skip(1).map(line -> line.substring(0, 5)))
        .containsExactly("1.0 s", "2.0 s", "3.0 s");
  }

  @Test
  void run_toldToStop_endsSoonAndBalanced() {
    long stopAt = Duration.ofMillis(2_500).toNanos();

    DemoReport report = run(OptionalInt.empty(), () -> time.nanos() >= stopAt);

    assertThat(report.elapsedNanos()).isBetween(stopAt, stopAt + Duration.ofMillis(20).toNanos());
    assertThat(report.isSound()).isTrue();
    assertThat(text.toString()).contains("until Ctrl-C");
  }

  @Test
  void run_toldToStopWhileItFills_endsBalanced() {
    int[] looks = {0};

    DemoReport report = run(OptionalInt.empty(), () -> ++looks[0] > 10);

    assertThat(report.metrics().registered()).isEqualTo(10);
    assertThat(report.isSound()).isTrue();
  }

  @Test
  void run_readerHasGone_ends() {
    Writer broken =
        new Writer() {
          @Override
          public void write(char[] text, int from, int length) throws IOException {
            throw new IOException("Broken pipe");
          }

          @Override
          public void flush() {}

          @Override
          public void close() {}
        };
    LiveDisplay display = new LiveDisplay(new PrintWriter(broken), false);

    DemoReport report =
        new Demo(settings(OptionalInt.empty()), time.toolbox(), Runnable::run, time, display)
            .run(DemoTest::never);

    assertThat(report.isSound()).isTrue();
  }

  @Test
  void run_executorRefusesEverything_isCountedAsDroppedAndWarnedOf() {
    LiveDisplay display = new LiveDisplay(new PrintWriter(text), false);
    Demo demo =
        new Demo(
            settings(OptionalInt.of(12)),
            time.toolbox(),
            task -> {
              throw new RejectedExecutionException("full");
            },
            time,
            display);

    DemoReport report = demo.run(DemoTest::never);

    assertThat(report.metrics().dropped()).isPositive();
    assertThat(report.books().dropped()).isEqualTo(report.metrics().dropped());
    assertThat(report.books().differences()).isEmpty();
    assertThat(report.warnings()).containsKey("ExecutorRejected");
    assertThat(report.summary()).contains("ExecutorRejected, the last: ");
  }

  @Test
  void run_tasksLostByTheirExecutor_booksDoNotBalance() {
    LiveDisplay display = new LiveDisplay(new PrintWriter(text), false);
    Demo demo = new Demo(settings(OptionalInt.of(3)), time.toolbox(), task -> {}, time, display);

    DemoReport report = demo.run(DemoTest::never);

    assertThat(report.isSound()).isFalse();
    assertThat(report.books().demo().active()).isPositive();
    assertThat(report.summary()).contains("NOT BALANCED");
  }

  @Test
  void run_driverThatIsNotThere_saysWhichServesAndWhy() {
    RuntimeToolbox manual = time.toolbox();
    RuntimeToolbox fallenBack =
        new RuntimeToolbox(
            manual.clock(),
            manual.driver(),
            manual.threads(),
            manual.parkers(),
            manual.gauge(),
            Optional.of(new SchedulerWarning.DriverFallback("kernel", "no such timer here")));
    LiveDisplay display = new LiveDisplay(new PrintWriter(text), false);

    DemoReport report =
        new Demo(settings(OptionalInt.of(1)), fallenBack, Runnable::run, time, display)
            .run(DemoTest::never);

    assertThat(text.toString()).contains("by the manual driver (no kernel driver: no such timer");
    assertThat(report.warnings()).containsOnlyKeys("DriverFallback");
    assertThat(report.summary()).contains("instead of kernel: no such timer here");
  }

  @Test
  @Requirement("S5.5")
  void dumpText_manyHeartbeats_showsTheFirstAndCountsTheRest() {
    DemoReport report = run(OptionalInt.of(1), DemoTest::never);

    assertThat(report.dumpText().lines().filter(line -> line.startsWith("  job "))).hasSize(10);
    assertThat(report.dumpText()).contains("and 90 jobs more");
    assertThat(report.dump().periodicJobs()).hasSize(100);
  }
}
