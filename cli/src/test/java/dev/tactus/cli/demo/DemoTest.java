package dev.tactus.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tactus.actor.ActorObserver;
import dev.tactus.actor.ActorRef;
import dev.tactus.actor.SystemSettings;
import dev.tactus.mailbox.DeadLetterReason;
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
import java.util.function.BooleanSupplier;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/// Runs the demo in virtual time: seconds of it pass at once, and the same way every time.
final class DemoTest {
  private static final int DEVICES = 200;
  private static final int SECONDS = 12;

  private final VirtualTime time = new VirtualTime();
  private final StringWriter text = new StringWriter();

  private static boolean never() {
    return false;
  }

  private static DemoSettings settings(OptionalInt seconds) {
    return new DemoSettings(DEVICES, Duration.ofMillis(10), seconds, 7);
  }

  private DemoReport run(
      OptionalInt seconds, UnaryOperator<SystemSettings> machine, BooleanSupplier stop) {
    LiveDisplay display = new LiveDisplay(new PrintWriter(text), false);
    return new Demo(settings(seconds), machine, time, display).run(stop);
  }

  private DemoReport run(int seconds) {
    return run(OptionalInt.of(seconds), time::machine, DemoTest::never);
  }

  @Test
  @Requirement({"S3.4", "A6"})
  void run_untilItsTimeIsOver_booksBalanceAndNothingIsEarly() {
    DemoReport report = run(SECONDS);

    assertThat(report.books().differences()).isEmpty();
    assertThat(report.isSound()).isTrue();
    assertThat(report.elapsedNanos()).isEqualTo(Duration.ofSeconds(SECONDS).toNanos());
    assertThat(report.metrics().active()).isZero();
    assertThat(report.lateness().early()).isZero();
    assertThat(report.warnings()).isEmpty();
    assertThat(report.close().isClean()).isTrue();
  }

  @Test
  void run_anyLength_everyDeviceBeatsOnceAPeriod() {
    DemoReport report = run(SECONDS);

    assertThat(report.dump().metrics().periodic()).isBetween(DEVICES - 10L, (long) DEVICES);
    assertThat(report.fleet().dueBeats())
        .isBetween(DEVICES * (SECONDS - 1L), DEVICES * (SECONDS + 1L));
  }

  @Test
  void run_longEnough_devicesCrashAndComeBackRequestsAreMostlyAnswered() {
    DemoReport report = run(SECONDS);

    assertThat(report.books().messages().failed()).isPositive();
    assertThat(report.books().restarts()).isPositive();
    assertThat(report.books().ownTimers()).isGreaterThanOrEqualTo(report.books().restarts());
    assertThat(report.fleet().timedOut()).isPositive();
    assertThat(report.fleet().answered()).isGreaterThan(5 * report.fleet().timedOut());
  }

  @Test
  @Requirement({"S4.5", "M3.4"})
  void run_burstOfARegion_overflowsItsCollectorAndPressureComesAndGoes() {
    DemoReport report = run(SECONDS);

    assertThat(report.fleet().bursts()).isEqualTo(SECONDS / 2);
    // A region may come under pressure again while its devices still send.
    assertThat(report.fleet().pressed()).isGreaterThanOrEqualTo(SECONDS / 2);
    assertThat(report.fleet().relieved()).isEqualTo(report.fleet().pressed());
    assertThat(report.fleet().engaged()).isEqualTo(report.fleet().pressed());
    assertThat(report.books().messages().deadLetters().get(DeadLetterReason.OVERFLOW)).isPositive();
  }

  @Test
  void run_inVirtualTime_latenessIsTheWaitForTheNextTick() {
    LatenessFigures lateness = run(SECONDS).lateness();

    assertThat(lateness.runs()).isPositive();
    assertThat(lateness.maxNanos()).isPositive().isLessThan(Duration.ofMillis(10).toNanos());
    assertThat(lateness.p50Nanos()).isBetween(1L, lateness.p99Nanos());
  }

  @Test
  void run_twiceWithOneSeed_showsTheSame() {
    String first = run(SECONDS).summary();
    String firstLines = text.toString();
    DemoTest again = new DemoTest();

    assertThat(again.run(SECONDS).summary()).isEqualTo(first);
    assertThat(again.text).hasToString(firstLines);
  }

  @Test
  void run_notOnATerminal_showsAHeadingAndALineASecond() {
    DemoReport _ = run(3);

    assertThat(text.toString().lines())
        .hasSize(4)
        .first()
        .isEqualTo("200 devices in 16 regions; ticks of 10 ms by the manual driver; 3 s");
    assertThat(text.toString().lines().skip(1).map(line -> line.substring(0, 5)))
        .containsExactly("1.0 s", "2.0 s", "3.0 s");
  }

  @Test
  void run_toldToStop_endsSoonAndBalanced() {
    long stopAt = Duration.ofMillis(2_500).toNanos();

    DemoReport report = run(OptionalInt.empty(), time::machine, () -> time.nanos() >= stopAt);

    assertThat(report.elapsedNanos()).isBetween(stopAt, stopAt + Duration.ofMillis(20).toNanos());
    assertThat(report.books().differences()).isEmpty();
    assertThat(text.toString()).contains("until Ctrl-C");
  }

  @Test
  void run_toldToStopWhileItLaunches_endsBalanced() {
    int[] looks = {0};

    DemoReport report = run(OptionalInt.empty(), time::machine, () -> ++looks[0] > 10);

    assertThat(report.books().demo().registered()).isEqualTo(10);
    assertThat(report.books().differences()).isEmpty();
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
        new Demo(settings(OptionalInt.empty()), time::machine, time, display).run(DemoTest::never);

    assertThat(report.isSound()).isTrue();
  }

  @Test
  @Requirement("S4.5")
  void run_quotaTooSmallForRequests_refusesThemAndStaysBalanced() {
    DemoReport report =
        run(
            OptionalInt.of(SECONDS),
            settings ->
                time.machine(settings.withScheduler(settings.scheduler().withSystemQuota(DEVICES))),
            DemoTest::never);

    assertThat(report.fleet().refused()).isPositive();
    assertThat(report.warnings()).containsKey("QuotaReached");
    assertThat(report.books().messages().queued()).isZero();
    assertThat(report.books().timers().active()).isZero();
  }

  @Test
  void run_systemThatTellsNothing_booksDoNotBalance() {
    ActorObserver blind =
        new ActorObserver() {
          @Override
          public void sent(ActorRef<?> receiver, Object message) {}

          @Override
          public void handling(ActorRef<?> receiver, Object message) {}

          @Override
          public void handled(ActorRef<?> receiver, Object message) {}
        };

    DemoReport report =
        run(
            OptionalInt.of(3),
            settings -> time.machine(settings).withObserver(blind),
            DemoTest::never);

    assertThat(report.isSound()).isFalse();
    assertThat(report.summary()).contains("NOT BALANCED", "handled messages: the system counted");
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

    DemoReport report =
        run(
            OptionalInt.of(1),
            settings -> time.machine(settings).withToolbox(() -> fallenBack),
            DemoTest::never);

    assertThat(text.toString()).contains("manual driver (instead of kernel: no such timer here)");
    assertThat(report.summary()).contains("instead of kernel: no such timer here");
  }

  @Test
  @Requirement("S5.5")
  void dumpText_manyHeartbeats_showsTheFirstAndCountsTheRest() {
    DemoReport report = run(1);
    int jobs = report.dump().periodicJobs().size();

    assertThat(report.dumpText().lines().filter(line -> line.startsWith("  job "))).hasSize(10);
    assertThat(report.dumpText()).contains("and " + (jobs - 10) + " jobs more");
  }
}
