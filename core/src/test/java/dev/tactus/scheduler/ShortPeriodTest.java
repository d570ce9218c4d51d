package dev.tactus.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tactus.event.EventStream;
import dev.tactus.requirement.Requirement;
import dev.tactus.time.host.HostClock;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// A period below a tick, for which no scheduler ticks faster.
@Requirement({"S2.4", "S9.1"})
final class ShortPeriodTest {
  private static final Duration SHORT = Duration.ofNanos(1);
  private static final int RUNS = 50;

  @ParameterizedTest
  @EnumSource(SchedulerKind.class)
  void fixedDelay_ofLessThanATick_runsAtMostOnceATick(SchedulerKind kind) throws Exception {
    SchedulerSettings settings =
        SchedulerSettings.defaults().withKind(kind).withResolution(Duration.ofMillis(1));
    CountDownLatch ran = new CountDownLatch(RUNS);
    AtomicLong end = new AtomicLong();
    try (SystemScheduler scheduler =
        SystemScheduler.start(settings, RuntimeToolbox.host(), new EventStream())) {
      Runnable task =
          () -> {
            if (ran.getCount() == 1) {
              end.set(HostClock.instance().nanos());
            }
            ran.countDown();
          };
      long begin = HostClock.instance().nanos();
      scheduler.scheduleWithFixedDelay(SHORT, SHORT, task, Scheduler.DIRECT);
      assertThat(ran.await(60, TimeUnit.SECONDS)).isTrue();
      // The first tick and the last one need not have passed as a whole.
      assertThat(end.get() - begin)
          .isGreaterThanOrEqualTo((RUNS - 2) * scheduler.resolution().toNanos());
      assertThat(scheduler.metrics().active()).isEqualTo(1);
    }
  }
}
