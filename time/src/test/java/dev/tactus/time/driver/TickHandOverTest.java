package dev.tactus.time.driver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tactus.requirement.Requirement;
import dev.tactus.time.ManualClock;
import dev.tactus.time.Resolution;
import dev.tactus.time.TickScale;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class TickHandOverTest {
  private static final long TICK = 1_000_000;
  private static final long ORIGIN = -123_456_789;

  private final ManualClock clock = ManualClock.at(ORIGIN);
  private final TickScale scale = new TickScale(ORIGIN, new Resolution(TICK));
  private final RecordingSink sink = new RecordingSink();
  private final TickHandOver handOver = new TickHandOver();

  private TickHandOver attached() {
    handOver.attach(sink, clock, scale);
    return handOver;
  }

  private void pass(double ticks) {
    clock.advanceNanos((long) (ticks * TICK));
  }

  private long handOver(long dueTick) {
    return handOver.handOver(dueTick, false);
  }

  @Test
  @Requirement("S6.1")
  void handOver_ticksHavePassed_areOneTokenWithAllDeadlines() {
    attached();
    pass(3.5);

    assertThat(handOver(3)).isEqualTo(3);
    assertThat(sink.stretches()).containsExactly("1-3");
    TickToken token = sink.tokens.getFirst();
    assertThat(token.mode()).isEqualTo(TickMode.NORMAL);
    assertThat(token.ticks()).isEqualTo(3);
    assertThat(token.lastDeadline().nanos()).isEqualTo(ORIGIN + 3 * TICK);
    List<Long> deadlines = new ArrayList<>();
    token.forEachDeadline(deadlines::add);
    assertThat(deadlines).containsExactly(ORIGIN + TICK, ORIGIN + 2 * TICK, ORIGIN + 3 * TICK);
  }

  @Test
  void handOver_noTickHasPassed_handsOverNothing() {
    attached();
    pass(0.99);

    assertThat(handOver(1)).isZero();
    pass(0.01);
    assertThat(handOver(1)).isEqualTo(1);
    assertThat(handOver(1)).isZero();
    assertThat(sink.stretches()).containsExactly("1-1");
  }

  @Test
  void attach_clockIsWithinATick_beginsWithTheNext() {
    pass(4.7);
    RecordingSink late = new RecordingSink(4);
    handOver.attach(late, clock, scale);
    assertThat(handOver(5)).isZero();
    pass(0.3);

    assertThat(handOver(5)).isEqualTo(1);
    assertThat(late.stretches()).containsExactly("5-5");
    assertThat(handOver.stats().ticks()).isEqualTo(1);
  }

  @Test
  @Requirement("S6.1")
  void handOver_refused_comesAgainWithTheNextToken() {
    attached();
    sink.refusing(2);
    pass(2);
    assertThat(handOver(2)).isZero();
    assertThat(handOver.status()).isEqualTo(new DriverStatus.Backpressured(2));
    pass(3);
    assertThat(handOver(5)).isZero();
    assertThat(handOver.status()).isEqualTo(new DriverStatus.Backpressured(5));
    pass(1);

    assertThat(handOver(6)).isEqualTo(6);
    assertThat(sink.stretches()).containsExactly("1-6");
    assertThat(handOver.status()).isEqualTo(new DriverStatus.Ok());
    assertThat(handOver.stats().refusals()).isEqualTo(2);
    assertThat(handOver.handedTick()).isEqualTo(6);
  }

  @Test
  @Requirement("S6.1")
  void handOver_afterALongStall_isOneCatchUpToNow() {
    attached();
    pass(1_000_000.4);

    assertThat(handOver(7)).isEqualTo(1_000_000);
    assertThat(sink.stretches()).containsExactly("1-1000000");
    assertThat(sink.modes()).containsExactly(TickMode.CATCH_UP);
    assertThat(sink.tokens.getFirst().dueTick()).isEqualTo(7);
    assertThat(handOver.stats().catchUps()).isEqualTo(1);
  }

  @Test
  void handOver_sinkThrows_comesAgain() {
    attached();
    sink.whileAccepting(
        t -> {
          throw new IllegalStateException("sink");
        });
    pass(2);
    assertThatThrownBy(() -> handOver(2)).hasMessage("sink");
    pass(1);

    assertThat(handOver(3)).isEqualTo(3);
    assertThat(sink.stretches()).containsExactly("1-3");
  }

  @Test
  void handOver_insideOfAnother_doesNothing() {
    attached();
    sink.whileAccepting(
        t -> {
          pass(5);
          assertThat(handOver(6)).isZero();
        });
    pass(1);

    assertThat(handOver(1)).isEqualTo(1);
    assertThat(handOver(6)).isEqualTo(5);
    assertThat(sink.stretches()).containsExactly("1-1", "2-6");
    assertThat(handOver.stats().refusals()).isZero();
  }

  @ParameterizedTest
  @ValueSource(longs = {Long.MAX_VALUE - 3_500_000, Long.MIN_VALUE, -1, -2_500_000})
  void handOver_clockWrapsOrPassesZero_losesNoTick(long origin) {
    ManualClock wrapping = ManualClock.at(origin);
    handOver.attach(sink, wrapping, new TickScale(origin, new Resolution(TICK)));
    for (int i = 0; i < 20; i++) {
      wrapping.advanceNanos(TICK / 2);
      long unused = handOver(i);
    }

    assertThat(sink.lastTick()).isEqualTo(10);
    assertThat(sink.tokens).hasSize(10);
    assertThat(handOver.stats().ticks()).isEqualTo(10);
  }

  @Test
  @Requirement("S6.6")
  void handOver_waited_latenessIsJitter() {
    attached();
    pass(2.25);
    assertThat(handOver.handOver(2, true)).isEqualTo(2);
    pass(2);
    assertThat(handOver.handOver(4, false)).isEqualTo(2);
    pass(1.5); // 5.75
    assertThat(handOver.handOver(5, true)).isEqualTo(1);

    assertThat(sink.tokens)
        .extracting(TickToken::jitterNanos)
        .containsExactly(TICK / 4, 0L, TICK / 4 * 3);
    DriverStats stats = handOver.stats();
    assertThat(stats.maxJitterNanos()).isEqualTo(TICK / 4 * 3);
    assertThat(stats.meanJitterNanos()).isEqualTo(TICK / 3);
  }

  @Test
  @Requirement("S6.6")
  void stats_afterTwoSeconds_tellRates() {
    assertThat(handOver.stats().tokensPerSecond()).isZero();
    attached();
    for (int i = 1; i <= 4; i++) {
      pass(500);
      long unused = handOver(500L * i);
    }

    DriverStats stats = handOver.stats();
    assertThat(stats.ticks()).isEqualTo(2_000);
    assertThat(stats.tokens()).isEqualTo(4);
    assertThat(stats.catchUps()).isZero();
    assertThat(stats.ticksPerSecond()).isEqualTo(1_000.0);
    assertThat(stats.tokensPerSecond()).isEqualTo(2.0);
  }

  @Test
  @Requirement("S6.3")
  void status_fromAttachToFlush_tellsEachState() {
    assertThat(handOver.status()).isEqualTo(new DriverStatus.Suspended());
    attached();
    assertThat(handOver.status()).isEqualTo(new DriverStatus.Ok());
    handOver.suspend();
    assertThat(handOver.status()).isEqualTo(new DriverStatus.Suspended());
    pass(4);
    assertThat(handOver(4)).as("nothing is handed over meanwhile").isZero();
    handOver.resume();
    assertThat(handOver.status()).isEqualTo(new DriverStatus.Ok());
    assertThat(handOver(4)).isEqualTo(4);
    pass(2);
    assertThat(handOver.flush()).isEqualTo(new DriverStatus.Flushed(2, 0));
    assertThat(handOver.status()).isEqualTo(new DriverStatus.Flushed(2, 0));
  }

  @Test
  @Requirement("S6.3")
  void status_notificationsUnanswered_isBackpressured() {
    attached();
    handOver.notifyTick();
    handOver.notifyTick();
    assertThat(handOver.status()).isEqualTo(new DriverStatus.Backpressured(2));

    assertThat(handOver(1)).as("a notification does not move the clock").isZero();
    assertThat(handOver.status()).isEqualTo(new DriverStatus.Ok());
  }

  @Test
  void notifyTick_whileAHandOverIsUnderWay_isStillToBeAnswered() {
    attached();
    handOver.notifyTick();
    sink.whileAccepting(t -> handOver.notifyTick());
    pass(1);

    assertThat(handOver(1)).isEqualTo(1);
    assertThat(handOver.notifiedTicks()).isEqualTo(1);
  }

  @Test
  @Requirement("S6.3")
  void flush_again_doesNothing() {
    attached();
    pass(3);
    DriverStatus.Flushed first = handOver.flush();
    pass(5);

    assertThat(first).isEqualTo(new DriverStatus.Flushed(3, 0));
    assertThat(handOver.flush()).isEqualTo(first);
    assertThat(handOver(8)).as("nothing comes after the flush").isZero();
    assertThat(sink.stretches()).containsExactly("1-3");
  }

  @Test
  @Requirement("S6.3")
  void flush_refused_keepsWhatIsPendingAndTriesAgain() {
    attached();
    sink.refusing(2);
    pass(3);
    assertThat(handOver.flush()).isEqualTo(new DriverStatus.Flushed(0, 3));
    assertThat(handOver.flush()).isEqualTo(new DriverStatus.Flushed(0, 3));

    assertThat(handOver.flush()).isEqualTo(new DriverStatus.Flushed(3, 0));
    assertThat(handOver.flush()).isEqualTo(new DriverStatus.Flushed(3, 0));
    assertThat(sink.stretches()).containsExactly("1-3");
  }

  @Test
  @Requirement("S6.3")
  void flush_suspended_handsOverWhatWasHeldBack() {
    attached();
    handOver.suspend();
    pass(3);

    assertThat(handOver.flush()).isEqualTo(new DriverStatus.Flushed(3, 0));
    assertThat(sink.stretches()).containsExactly("1-3");
  }

  @Test
  @Requirement("S6.3")
  void flush_timePassesMeanwhile_owesNothingOfThat() {
    attached();
    sink.whileAccepting(t -> pass(4)); // a slow task
    pass(2);

    assertThat(handOver.flush()).isEqualTo(new DriverStatus.Flushed(2, 0));
    assertThat(handOver.flush()).isEqualTo(new DriverStatus.Flushed(2, 0));
    assertThat(sink.stretches()).containsExactly("1-2");
  }

  @Test
  @Requirement("S6.3")
  void flush_insideOfAHandOver_isFinishedByTheNextCall() {
    attached();
    pass(2);
    sink.whileAccepting(
        t -> {
          assertThat(handOver.flush()).isEqualTo(new DriverStatus.Flushed(0, 2));
          pass(1);
        });
    assertThat(handOver(2)).isEqualTo(2);

    assertThat(handOver(3)).isZero();
    assertThat(handOver.flush()).isEqualTo(new DriverStatus.Flushed(1, 0));
    assertThat(sink.stretches()).containsExactly("1-2", "3-3");
  }

  @Test
  @Requirement("S6.3")
  void flush_sinkThrows_canBeTriedAgain() {
    attached();
    sink.whileAccepting(
        t -> {
          throw new IllegalStateException("sink");
        });
    pass(2);
    assertThatThrownBy(handOver::flush).hasMessage("sink");

    assertThat(handOver.status()).isEqualTo(new DriverStatus.Flushed(0, 2));
    assertThat(handOver.flush()).isEqualTo(new DriverStatus.Flushed(2, 0));
  }

  @Test
  void flush_neverAttached_isEmpty() {
    assertThat(handOver.flush()).isEqualTo(new DriverStatus.Flushed(0, 0));
    assertThat(handOver.isFlushed()).isTrue();
  }

  @Test
  void attach_twice_isRefused() {
    attached();

    assertThatThrownBy(() -> handOver.attach(sink, clock, scale))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("driver of its own");
  }

  @Test
  void handOver_notAttached_saysWhatToDo() {
    assertThatThrownBy(() -> handOver(1))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("build a scheduler with it first");
  }

  @Test
  void token_ticksOutOfOrder_areRefused() {
    assertThatThrownBy(() -> new TickToken(5, 4, 5, TickMode.NORMAL, 0, scale))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("5 <= 5 <= 4");
    assertThatThrownBy(() -> new TickToken(5, 7, 8, TickMode.NORMAL, 0, scale))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new TickToken(5, 7, 4, TickMode.NORMAL, 0, scale))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new TickToken(5, 7, 6, TickMode.NORMAL, -1, scale))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("-1 ns");
  }

  @Test
  @Requirement("S3.3")
  void flush_done_letsGoOfTheSinkAndKeepsTheFigures() {
    attached();
    pass(3.5);
    assertThat(handOver.sink()).isSameAs(sink);
    assertThat(handOver.flush()).isEqualTo(new DriverStatus.Flushed(3, 0));
    assertThat(handOver.sink()).isNotSameAs(sink);
    assertThat(handOver.sink().nextWakeTick(3)).isEqualTo(Long.MAX_VALUE);
    assertThat(handOver.stats().ticks()).isEqualTo(3);
    assertThatThrownBy(() -> handOver.attach(sink, clock, scale))
        .isInstanceOf(IllegalStateException.class);
  }

  @Test
  @Requirement("S3.3")
  void flush_refused_keepsTheSinkForTheNextOne() {
    attached();
    pass(2);
    sink.refusing(1);
    assertThat(handOver.flush()).isEqualTo(new DriverStatus.Flushed(0, 2));
    assertThat(handOver.sink()).isSameAs(sink);
    assertThat(handOver.flush()).isEqualTo(new DriverStatus.Flushed(2, 0));
    assertThat(handOver.sink()).isNotSameAs(sink);
  }
}
