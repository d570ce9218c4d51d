package dev.tactus.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tactus.scheduler.SchedulerSettings;
import dev.tactus.scheduler.WheelScheduler;
import java.time.Duration;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

final class LoadTest {
  private final VirtualTime time = new VirtualTime();

  private Load load(WheelScheduler scheduler, int timers) {
    DemoSettings settings = new DemoSettings(timers, Duration.ofMillis(10), OptionalInt.empty(), 1);
    return new Load(settings, scheduler, Runnable::run, time);
  }

  private WheelScheduler scheduler(SchedulerSettings settings) {
    return WheelScheduler.start(settings, time.toolbox());
  }

  @Test
  void stretched_moreTimersThanTheBound_timesGrowInstead() {
    try (WheelScheduler scheduler = scheduler(SchedulerSettings.defaults())) {
      assertThat(load(scheduler, 1_000).stretched(100)).isEqualTo(Duration.ofNanos(100));
      assertThat(load(scheduler, Load.UNSTRETCHED_TIMERS).stretched(100))
          .isEqualTo(Duration.ofNanos(100));
      assertThat(load(scheduler, 4 * Load.UNSTRETCHED_TIMERS).stretched(100))
          .isEqualTo(Duration.ofNanos(400));
    }
  }

  @Test
  void answer_afterAHalt_makesUpForOneRoundAtMost() {
    try (WheelScheduler scheduler = scheduler(SchedulerSettings.defaults())) {
      Load load = load(scheduler, 1_000);
      load.fill(() -> false);

      load.answer(Duration.ofHours(1).toNanos());

      assertThat(load.counts.answered.sum()).isBetween(150L, 200L);
    }
  }

  @Test
  void fill_schedulerWithoutRoom_countsTheRefused() {
    try (WheelScheduler scheduler = scheduler(SchedulerSettings.defaults().withSystemQuota(30))) {
      Load load = load(scheduler, 100);

      load.fill(() -> false);

      assertThat(load.counts.registered.sum()).isEqualTo(30);
      assertThat(load.counts.refused.sum()).isEqualTo(70);
      assertThat(load.books().active()).isEqualTo(30);
    }
  }

  @Test
  void fill_closedScheduler_registersNothing() {
    WheelScheduler scheduler = scheduler(SchedulerSettings.defaults());
    scheduler.close();
    Load load = load(scheduler, 100);

    load.fill(() -> false);

    assertThat(load.books()).isEqualTo(new Books.Side(0, 0, 0, 0, 0));
  }

  @Test
  void draw_sameTimerAndDraw_sameNumberWhateverElseWasDrawn() {
    try (WheelScheduler scheduler = scheduler(SchedulerSettings.defaults())) {
      Load load = load(scheduler, 10);
      long first = load.draw(3, 5, 0, 1_000_000);

      assertThat(load.draw(4, 5, 0, 1_000_000)).isNotEqualTo(first);
      assertThat(load.draw(3, 6, 0, 1_000_000)).isNotEqualTo(first);
      assertThat(load.draw(3, 5, 0, 1_000_000)).isEqualTo(first);
    }
  }
}
