package dev.tactus.time.driver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tactus.requirement.Requirement;
import dev.tactus.time.ManualClock;
import dev.tactus.time.Resolution;
import dev.tactus.time.TestThreads;
import dev.tactus.time.TickScale;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

@Requirement("S6.4")
final class ManualTickDriverTest {
  private static final long TICK = 10_000_000;
  private static final long ORIGIN = Long.MAX_VALUE - 5 * TICK;

  private final ManualClock clock = ManualClock.at(ORIGIN);
  private final TickScale scale = new TickScale(ORIGIN, Resolution.DEFAULT);
  private final RecordingSink sink = new RecordingSink();
  private final ManualTickDriver driver = ManualTickDriver.moving(clock);

  @BeforeEach
  void attach() {
    driver.attach(sink, clock, scale);
  }

  private long elapsed() {
    return clock.nanos() - ORIGIN;
  }

  @Test
  @Requirement("S5.1")
  void advance_wantedTicksOnTheWay_handsOverEachAtItsOwnTime() {
    sink.wanting(3, 7, 8, 100);
    List<Long> readings = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      sink.whileAccepting(t -> readings.add(elapsed()));
    }

    assertThat(driver.advance(Duration.ofNanos(10 * TICK + 1))).isEqualTo(10);
    assertThat(readings).containsExactly(3 * TICK, 7 * TICK, 8 * TICK);
    assertThat(sink.stretches()).containsExactly("1-3", "4-7", "8-8", "9-10");
    assertThat(sink.modes()).containsOnly(TickMode.NORMAL);
    assertThat(elapsed()).isEqualTo(10 * TICK + 1);
    assertThat(driver.stats().maxJitterNanos()).isZero();
  }

  @Test
  void advance_beyondTheEndOfTheClock_isRefusedAndLosesNothing() {
    driver.advance(Duration.ofNanos(TICK));
    Duration tooFar = Duration.ofNanos(Long.MAX_VALUE);

    assertThatThrownBy(() -> driver.advance(tooFar))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("advanced by " + tooFar)
        .hasMessageContaining("it ends in " + tooFar.minusNanos(TICK));
    assertThat(elapsed()).isEqualTo(TICK);
    driver.advance(Duration.ofNanos(TICK));
    assertThat(elapsed()).isEqualTo(2 * TICK);
  }

  /// A timer that a run has just set is due on the way as well.
  @Test
  @Requirement("S5.1")
  void advance_tickWantedMeanwhile_isNotPassedOver() {
    sink.wanting(3).whileAccepting(t -> sink.wanting(5));

    assertThat(driver.advanceTicks(9)).isEqualTo(9);
    assertThat(sink.stretches()).containsExactly("1-3", "4-5", "6-9");
  }

  @Test
  void advance_lessThanATick_movesTheClockOnly() {
    assertThat(driver.advance(Duration.ofNanos(TICK - 1))).isZero();
    assertThat(elapsed()).isEqualTo(TICK - 1);
    assertThat(driver.advance(Duration.ZERO)).isZero();
    assertThat(driver.advance(Duration.ofNanos(1))).isEqualTo(1);
  }

  /// A sink may answer with a tick that it has had: it wants the next one then.
  @Test
  void advance_sinkWantsTheCurrentTick_goesTickByTick() {
    RecordingSink eager = new RecordingSink();
    ManualClock own = ManualClock.atZero();
    ManualTickDriver ownDriver = ManualTickDriver.moving(own);
    TickSink impatient =
        new TickSink() {
          @Override
          public boolean accept(TickToken token) {
            return eager.accept(token);
          }

          @Override
          public long nextWakeTick(long currentTick) {
            return currentTick;
          }
        };
    ownDriver.attach(impatient, own, new TickScale(0, Resolution.DEFAULT));

    assertThat(ownDriver.advanceTicks(4)).isEqualTo(4);
    assertThat(eager.stretches()).containsExactly("1-1", "2-2", "3-3", "4-4");
  }

  @Test
  void advance_fromWithinAHandOver_isMadeUpByTheOuterOne() {
    sink.wanting(2, 4).whileAccepting(t -> assertThat(driver.advanceTicks(3)).isZero());

    assertThat(driver.advanceTicks(8)).isEqualTo(8);
    assertThat(sink.stretches()).containsExactly("1-2", "3-5", "6-8");
    assertThat(sink.modes()).containsExactly(TickMode.NORMAL, TickMode.CATCH_UP, TickMode.NORMAL);
  }

  @Test
  @Requirement("S6.1")
  void advance_refused_isMadeUpLater() {
    sink.wanting(2, 4).refusing(2);

    assertThat(driver.advanceTicks(6)).isZero();
    assertThat(elapsed()).isEqualTo(6 * TICK);
    assertThat(driver.status()).isEqualTo(new DriverStatus.Backpressured(6));
    assertThat(driver.advanceTicks(1)).isEqualTo(7);
    assertThat(sink.lastTick()).isEqualTo(7);
  }

  @Test
  @Requirement("S6.3")
  void advance_suspended_isMadeUpAfterResume() {
    sink.wanting(2, 4);
    driver.suspend();
    assertThat(driver.advanceTicks(6)).isZero();
    assertThat(driver.status()).isEqualTo(new DriverStatus.Suspended());
    assertThat(elapsed()).isEqualTo(6 * TICK);
    driver.resume();

    assertThat(driver.advance(Duration.ZERO)).isEqualTo(6);
    assertThat(sink.stretches()).containsExactly("1-6");
    assertThat(sink.modes()).containsExactly(TickMode.CATCH_UP);
  }

  @Test
  void advance_negativeOrTooLong_isRefusedAndMovesNothing() {
    assertThatThrownBy(() -> driver.advance(Duration.ofNanos(-1)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("PT-0.000000001S")
        .hasMessageContaining("zero or more");
    assertThatThrownBy(() -> driver.advance(Duration.ofSeconds(Long.MAX_VALUE)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("advance by that at most");
    assertThat(elapsed()).isZero();
  }

  @Test
  @Requirement("S6.1")
  void pump_ticksWereCounted_turnsThemIntoTimeAtOnce() {
    driver.notifyTick();
    driver.notifyTick();
    driver.notifyTick();
    assertThat(elapsed()).isZero();
    assertThat(driver.status()).isEqualTo(new DriverStatus.Backpressured(3));

    assertThat(driver.pump()).isEqualTo(3);
    assertThat(elapsed()).isEqualTo(3 * TICK);
    assertThat(sink.stretches()).containsExactly("1-3");
    assertThat(sink.modes()).containsExactly(TickMode.CATCH_UP);
    assertThat(driver.status()).isEqualTo(new DriverStatus.Ok());
    assertThat(driver.pump()).isZero();
  }

  @Test
  @Requirement("S6.1")
  void pump_refused_countsNoTickTwice() {
    sink.refusing(2);
    driver.notifyTick();
    driver.notifyTick();
    assertThat(driver.pump()).isZero();
    assertThat(driver.pump()).isZero();
    assertThat(elapsed()).isEqualTo(2 * TICK);
    assertThat(driver.status()).isEqualTo(new DriverStatus.Backpressured(2));
    driver.notifyTick();

    assertThat(driver.pump()).isEqualTo(3);
    assertThat(sink.stretches()).containsExactly("1-3");
  }

  @Test
  @Requirement("S6.1")
  void notifyTick_whileAPumpIsUnderWay_isLeftToTheNext() {
    sink.whileAccepting(t -> driver.notifyTick());
    driver.notifyTick();
    assertThat(driver.pump()).isEqualTo(1);

    assertThat(driver.pump()).isEqualTo(1);
    assertThat(sink.stretches()).containsExactly("1-1", "2-2");
  }

  @Test
  @Requirement({"S6.1", "S6.3"})
  void pump_suspended_keepsCounting() {
    driver.suspend();
    driver.notifyTick();
    assertThat(driver.pump()).isZero();
    driver.notifyTick();
    assertThat(driver.pump()).isZero();
    assertThat(elapsed()).isZero();
    driver.resume();

    assertThat(driver.pump()).isEqualTo(2);
    assertThat(elapsed()).isEqualTo(2 * TICK);
  }

  @Test
  @Requirement("S6.1")
  void advance_ticksWereCounted_leavesThemToThePump() {
    driver.notifyTick();
    assertThat(driver.advanceTicks(2)).isEqualTo(2);

    assertThat(driver.pump()).isEqualTo(1);
    assertThat(sink.stretches()).containsExactly("1-2", "3-3");
  }

  @Test
  @Requirement({"S6.1", "S6.2"})
  void pump_whileTwoThreadsNotify_losesNoTick() throws InterruptedException {
    long each = 20_000;
    TestThreads notifying =
        new TestThreads()
            .with(
                2,
                () -> {
                  for (int i = 0; i < each; i++) {
                    driver.notifyTick();
                  }
                })
            .start();
    long pumped = 0;
    while (!notifying.haveEnded()) {
      pumped += driver.pump();
    }
    notifying.join();
    pumped += driver.pump();

    assertThat(pumped).isEqualTo(2 * each);
    assertThat(elapsed()).isEqualTo(2 * each * TICK);
    assertThat(sink.lastTick()).isEqualTo(2 * each);
  }

  @Test
  @Requirement("S6.3")
  void stopAndFlush_ticksCountedAndPassed_losesNone() {
    clock.advanceNanos(4 * TICK);
    driver.notifyTick();
    driver.notifyTick();

    assertThat(driver.stopAndFlush()).isEqualTo(new DriverStatus.Flushed(6, 0));
    assertThat(sink.stretches()).containsExactly("1-6");
    driver.notifyTick();
    assertThat(driver.stopAndFlush()).isEqualTo(new DriverStatus.Flushed(6, 0));
    assertThat(driver.pump()).isZero();
    assertThat(driver.advanceTicks(3)).isZero();
    assertThat(sink.tokens).hasSize(1);
  }

  @Test
  void attach_anotherClock_isRefused() {
    ManualTickDriver other = ManualTickDriver.moving(ManualClock.atZero());

    assertThatThrownBy(() -> other.attach(sink, clock, scale))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("ManualTickDriver.clock()");
    assertThat(other.kind()).isEqualTo(DriverKind.MANUAL);
    assertThat(other.clock()).isNotSameAs(clock);
    assertThat(other.stopAndFlush()).isEqualTo(new DriverStatus.Flushed(0, 0));
  }
}
