package dev.tactus.time.driver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tactus.requirement.Requirement;
import dev.tactus.time.ManualClock;
import dev.tactus.time.Resolution;
import dev.tactus.time.TestThreads;
import dev.tactus.time.TickScale;
import dev.tactus.time.host.HostClock;
import dev.tactus.time.host.HostParker;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// The loop of the host driver, on one thread and in virtual time; at the end also for real.
@Requirement("S6.4")
@Timeout(value = 120, unit = TimeUnit.SECONDS)
final class HostTickDriverTest {
  private static final long TICK = 1_000_000;
  private static final long ORIGIN = -55_000;

  private final ManualClock clock = ManualClock.at(ORIGIN);
  private final TickScale scale = new TickScale(ORIGIN, new Resolution(TICK));
  private final RecordingSink sink = new RecordingSink();
  private final ScriptedParker parker = new ScriptedParker(clock);
  private final HostTickDriver driver = HostTickDriver.waitingBy(parker);

  @BeforeEach
  void attach() {
    driver.attach(sink, clock, scale);
    parker.whenEndless(driver::requestStop);
  }

  @Test
  void run_fewTicksAreWanted_sleepsThroughTheOthers() {
    sink.wanting(5, 100, 1_000_000);
    driver.run();

    assertThat(sink.stretches()).containsExactly("1-5", "6-100", "101-1000000");
    assertThat(sink.modes()).containsOnly(TickMode.NORMAL);
    assertThat(parker.waits).containsExactly(5 * TICK, 95 * TICK, 999_900 * TICK, Long.MAX_VALUE);
    assertThat(driver.stats().tokens()).isEqualTo(3);
    assertThat(driver.stats().ticks()).isEqualTo(1_000_000);
    assertThat(driver.stats().maxJitterNanos()).isZero();
  }

  @Test
  void run_nothingIsWanted_sleepsUntilWoken() {
    parker.then(
        nanos -> {
          assertThat(nanos).isEqualTo(Long.MAX_VALUE);
          clock.advanceNanos(7 * TICK + 3);
          sink.wanting(9);
          driver.wake();
        });
    driver.run();

    assertThat(sink.stretches()).containsExactly("1-9");
    assertThat(parker.waits).containsExactly(Long.MAX_VALUE, 2 * TICK - 3, Long.MAX_VALUE);
  }

  @Test
  void run_wokenForAnEarlierTick_waitsForThat() {
    sink.wanting(100);
    parker.then(
        nanos -> {
          clock.advanceNanos(10 * TICK);
          sink.wanting(20);
          driver.wake();
        });
    driver.run();

    assertThat(sink.stretches()).containsExactly("1-20", "21-100");
    assertThat(sink.modes()).containsOnly(TickMode.NORMAL);
  }

  @Test
  void run_waitEndsForNoReason_handsOverNothingEarly() {
    sink.wanting(3);
    for (int i = 0; i < 5; i++) {
      parker.then(nanos -> clock.advanceNanos(TICK / 2));
    }
    driver.run();

    assertThat(sink.stretches()).containsExactly("1-3");
    assertThat(parker.waits).hasSize(7);
  }

  @Test
  void run_sinkWantsATickVouchedFor_vouchesUntilShortlyBeforeItsEnd() {
    VouchedTick vouched = new VouchedTick(scale, clock);
    sink.wanting(1, 2, 4).vouchedBy(vouched);
    List<Long> seen = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      parker.then(
          nanos -> {
            seen.add(vouched.tick());
            clock.advanceNanos(nanos);
          });
    }
    driver.run();

    assertThat(sink.stretches()).containsExactly("1-1", "2-2", "3-4");
    long margin = TICK / 4;
    assertThat(parker.waits)
        .containsExactly(TICK - margin, margin, TICK - margin, margin, 2 * TICK, Long.MAX_VALUE);
    assertThat(seen).containsExactly(0L, VouchedTick.NONE, 1L, VouchedTick.NONE, VouchedTick.NONE);
  }

  @Test
  @Requirement("S6.3")
  void run_suspendedWhileItVouches_vouchesAgainOnlyAfterAHandOver() {
    VouchedTick vouched = new VouchedTick(scale, clock);
    sink.wanting(1).vouchedBy(vouched);
    List<Long> seen = new ArrayList<>();
    parker.then(nanos -> driver.suspend());
    parker.then(
        nanos -> {
          clock.advanceNanos(50 * TICK);
          sink.wantingInstead(51, 52);
          driver.resume();
        });
    for (int i = 0; i < 2; i++) {
      parker.then(
          nanos -> {
            seen.add(vouched.tick());
            clock.advanceNanos(nanos);
          });
    }
    driver.run();

    assertThat(sink.stretches()).containsExactly("1-51", "52-52");
    assertThat(seen).containsExactly(VouchedTick.NONE, 51L);
  }

  @Test
  void run_stoppedWhileItVouches_endsAtOnceAndVouchesNoMore() {
    VouchedTick vouched = new VouchedTick(scale, clock);
    sink.wanting(1).vouchedBy(vouched);
    parker.then(nanos -> driver.requestStop());
    driver.run();

    assertThat(sink.stretches()).isEmpty();
    assertThat(parker.waits).hasSize(1);
    assertThat(vouched.tick()).isEqualTo(VouchedTick.NONE);
  }

  @Test
  void run_failsWhileItVouches_vouchesNoMore() {
    VouchedTick vouched = new VouchedTick(scale, clock);
    sink.wanting(1).vouchedBy(vouched);
    parker.then(
        nanos -> {
          throw new IllegalStateException("no way to wait");
        });
    assertThatThrownBy(driver::run).hasMessage("no way to wait");
    assertThat(vouched.tick()).isEqualTo(VouchedTick.NONE);
  }

  @Test
  @Requirement("S6.6")
  void run_waitIsTooLongByLessThanATick_isInTimeWithJitter() {
    sink.wanting(3, 4);
    parker.thenLate(TICK / 4);
    driver.run();

    assertThat(sink.stretches()).containsExactly("1-3", "4-4");
    assertThat(sink.modes()).containsOnly(TickMode.NORMAL);
    assertThat(sink.tokens).extracting(TickToken::jitterNanos).containsExactly(TICK / 4, 0L);
    assertThat(driver.stats().maxJitterNanos()).isEqualTo(TICK / 4);
  }

  @Test
  @Requirement("S6.1")
  void run_clockJumpsByManyTicks_isOneCatchUpToNow() {
    sink.wanting(3, 5, 900);
    parker.thenLate(700 * TICK + 1);
    driver.run();

    assertThat(sink.stretches()).containsExactly("1-703", "704-900");
    assertThat(sink.modes()).containsExactly(TickMode.CATCH_UP, TickMode.NORMAL);
    assertThat(sink.tokens.getFirst().dueTick()).isEqualTo(3);
    assertThat(driver.stats().catchUps()).isEqualTo(1);
  }

  @Test
  @Requirement("S6.1")
  void run_taskTakesManyTicks_catchesUpWithoutWaiting() {
    sink.wanting(3, 4, 5).whileAccepting(t -> clock.advanceNanos(10 * TICK));
    driver.run();

    assertThat(sink.stretches()).containsExactly("1-3", "4-13");
    assertThat(sink.tokens.get(1).mode()).isEqualTo(TickMode.CATCH_UP);
    assertThat(sink.tokens.get(1).jitterNanos()).as("it was not the wait").isZero();
    assertThat(parker.waits).containsExactly(3 * TICK, Long.MAX_VALUE);
  }

  @Test
  @Requirement("S6.1")
  void run_refused_triesAgainWithTheNextTickAndLosesNone() {
    sink.wanting(3, 4).refusing(4);
    driver.run();

    assertThat(sink.lastTick()).isGreaterThanOrEqualTo(4);
    assertThat(sink.refused).hasSize(4);
    // Once after the wait and once more at once, then it waits for the next tick.
    assertThat(sink.refused).extracting(TickToken::lastTick).containsExactly(3L, 3L, 4L, 5L);
    assertThat(sink.stretches()).containsExactly("1-6");
    assertThat(driver.stats().refusals()).isEqualTo(4);
    assertThat(driver.status()).isEqualTo(new DriverStatus.Ok());
  }

  @Test
  @Requirement("S6.3")
  void run_suspended_catchesUpAfterResume() {
    sink.wanting(3, 60);
    parker.then(nanos -> driver.suspend());
    parker.then(
        nanos -> {
          assertThat(nanos).isEqualTo(Long.MAX_VALUE);
          clock.advanceNanos(50 * TICK);
          assertThat(driver.status()).isEqualTo(new DriverStatus.Suspended());
          driver.resume();
          assertThat(driver.status()).isEqualTo(new DriverStatus.Ok());
        });
    driver.run();

    assertThat(sink.stretches()).containsExactly("1-50", "51-60");
    assertThat(sink.modes()).containsExactly(TickMode.CATCH_UP, TickMode.NORMAL);
  }

  @Test
  void run_sinkThrows_goesOnWhenRunAgain() {
    sink.wanting(3, 4)
        .whileAccepting(
            t -> {
              throw new IllegalStateException("sink");
            });
    assertThatThrownBy(driver::run).hasMessage("sink");
    clock.advanceNanos(TICK);
    driver.run();

    assertThat(sink.stretches()).containsExactly("1-4");
  }

  @Test
  @Requirement("S6.3")
  void stopAndFlush_ticksHavePassed_handsThemOverOnce() {
    sink.wanting(100);
    parker.then(
        nanos -> {
          clock.advanceNanos(42 * TICK);
          driver.requestStop();
        });
    driver.run();
    assertThat(sink.tokens).as("stopping itself hands over nothing").isEmpty();

    assertThat(driver.stopAndFlush()).isEqualTo(new DriverStatus.Flushed(42, 0));
    assertThat(sink.stretches()).containsExactly("1-42");
    clock.advanceNanos(10 * TICK);
    assertThat(driver.stopAndFlush()).isEqualTo(new DriverStatus.Flushed(42, 0));
    assertThat(driver.status()).isEqualTo(new DriverStatus.Flushed(42, 0));
    driver.run();
    assertThat(sink.tokens).hasSize(1);
    assertThat(driver.kind()).isEqualTo(DriverKind.HOST);
  }

  @Test
  @Requirement("S6.3")
  void stopAndFlush_sinkIsBusy_keepsWhatIsPending() {
    clock.advanceNanos(5 * TICK);
    sink.refusing(1);

    assertThat(driver.stopAndFlush()).isEqualTo(new DriverStatus.Flushed(0, 5));
    assertThat(driver.stopAndFlush()).isEqualTo(new DriverStatus.Flushed(5, 0));
    assertThat(sink.stretches()).containsExactly("1-5");
  }

  /// On the real machine: sleeps without an end, is woken, ticks, is stopped.
  @Test
  void run_onARealThread_isWokenAndStopped() throws InterruptedException {
    HostClock real = HostClock.instance();
    TickScale realScale = new TickScale(real.nanos(), new Resolution(TICK));
    HostTickDriver awake = HostTickDriver.waitingBy(new HostParker());
    CountDownLatch ticked = new CountDownLatch(3);
    RealSink realSink = new RealSink(ticked);
    awake.attach(realSink, real, realScale);
    Thread loop = new Thread(awake::run, "driver under test");
    loop.start();
    while (loop.getState() != Thread.State.WAITING) {
      Thread.onSpinWait();
    }

    realSink.wantsTicks = true;
    awake.wake();
    assertThat(ticked.await(TestThreads.PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
    realSink.wantsTicks = false;
    awake.requestStop();
    assertThat(loop.join(TestThreads.PATIENCE)).isTrue();
    DriverStatus.Flushed flushed = awake.stopAndFlush();

    assertThat(flushed.pending()).isZero();
    assertThat(awake.stats().ticks()).isEqualTo(realSink.lastTick);
    assertThat(awake.stats().tokens()).isGreaterThanOrEqualTo(3);
  }

  private static final class RealSink implements TickSink {
    private final CountDownLatch ticked;
    private volatile boolean wantsTicks;
    private volatile long lastTick;

    RealSink(CountDownLatch ticked) {
      this.ticked = ticked;
    }

    @Override
    public boolean accept(TickToken token) {
      if (token.firstTick() != lastTick + 1) {
        throw new AssertionError("after tick " + lastTick + " came " + token);
      }
      lastTick = token.lastTick();
      ticked.countDown();
      return true;
    }

    @Override
    public long nextWakeTick(long currentTick) {
      return wantsTicks ? currentTick + 1 : Long.MAX_VALUE;
    }
  }
}
