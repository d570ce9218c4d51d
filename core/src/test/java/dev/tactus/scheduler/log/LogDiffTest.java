package dev.tactus.scheduler.log;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tactus.requirement.Requirement;
import dev.tactus.scheduler.CancelReason;
import dev.tactus.scheduler.ExecutionMode;
import dev.tactus.scheduler.Priority;
import dev.tactus.time.ClockKind;
import dev.tactus.time.Resolution;
import dev.tactus.time.wheel.WheelSettings;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

@Requirement("S5.2")
final class LogDiffTest {
  private static LogRecording recording(ClockKind clock, LogEntry... entries) {
    LogHeader header =
        new LogHeader(
            "diff", new Resolution(1_000_000), WheelSettings.DEFAULT, clock, OptionalLong.of(0));
    return new LogRecording(header, 0, List.of(entries));
  }

  private static LogEntry scheduled(long id, long at, long tick) {
    return new LogEntry.Scheduled(
        id, at, ExecutionMode.ONE_SHOT, 10, 0, tick, Priority.HIGH, "pool");
  }

  private static LogEntry fired(long id, long at, long tick) {
    return new LogEntry.Fired(id, at, OptionalLong.empty(), tick, 1, "pool");
  }

  private static LogEntry cancelled(long id, long at, CancelReason reason) {
    return new LogEntry.Cancelled(id, at, OptionalLong.empty(), reason);
  }

  private static String explained(LogRecording expected, LogRecording actual) {
    return LogDiff.compare(expected, actual).orElseThrow().explanation();
  }

  @Test
  void compare_sameProgramTwice_empty() {
    List<LogRecording> recordings = new ArrayList<>();
    for (int i = 0; i < 2; i++) {
      try (RandomProgram program = new RandomProgram(42).run(200)) {
        recordings.add(program.log.snapshot());
      }
    }

    assertThat(recordings.getFirst().entries()).hasSizeGreaterThan(100);
    assertThat(LogDiff.compare(recordings.getFirst(), recordings.getLast())).isEmpty();
  }

  @Test
  void compare_virtualTimeOffByANanosecond_found() {
    assertThat(
            explained(
                recording(ClockKind.DETERMINISTIC, scheduled(1, 5, 1), fired(1, 1000, 1)),
                recording(ClockKind.DETERMINISTIC, scheduled(1, 5, 1), fired(1, 1001, 1))))
        .isEqualTo(
            "entry 2: timer 1 fired on tick 1 as expected, but with time 1001 ns instead of"
                + " 1000 ns");
  }

  @Test
  void compare_realTimeOfOtherSpeedAndThreads_empty() {
    assertThat(
            LogDiff.compare(
                recording(
                    ClockKind.HOST,
                    scheduled(1, 5, 1),
                    scheduled(2, 6, 1),
                    cancelled(3, 7, CancelReason.REQUESTED),
                    fired(1, 1000, 1)),
                recording(
                    ClockKind.DETERMINISTIC,
                    scheduled(2, 60, 1),
                    fired(1, 9000, 1),
                    scheduled(1, 50, 1),
                    cancelled(3, 8, CancelReason.REQUESTED))))
        .isEmpty();
  }

  @Test
  void compare_realTimeFiresInOtherOrder_found() {
    assertThat(
            explained(
                recording(ClockKind.HOST, fired(1, 10, 1), fired(2, 10, 1)),
                recording(ClockKind.HOST, fired(2, 10, 1), fired(1, 10, 1))))
        .isEqualTo("entry 1: expected timer 1 to fire on tick 1, but timer 2 fired on tick 1");
  }

  @Test
  void compare_realTimeSeveralDifferences_firstEntryNamed() {
    assertThat(
            explained(
                recording(
                    ClockKind.HOST,
                    scheduled(1, 5, 1),
                    cancelled(2, 7, CancelReason.FAILED),
                    fired(1, 10, 1)),
                recording(
                    ClockKind.HOST,
                    scheduled(1, 5, 1),
                    cancelled(2, 7, CancelReason.BACKLOG),
                    fired(1, 10, 2))))
        .isEqualTo(
            "entry 2: timer 2 was cancelled (BACKLOG) at 7 ns as expected, but with reason BACKLOG"
                + " instead of FAILED");
  }

  @Test
  void compare_oneLonger_found() {
    LogRecording shorter = recording(ClockKind.DETERMINISTIC, scheduled(1, 5, 1));
    LogRecording longer = recording(ClockKind.DETERMINISTIC, scheduled(1, 5, 1), fired(1, 1000, 1));

    assertThat(explained(longer, shorter))
        .isEqualTo(
            "entry 2: expected timer 1 to fire on tick 1, but the other recording has no more");
    assertThat(explained(shorter, longer))
        .isEqualTo("entry 2: expected nothing more, but timer 1 fired on tick 1");
  }

  @Test
  void compare_ticksOfOtherLength_found() {
    LogRecording one = recording(ClockKind.HOST);
    LogHeader h = one.header();
    LogRecording other =
        new LogRecording(
            new LogHeader("diff", Resolution.DEFAULT, h.wheel(), h.clock(), h.originNanos()),
            0,
            List.of());

    LogDifference difference = LogDiff.compare(one, other).orElseThrow();

    assertThat(difference.entryNumber()).isZero();
    assertThat(difference.explanation())
        .isEqualTo("the headers: expected a tick of PT0.001S, but it was PT0.01S");
  }
}
