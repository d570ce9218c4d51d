package dev.tactus.scheduler;

import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tactus.requirement.Requirement;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Timers that are registered where the stack of their thread ends.
@Requirement({"S4.5", "S4.7"})
@Timeout(value = 60, unit = TimeUnit.SECONDS)
final class UsedUpStackRegistrationTest {
  private static final int STACK_BYTES = 200_000;
  private static final int SCHEDULERS = 300;

  /// Goes down to the end of the stack and registers on the way back, each time with a little more
  /// room, until it succeeds: so each call of a registration is the one for which there is none.
  private static final class Descent {
    private final Scheduler scheduler;
    @Nullable Cancellable timer;
    int failed;

    Descent(Scheduler scheduler) {
      this.scheduler = scheduler;
    }

    @SuppressWarnings("InfiniteRecursion") // that is how it gets there
    void descend() {
      try {
        descend();
      } catch (StackOverflowError e) {
        // here is its end
      }
      if (timer == null) {
        try {
          timer = scheduler.scheduleOnce(ofSeconds(1), () -> {}, Scheduler.DIRECT);
        } catch (StackOverflowError e) {
          failed++;
        }
      }
    }
  }

  /// With this quota every registration looks how many timers are active.
  @Test
  void schedule_withNoRoomOnTheStack_takesNothingOfTheQuota() throws Exception {
    int failed = 0;
    for (int i = 0; i < SCHEDULERS; i++) {
      SchedulerSettings settings = SchedulerSettings.defaults().withSystemQuota(1);
      try (WheelScheduler scheduler = WheelScheduler.start(settings, RuntimeToolbox.manual())) {
        // First with all of the stack: a class that cannot be initialised is never tried again.
        assertThat(scheduler.scheduleOnce(ofSeconds(1), () -> {}, Scheduler.DIRECT).cancel())
            .isTrue();
        Descent descent = new Descent(scheduler);
        Thread thread = new Thread(null, descent::descend, "steep", STACK_BYTES);
        thread.start();
        thread.join();
        failed += descent.failed;

        assertThat(descent.timer).as("in the end there is room, in the quota as well").isNotNull();
        assertThat(descent.timer.cancel()).isTrue();
        assertThat(scheduler.metrics().active()).as("after %d failures", failed).isZero();
      }
    }
    assertThat(failed).as("some had no room").isPositive();
  }
}
