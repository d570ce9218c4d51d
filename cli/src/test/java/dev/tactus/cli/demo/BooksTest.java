package dev.tactus.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tactus.scheduler.SchedulerMetrics;
import org.junit.jupiter.api.Test;

final class BooksTest {
  private static final SchedulerMetrics METRICS = SampleMetrics.of(100, 0, 200, 60, 35, 5);

  private static Books.Side demo(
      long registered, long fired, long completed, long cancelled, long active) {
    return new Books.Side(registered, fired, completed, cancelled, active);
  }

  @Test
  void differences_bothCountedTheSame_none() {
    Books books = Books.of(METRICS, demo(100, 200, 60, 40, 0));

    assertThat(books.differences()).isEmpty();
    assertThat(books.areBalanced()).isTrue();
  }

  @Test
  void differences_aTimerThatTheSchedulerForgot_sumIsTooLarge() {
    Books books = Books.of(METRICS, demo(100, 200, 60, 40, 1));

    assertThat(books.areBalanced()).isFalse();
    assertThat(books.differences())
        .containsExactly(
            "100 timers were registered, but completed, cancelled, dropped and active ones are 101",
            "active: the scheduler counted 0, the demo 1",
            "1 timers never ended, although the scheduler is closed");
  }

  @Test
  void differences_eachFigureOff_eachIsNamed() {
    assertThat(Books.of(METRICS, demo(101, 201, 61, 41, 0)).differences())
        .containsExactly(
            "registered: the scheduler counted 100, the demo 101",
            "fired: the scheduler counted 200, the demo 201",
            "completed: the scheduler counted 60, the demo 61",
            "cancelled or dropped: the scheduler counted 40, the demo 41");
  }

  @Test
  void differences_timersThatNeverEnded_areNoBalanceAlthoughBothCountThem() {
    Books books = Books.of(SampleMetrics.of(100, 7, 200, 60, 33, 0), demo(100, 200, 60, 33, 7));

    assertThat(books.differences())
        .containsExactly("7 timers never ended, although the scheduler is closed");
  }
}
