package dev.tactus.scheduler.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tactus.event.EventStream;
import dev.tactus.requirement.Requirement;
import dev.tactus.scheduler.CancelReason;
import dev.tactus.scheduler.Cancellable;
import dev.tactus.scheduler.ExecutionMode;
import dev.tactus.scheduler.Priority;
import dev.tactus.scheduler.RuntimeToolbox;
import dev.tactus.scheduler.Scheduler;
import dev.tactus.scheduler.SchedulerSettings;
import dev.tactus.scheduler.TimerDiagnostic;
import dev.tactus.scheduler.WheelScheduler;
import dev.tactus.time.ClockKind;
import dev.tactus.time.Resolution;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Requirement("S5.2")
final class DeterministicLogTest {
  private static final long MILLI = 1_000_000;

  private static final LogHeader HEADER =
      LogHeader.of(SchedulerSettings.defaults(), RuntimeToolbox.manual());

  private static void nothing() {}

  @Test
  void snapshot_timersScheduledFiredAndCancelled_holdsEveryField() {
    try (WheelScheduler scheduler =
            WheelScheduler.start(SchedulerSettings.defaults(), RuntimeToolbox.manual());
        DeterministicLog log = DeterministicLog.attach(scheduler, 100)) {
      scheduler.scheduleOnce(
          Duration.ofMillis(15), DeterministicLogTest::nothing, Scheduler.DIRECT);
      scheduler.advance(Duration.ofMillis(5));
      Cancellable periodic =
          scheduler.scheduleAtFixedRate(
              Duration.ofMillis(4),
              Duration.ofMillis(30),
              DeterministicLogTest::nothing,
              Scheduler.DIRECT);
      scheduler.advance(Duration.ofMillis(20));
      periodic.cancel();

      assertThat(log.snapshot().entries())
          .containsExactly(
              new LogEntry.Scheduled(
                  1, 0, ExecutionMode.ONE_SHOT, 15 * MILLI, 0, 2, Priority.NORMAL, "direct"),
              new LogEntry.Scheduled(
                  2,
                  5 * MILLI,
                  ExecutionMode.FIXED_RATE,
                  4 * MILLI,
                  30 * MILLI,
                  1,
                  Priority.NORMAL,
                  "direct"),
              new LogEntry.Fired(2, 10 * MILLI, OptionalLong.of(5 * MILLI), 1, 1, "direct"),
              new LogEntry.Fired(1, 20 * MILLI, OptionalLong.of(0), 2, 1, "direct"),
              new LogEntry.Cancelled(
                  2, 25 * MILLI, OptionalLong.of(5 * MILLI), CancelReason.REQUESTED));
    }
  }

  @Test
  void snapshot_headerOfScheduler_tellsSettingsClockAndFittingOrigin() {
    SchedulerSettings settings =
        SchedulerSettings.defaults().withName("clockwork").withResolution(Duration.ofMillis(1));
    try (WheelScheduler scheduler = WheelScheduler.start(settings, RuntimeToolbox.manual());
        DeterministicLog log = DeterministicLog.attach(scheduler, 10)) {
      assertThat(log.snapshot().header().originNanos()).isEmpty();
      scheduler.advance(Duration.ofNanos(2_345_678));
      scheduler.scheduleOnce(Duration.ofMillis(3), DeterministicLogTest::nothing, Scheduler.DIRECT);
      scheduler.advance(Duration.ofMillis(5));

      assertThat(log.snapshot().header())
          .isEqualTo(
              new LogHeader(
                  "clockwork",
                  new Resolution(MILLI),
                  settings.wheel(),
                  ClockKind.DETERMINISTIC,
                  OptionalLong.of(0)));
    }
  }

  @Test
  void attach_ofRealTimeToolbox_leavesOriginOpen() {
    assertThat(LogHeader.of(SchedulerSettings.defaults(), RuntimeToolbox.host()).originNanos())
        .isEmpty();
  }

  @Test
  void write_beyondCapacity_keepsTheLastAndCountsTheOverwritten() {
    EventStream events = new EventStream();
    try (DeterministicLog log = DeterministicLog.attach(events, HEADER, 4)) {
      events.publish(scheduled(1, 100));
      events.publish(scheduled(2, 200));
      assertThat(log.overwritten()).isZero();
      for (long id = 1; id <= 3; id++) {
        events.publish(new TimerDiagnostic.Fired(id, 1000 + id, 1, 1, "pool"));
      }

      LogRecording recording = log.snapshot();

      assertThat(log.overwritten()).isEqualTo(1);
      assertThat(recording.overwritten()).isEqualTo(1);
      assertThat(recording.isTruncated()).isTrue();
      assertThat(recording.entries()).extracting(LogEntry::timerId).containsExactly(2L, 1L, 2L, 3L);
      assertThat(recording.entries())
          .as("the scheduling time is known only while its entry is there")
          .extracting(LogEntry::scheduledAtNanos)
          .containsExactly(
              OptionalLong.of(200),
              OptionalLong.empty(),
              OptionalLong.of(200),
              OptionalLong.empty());
    }
  }

  @Test
  void snapshot_fireToldBeforeItsSchedule_knowsSchedulingTimeNevertheless() {
    EventStream events = new EventStream();
    try (DeterministicLog log = DeterministicLog.attach(events, HEADER, 4)) {
      events.publish(new TimerDiagnostic.Fired(1, 300, 1, 1, "pool"));
      events.publish(scheduled(1, 100));

      assertThat(log.snapshot().entries().getFirst().scheduledAtNanos())
          .isEqualTo(OptionalLong.of(100));
    }
  }

  @Test
  void snapshot_nameOfAnyLength_isCut() {
    EventStream events = new EventStream();
    try (DeterministicLog log = DeterministicLog.attach(events, HEADER, 4)) {
      events.publish(new TimerDiagnostic.Fired(1, 1, 1, 1, "x".repeat(100_000)));

      assertThat(((LogEntry.Fired) log.snapshot().entries().getFirst()).executor())
          .isEqualTo("x".repeat(LogEntry.NAME_LENGTH_MAX));
    }
  }

  @Test
  @Requirement("S5.3")
  void close_afterwards_nothingIsLoggedOrAskedFor() {
    EventStream events = new EventStream();
    DeterministicLog log = DeterministicLog.attach(events, HEADER, 4);
    assertThat(events.wants(TimerDiagnostic.Scheduled.class)).isTrue();
    assertThat(events.wants(TimerDiagnostic.Fired.class)).isTrue();
    assertThat(events.wants(TimerDiagnostic.Cancelled.class)).isTrue();
    events.publish(scheduled(1, 100));

    log.close();
    events.publish(scheduled(2, 200));

    assertThat(events.wants(TimerDiagnostic.Scheduled.class)).isFalse();
    assertThat(log.snapshot().entries()).extracting(LogEntry::timerId).containsExactly(1L);
  }

  @ParameterizedTest
  @ValueSource(ints = {Integer.MIN_VALUE, -1, 0, LogRecording.ENTRIES_MAX + 1})
  void attach_capacityOutOfRange_refusedWithRange(int capacity) {
    EventStream events = new EventStream();

    assertThatThrownBy(() -> DeterministicLog.attach(events, HEADER, capacity))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "A log was given a capacity of %d entries; allowed are 1 to 1048576.", capacity);
    assertThat(events.wants(TimerDiagnostic.Scheduled.class)).isFalse();
  }

  @Test
  void write_fromManyThreadsDuringSnapshots_losesNothingAndKeepsEachThreadsOrder()
      throws InterruptedException {
    int threads = 4;
    int each = 20_000;
    EventStream events = new EventStream();
    try (DeterministicLog log = DeterministicLog.attach(events, HEADER, threads * each)) {
      AtomicBoolean writing = new AtomicBoolean(true);
      List<LogRecording> seen = new ArrayList<>();
      Thread reader =
          Thread.ofPlatform()
              .start(
                  () -> {
                    while (writing.get()) {
                      seen.add(log.snapshot());
                    }
                  });
      List<Thread> writers = new ArrayList<>();
      for (long t = 1; t <= threads; t++) {
        long id = t;
        writers.add(
            Thread.ofPlatform()
                .start(
                    () -> {
                      for (int i = 0; i < each; i++) {
                        events.publish(new TimerDiagnostic.Fired(id, i, i, 1, "pool"));
                      }
                    }));
      }
      for (Thread writer : writers) {
        writer.join();
      }
      writing.set(false);
      reader.join();

      assertThat(log.overwritten()).isZero();
      assertThat(log.snapshot().entries()).hasSize(threads * each);
      seen.add(log.snapshot());
      seen.forEach(DeterministicLogTest::expectNoHoles);
    }
  }

  /// In a snapshot every thread's entries are 0, 1, 2 and so on: it is a piece of one order.
  private static void expectNoHoles(LogRecording recording) {
    Map<Long, Long> next = new HashMap<>();
    for (LogEntry entry : recording.entries()) {
      long expected = next.merge(entry.timerId(), 1L, Long::sum) - 1;
      if (entry.atNanos() != expected) {
        throw new AssertionError(
            "thread %d: entry %d where %d is next"
                .formatted(entry.timerId(), entry.atNanos(), expected));
      }
    }
  }

  private static TimerDiagnostic scheduled(long id, long atNanos) {
    return new TimerDiagnostic.Scheduled(
        id, atNanos, ExecutionMode.ONE_SHOT, 5, 0, 1, Priority.LOW, "pool");
  }
}
