package dev.tactus.scheduler;

import static java.time.Duration.ofMillis;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tactus.event.EventStream;
import dev.tactus.requirement.Requirement;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Whoever is thrown at by a registration has no handle, so nothing may be left that it could not
/// stop.
@Requirement({"S8.2", "S4.7"})
final class FailedRegistrationTest {
  /// Not sooner than the test is over: what is due before the listener has thrown may run.
  private static final Duration LATER = Duration.ofHours(1);

  @ParameterizedTest
  @EnumSource(SchedulerKind.class)
  void schedule_whereAListenerThrowsAfterTheTimerIsIn_leavesNothingBehind(SchedulerKind kind) {
    OutOfMemoryError error = new OutOfMemoryError("a listener");
    EventStream events = new EventStream();
    events.subscribe(
        TimerDiagnostic.class,
        diagnostic -> {
          throw error;
        });
    SystemScheduler scheduler =
        SystemScheduler.start(
            SchedulerSettings.defaults().withKind(kind), RuntimeToolbox.host(), events);
    AtomicInteger runs = new AtomicInteger();
    Executor where = Runnable::run;
    List<ThrowingCallable> calls =
        List.of(
            () -> scheduler.scheduleOnce(LATER, runs::incrementAndGet, where),
            () -> scheduler.scheduleAtFixedRate(LATER, ofMillis(1), runs::incrementAndGet, where),
            () ->
                scheduler.scheduleWithFixedDelay(LATER, ofMillis(1), runs::incrementAndGet, where),
            () -> scheduler.delay(LATER, where));
    for (ThrowingCallable call : calls) {
      assertThatThrownBy(call).isSameAs(error);
    }
    SchedulerMetrics metrics = scheduler.metrics();
    assertThat(metrics.registered()).isEqualTo(4);
    assertThat(metrics.cancelled()).isEqualTo(4);
    assertThat(metrics.active()).isZero();
    assertThat(metrics.periodic()).isZero();
    scheduler.close();
    assertThat(runs).hasValue(0);
  }
}
