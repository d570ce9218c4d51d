package dev.tactus.time.linux;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tactus.requirement.Requirement;
import dev.tactus.time.Clock;
import dev.tactus.time.ClockKind;
import dev.tactus.time.ManualClock;
import dev.tactus.time.Resolution;
import dev.tactus.time.TickScale;
import dev.tactus.time.driver.DriverKind;
import dev.tactus.time.driver.DriverStatus;
import dev.tactus.time.driver.TickMode;
import dev.tactus.time.driver.TickToken;
import dev.tactus.time.host.HostClock;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// The driver on a real timer. The timeout is there for a hang, which is how a lost wake-up shows.
@EnabledOnOs(OS.LINUX)
@Timeout(60)
class KernelTickDriverTest {
  private static final Resolution MILLISECOND = new Resolution(1_000_000);

  /// Longer than the timeout: what a wake-up does not end must not end by itself.
  private static final int NO_END_OF_PATIENCE = 3_600_000;

  private final TestSink sink = new TestSink(TestSink.NOTHING);
  private final KernelTickDriver driver = new KernelTickDriver(NO_END_OF_PATIENCE);
  private int descriptorsBefore;

  @BeforeEach
  void countDescriptors() {
    descriptorsBefore = Descriptors.anonymous();
  }

  /// So that a test that fails does not leave descriptors to the next.
  @AfterEach
  void stopDriver() {
    driver.requestStop();
  }

  static List<Clock> realClocks() {
    return List.of(KernelClock.instance(), HostClock.instance());
  }

  @ParameterizedTest
  @MethodSource("realClocks")
  @Requirement({"S6.1", "S6.4"})
  void run_sinkNeedsEveryTick_everyTickOfTheClockArrivesOnce(Clock clock) throws Exception {
    TickScale scale = attach(clock);
    long firstTick = scale.tickAt(clock.nanos()) + 1;
    sink.need(TestSink.EVERY_TICK);
    DriverRun run = DriverRun.start(driver);
    sink.take(50);
    driver.requestStop();
    assertThat(run.end()).isNull();

    long before = scale.tickAt(clock.nanos());
    DriverStatus.Flushed flushed = driver.stopAndFlush();
    long after = scale.tickAt(clock.nanos());

    List<TickToken> tokens = sink.tokens();
    assertContiguous(tokens);
    assertThat(tokens.getFirst().firstTick()).isBetween(1L, firstTick);
    assertThat(tokens.getLast().lastTick()).isBetween(before, after);
    assertThat(tokens.stream().mapToLong(TickToken::ticks).sum())
        .isEqualTo(tokens.getLast().lastTick() - tokens.getFirst().firstTick() + 1)
        .isEqualTo(driver.stats().ticks());
    assertThat(flushed.pending()).isBetween(0L, after - before);
    assertThat(driver.stopAndFlush()).isEqualTo(driver.status());
  }

  /// The kernel's clock, on which every sleep ends later than it did: it jumps when it was not read
  /// for long. So what waking up takes is known, on any machine, at least.
  private static final class LateAfterSleep implements Clock {
    static final long LATE_NANOS = 60_000;
    private static final long SLEEP_NANOS = 400_000;

    private long readNanos = KernelClock.instance().nanos();
    private long aheadNanos;

    @Override
    public synchronized long nanos() {
      long now = KernelClock.instance().nanos();
      if (now - readNanos > SLEEP_NANOS) {
        aheadNanos += LATE_NANOS;
      }
      readNanos = now;
      return now + aheadNanos;
    }

    @Override
    public ClockKind kind() {
      return ClockKind.HARDWARE;
    }
  }

  @Test
  @Requirement({"S6.1", "S6.4"})
  void run_sleepsThatEndLate_setsItsTimerEarlierAndIsNeverEarly() throws Exception {
    Clock clock = new LateAfterSleep();
    TickScale scale = attach(clock);
    AtomicLong early = new AtomicLong();
    AtomicLong inTime = new AtomicLong();
    sink.onToken(
        token -> {
          long lateNanos = clock.nanos() - scale.boundaryNanos(token.lastTick());
          if (lateNanos < 0) {
            early.incrementAndGet();
          } else if (lateNanos < LateAfterSleep.LATE_NANOS) {
            inTime.incrementAndGet(); // sooner than any sleep ends after its timer has expired
          }
        });
    sink.need(TestSink.EVERY_TICK);
    DriverRun run = DriverRun.start(driver);
    sink.take(800); // it learns in the first 200
    stop(run);

    assertThat(early).hasValue(0);
    // Without a lead it is one in a thousand: one that came to its tick without a sleep.
    assertThat(inTime).hasValueGreaterThan(80);
    assertThat(driver.kernelStats().leadNanos()).isPositive();
    assertContiguous(sink.tokens());
  }

  @Test
  @Requirement("S6.4")
  void run_farTick_sleepsThroughTheTicksBefore() throws Exception {
    TickScale scale = attach(KernelClock.instance());
    long far = scale.tickAt(KernelClock.instance().nanos()) + 30;
    sink.need(last -> last < far ? far : Long.MAX_VALUE);
    DriverRun run = DriverRun.start(driver);

    TickToken token = sink.take();

    assertThat(token.dueTick()).isEqualTo(far);
    assertThat(token.ticks()).isGreaterThanOrEqualTo(30);
    stop(run);
    assertThat(driver.stats().tokens()).isEqualTo(1);
  }

  @Test
  @Requirement("S6.4")
  void wake_driverSleepsWithNothingDue_sinkIsAskedAgain() throws Exception {
    attach(KernelClock.instance());
    DriverRun run = DriverRun.start(driver);
    waitFor(() -> driver.kernelStats().sleeps() > 0);

    sink.need(TestSink.EVERY_TICK);
    driver.wake();

    sink.take(2);
    assertThat(driver.kernelStats().wakes()).isEqualTo(1);
    stop(run);
  }

  @Test
  @Requirement("S6.4")
  void wake_atAnyMomentOfATurn_isNeverLost() throws Exception {
    attach(KernelClock.instance());
    AtomicLong wanted = new AtomicLong();
    AtomicLong seen = new AtomicLong();
    sink.need(
        last -> {
          seen.set(wanted.get());
          return Long.MAX_VALUE;
        });
    DriverRun run = DriverRun.start(driver);

    // Without a pause in between a wake meets the driver before, while and after it arms and
    // sleeps.
    for (long round = 1; round <= 20_000; round++) {
      long expected = round;
      wanted.set(expected);
      driver.wake();
      waitFor(() -> seen.get() == expected);
    }

    assertThat(driver.kernelStats().wakes()).isPositive();
    stop(run);
  }

  @Test
  @Requirement({"S6.1", "S6.4"})
  void run_threadIsHeldUp_missedExpirationsAreCountedAndNoTickIsLost() throws Exception {
    Clock clock = KernelClock.instance();
    TickScale scale = attach(clock);
    sink.need(TestSink.EVERY_TICK);
    sink.onToken(
        token -> {
          if (driver.kernelStats().missedExpirations() == 0) {
            waitFor(() -> scale.tickAt(clock.nanos()) >= token.lastTick() + 5);
          }
        });
    DriverRun run = DriverRun.start(driver);

    waitFor(() -> driver.kernelStats().missedExpirations() > 0);
    sink.take(2);
    stop(run);

    KernelTimerStats stats = driver.kernelStats();
    assertThat(stats.missedExpirations()).isLessThanOrEqualTo(stats.expirations());
    assertContiguous(sink.tokens());
    assertThat(sink.tokens()).anyMatch(token -> token.mode() == TickMode.CATCH_UP);
    assertThat(driver.stats().catchUps()).isPositive();
  }

  @Test
  @Requirement({"S6.1", "S6.3"})
  void run_sinkRefuses_ticksComeWithALaterToken() throws Exception {
    attach(KernelClock.instance());
    sink.need(TestSink.EVERY_TICK);
    CountDownLatch free = new CountDownLatch(1);
    Thread occupant = sink.occupyUntil(free);
    DriverRun run = DriverRun.start(driver);

    waitFor(() -> driver.stats().refusals() >= 3);
    assertThat(driver.status()).isInstanceOf(DriverStatus.Backpressured.class);
    free.countDown();
    occupant.join();

    // Two of the refusals may have been on one tick: after its sleep, and at the next turn's look.
    assertThat(sink.take().ticks()).isGreaterThanOrEqualTo(2);
    stop(run);
    assertContiguous(sink.tokens());
  }

  @Test
  @Requirement("S6.3")
  void suspend_thenResume_ticksOfThePauseComeAtOnce() throws Exception {
    Clock clock = KernelClock.instance();
    TickScale scale = attach(clock);
    sink.need(TestSink.EVERY_TICK);
    DriverRun run = DriverRun.start(driver);
    sink.take(1);

    driver.suspend();
    assertThat(driver.status()).isEqualTo(new DriverStatus.Suspended());
    long sleeps = driver.kernelStats().sleeps();
    driver.wake(); // a sleep that begins after this one is a sleep of a suspended driver
    waitFor(() -> driver.kernelStats().sleeps() > sleeps);
    long quietSince = driver.stats().ticks();
    long paused = scale.tickAt(clock.nanos());
    waitFor(() -> scale.tickAt(clock.nanos()) >= paused + 10);
    assertThat(driver.stats().ticks()).isEqualTo(quietSince);

    driver.resume();
    waitFor(() -> driver.stats().ticks() >= quietSince + 10);
    stop(run);
    assertContiguous(sink.tokens());
    assertThat(sink.tokens()).anyMatch(token -> token.ticks() >= 10);
  }

  @Test
  @Requirement("S6.4")
  void requestStop_whileAsleep_runEndsAndDescriptorsAreGivenBack() throws Exception {
    attach(KernelClock.instance());
    DriverRun run = DriverRun.start(driver);
    waitFor(() -> driver.kernelStats().sleeps() > 0);
    assertThat(Descriptors.anonymous()).isEqualTo(descriptorsBefore + 2);

    driver.requestStop();

    assertThat(run.end()).isNull();
    assertThat(Descriptors.anonymous()).isEqualTo(descriptorsBefore);
    driver.wake(); // finds no timer, which is fine
    driver.run(); // stopped for good: returns
    assertThat(Descriptors.anonymous()).isEqualTo(descriptorsBefore);
  }

  @Test
  @Requirement({"S6.1", "S6.5"})
  void run_timerClosedBehindItsBack_diesThenGoesOnWhereItWas() throws Exception {
    attach(KernelClock.instance());
    sink.need(last -> last + 2); // so that the timer has to be set again and again
    sink.onToken(token -> Descriptors.timers().forEach(Descriptors::replaceByNothing));
    Throwable death = DriverRun.start(driver).end();

    assertThat(death)
        .isInstanceOfSatisfying(
            KernelTimerException.class,
            e -> {
              assertThat(e.call()).isIn("timerfd_settime", "read");
              assertThat(e)
                  .hasMessageContaining(e.call())
                  .hasMessageContainingAll("again", "new one");
            });
    assertThat(Descriptors.anonymous()).isEqualTo(descriptorsBefore);

    sink.onToken(token -> {});
    DriverRun again = DriverRun.start(driver);
    sink.take(10);
    stop(again);
    assertContiguous(sink.tokens());
    assertThat(Descriptors.anonymous()).isEqualTo(descriptorsBefore);
  }

  @Test
  @Requirement("S6.5")
  void run_descriptorsLostWhileAsleep_diesWhenItsPatienceEnds() throws Exception {
    KernelTickDriver impatient = new KernelTickDriver(1);
    Clock clock = KernelClock.instance();
    impatient.attach(sink, clock, new TickScale(clock.nanos(), MILLISECOND));
    DriverRun run = DriverRun.start(impatient);
    waitFor(() -> impatient.kernelStats().sleeps() > 0);

    Descriptors.timers().forEach(Descriptors::replaceByNothing);

    assertThat(run.end())
        .isInstanceOf(KernelTimerException.class)
        .hasMessageContaining("closed or replaced the descriptor");
    assertThat(Descriptors.anonymous()).isEqualTo(descriptorsBefore);
  }

  @Test
  @Requirement("S6.5")
  void wake_bellClosedBehindItsBack_sparesTheWakerAndTheDriverDies() throws Exception {
    Set<Integer> foreignBells = Descriptors.events();
    attach(KernelClock.instance());
    sink.need(TestSink.EVERY_TICK);
    CountDownLatch goOn = new CountDownLatch(1);
    sink.onToken(token -> waitFor(() -> goOn.getCount() == 0));
    DriverRun run = DriverRun.start(driver);
    sink.take(1);

    Descriptors.events().stream()
        .filter(fd -> !foreignBells.contains(fd))
        .forEach(Descriptors::replaceByNothing);

    driver.wake();
    goOn.countDown();

    assertThat(run.end())
        .isInstanceOfSatisfying(
            KernelTimerException.class,
            death -> {
              assertThat(death.call()).isEqualTo("write");
              assertThat(death.errno()).isEqualTo(Errno.EBADF);
            });
    assertThat(Descriptors.anonymous()).isEqualTo(descriptorsBefore);
  }

  @Test
  void run_sinkThrows_passesItOnAndGivesDescriptorsBack() throws Exception {
    attach(KernelClock.instance());
    sink.need(TestSink.EVERY_TICK);
    IllegalStateException fault = new IllegalStateException("a fault of the sink");
    sink.onToken(
        token -> {
          throw fault;
        });

    assertThat(DriverRun.start(driver).end()).isSameAs(fault);
    assertThat(Descriptors.anonymous()).isEqualTo(descriptorsBefore);
  }

  @Test
  void run_runsAlready_isRefused() throws Exception {
    attach(KernelClock.instance());
    DriverRun run = DriverRun.start(driver);
    waitFor(() -> driver.kernelStats().sleeps() > 0);

    assertThatThrownBy(driver::run)
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("another thread");
    stop(run);
  }

  @Test
  void run_notAttached_saysSoAndOpensNothing() {
    assertThatThrownBy(driver::run)
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("build a scheduler");
    assertThat(Descriptors.anonymous()).isEqualTo(descriptorsBefore);
  }

  @Test
  void attach_virtualTime_isRefused() {
    ManualClock virtual = ManualClock.atZero();

    assertThatThrownBy(() -> driver.attach(sink, virtual, new TickScale(0, MILLISECOND)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("ManualTickDriver");
  }

  @Test
  @Requirement("S6.6")
  void stats_afterSomeTicks_showRateJitterAndKind() throws Exception {
    attach(KernelClock.instance());
    sink.need(TestSink.EVERY_TICK);
    DriverRun run = DriverRun.start(driver);
    sink.take(10);
    stop(run);

    assertThat(driver.kind()).isEqualTo(DriverKind.KERNEL);
    assertThat(driver.stats().ticksPerSecond()).isPositive();
    assertThat(driver.stats().tokensPerSecond()).isPositive();
    assertThat(driver.stats().meanJitterNanos())
        .isPositive()
        .isLessThanOrEqualTo(driver.stats().maxJitterNanos());
  }

  @Test
  @Requirement("S6.2")
  void notifyTick_counted_isAnsweredByTheNextHandOver() throws Exception {
    attach(KernelClock.instance());
    driver.notifyTick();
    driver.notifyTick();
    assertThat(driver.status()).isEqualTo(new DriverStatus.Backpressured(2));

    sink.need(TestSink.EVERY_TICK);
    DriverRun run = DriverRun.start(driver);
    sink.take(2);
    waitFor(() -> driver.status().equals(new DriverStatus.Ok()));
    stop(run);
  }

  private TickScale attach(Clock clock) {
    TickScale scale = new TickScale(clock.nanos(), MILLISECOND);
    driver.attach(sink, clock, scale);
    return scale;
  }

  private void stop(DriverRun run) throws InterruptedException {
    driver.requestStop();
    assertThat(run.end()).isNull();
  }

  private static void waitFor(BooleanSupplier condition) {
    while (!condition.getAsBoolean()) {
      assertThat(Thread.currentThread().isInterrupted()).as("the test has timed out").isFalse();
      Thread.onSpinWait();
    }
  }

  private static void assertContiguous(List<TickToken> tokens) {
    for (int i = 1; i < tokens.size(); i++) {
      assertThat(tokens.get(i).firstTick()).isEqualTo(tokens.get(i - 1).lastTick() + 1);
    }
  }

  @Test
  @Requirement("S6.4")
  void run_taskLeavesAnInterruptBehind_laterOnesRunWithoutIt() throws Exception {
    attach(KernelClock.instance());
    List<Boolean> interrupted = new CopyOnWriteArrayList<>();
    sink.onToken(
        token -> {
          interrupted.add(Thread.currentThread().isInterrupted());
          Thread.currentThread().interrupt();
        });
    sink.need(TestSink.EVERY_TICK);
    DriverRun run = DriverRun.start(driver);
    sink.take(5);
    driver.requestStop();
    assertThat(run.end()).isNull();
    assertThat(interrupted).hasSizeGreaterThanOrEqualTo(5).doesNotContain(true);
  }
}
