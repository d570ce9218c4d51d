package dev.tactus.time.driver;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tactus.requirement.Requirement;
import dev.tactus.time.ManualClock;
import dev.tactus.time.Resolution;
import dev.tactus.time.TestThreads;
import dev.tactus.time.TickScale;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

@Requirement("S6.4")
final class ExternalTickDriverTest {
  private static final long TICK = 1_000_000;

  private final ManualClock clock = ManualClock.atZero();
  private final TickScale scale = new TickScale(0, new Resolution(TICK));
  private final RecordingSink sink = new RecordingSink();
  private final ExternalTickDriver driver = ExternalTickDriver.create();

  @BeforeEach
  void attach() {
    driver.attach(sink, clock, scale);
  }

  @Test
  @Requirement("S6.6")
  void pump_onceATick_isInTimeAndTellsHowLateTheLoopIs() {
    clock.advanceNanos(TICK + TICK / 10);
    assertThat(driver.pump()).isEqualTo(1);
    clock.advanceNanos(TICK + TICK / 10);
    assertThat(driver.pump()).isEqualTo(1);
    assertThat(driver.pump()).isZero();

    assertThat(sink.modes()).containsOnly(TickMode.NORMAL);
    assertThat(sink.tokens).extracting(TickToken::jitterNanos).containsExactly(TICK / 10, TICK / 5);
    assertThat(driver.kind()).isEqualTo(DriverKind.EXTERNAL);
  }

  @Test
  @Requirement("S6.1")
  void pump_afterAStall_isOneCatchUpToNow() {
    clock.advanceNanos(500 * TICK + 1);

    assertThat(driver.pump()).isEqualTo(500);
    assertThat(sink.stretches()).containsExactly("1-500");
    assertThat(sink.modes()).containsExactly(TickMode.CATCH_UP);
    assertThat(sink.tokens.getFirst().dueTick()).isEqualTo(1);
    assertThat(driver.stats().catchUps()).isEqualTo(1);
  }

  @Test
  void notifyTick_untilThePump_showsThatOneIsWorthIt() {
    driver.notifyTick();
    driver.notifyTick();
    assertThat(driver.notifiedTicks()).isEqualTo(2);
    clock.advanceNanos(2 * TICK);
    assertThat(driver.pump()).isEqualTo(2);

    assertThat(driver.notifiedTicks()).isZero();
    driver.wake();
    assertThat(driver.notifiedTicks()).isEqualTo(1);
    assertThat(driver.pump()).isZero();
    assertThat(driver.notifiedTicks()).isZero();
  }

  @Test
  @Requirement("S6.3")
  void pump_suspended_handsOverAfterResume() {
    driver.suspend();
    clock.advanceNanos(3 * TICK);
    driver.notifyTick();
    assertThat(driver.pump()).isZero();
    assertThat(driver.status()).isEqualTo(new DriverStatus.Suspended());
    driver.resume();
    assertThat(driver.status()).isEqualTo(new DriverStatus.Backpressured(1));

    assertThat(driver.pump()).isEqualTo(3);
    assertThat(driver.status()).isEqualTo(new DriverStatus.Ok());
  }

  @Test
  @Requirement("S6.3")
  void stopAndFlush_thenPump_handsOverNothingMore() {
    clock.advanceNanos(3 * TICK);
    driver.notifyTick();
    assertThat(driver.stopAndFlush()).isEqualTo(new DriverStatus.Flushed(3, 0));
    clock.advanceNanos(3 * TICK);

    assertThat(driver.pump()).isZero();
    assertThat(driver.stopAndFlush()).isEqualTo(new DriverStatus.Flushed(3, 0));
    assertThat(driver.status()).isEqualTo(new DriverStatus.Flushed(3, 0));
    assertThat(sink.stretches()).containsExactly("1-3");
  }

  /// Two loops pump while time moves on: the sink is never entered twice, and sees every tick once.
  @Test
  @Requirement({"S6.1", "S6.3"})
  void pump_fromTwoThreads_losesAndRepeatsNoTick() throws InterruptedException {
    int ticks = 50_000;
    ManualClock moving = ManualClock.atZero();
    ExternalTickDriver busy = ExternalTickDriver.create();
    AtomicBoolean inside = new AtomicBoolean();
    AtomicLong pumped = new AtomicLong();
    RecordingSink alone = new RecordingSink();
    TickSink guarded =
        new TickSink() {
          @Override
          public boolean accept(TickToken token) {
            if (!inside.compareAndSet(false, true)) {
              throw new AssertionError("entered twice");
            }
            boolean accepted = alone.accept(token);
            inside.set(false);
            return accepted;
          }

          @Override
          public long nextWakeTick(long currentTick) {
            return currentTick + 1;
          }
        };
    busy.attach(guarded, moving, scale);
    TestThreads loops =
        new TestThreads()
            .with(
                2,
                () -> {
                  for (int i = 0; i < ticks; i++) {
                    moving.advanceNanos(TICK / 2);
                    pumped.addAndGet(busy.pump());
                  }
                })
            .start();
    loops.join();
    long rest = busy.stopAndFlush().drained();

    assertThat(pumped.get() + rest).isEqualTo(ticks);
    assertThat(alone.lastTick()).isEqualTo(ticks);
    assertThat(busy.stats().ticks()).isEqualTo(ticks);
    assertThat(busy.stats().tokens()).isEqualTo(alone.tokens.size());
  }
}
