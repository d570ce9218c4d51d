package dev.tactus.scheduler.log;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tactus.requirement.Requirement;
import dev.tactus.scheduler.CancelReason;
import dev.tactus.time.ClockKind;
import java.util.EnumMap;
import java.util.Map;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

/// Whatever a program on virtual time does, its replay does the same.
@Requirement("S5.2")
final class LogReplayPropertyTest {
  private static final int PROGRAMS = 800;

  @Test
  void replay_randomProgram_sameToTheNanosecond() {
    Map<CancelReason, Integer> seen = new EnumMap<>(CancelReason.class);
    for (long seed = 0; seed < PROGRAMS; seed++) {
      try (RandomProgram program = new RandomProgram(seed).run(60)) {
        if (seed % 2 == 0) {
          program.finish();
        }
        LogRecording recording = program.log.snapshot();
        for (LogEntry entry : recording.entries()) {
          if (entry instanceof LogEntry.Cancelled c) {
            seen.merge(c.reason(), 1, Integer::sum);
          }
        }

        ReplayResult result = LogReplay.replay(recording);

        assertThat(result.text())
            .as("seed %d", seed)
            .isEqualTo(
                "The replay is the same in all %d entries, to the nanosecond.",
                recording.entries().size());
      }
    }
    assertThat(seen)
        .as("every reason occurs in some program")
        .containsOnlyKeys(CancelReason.values());
  }

  @Test
  void replay_randomProgramAsIfOfRealTime_sameByTicks() {
    int entries = 0;
    int leftOut = 0;
    for (long seed = 0; seed < PROGRAMS; seed++) {
      try (RandomProgram program = new RandomProgram(seed).run(60)) {
        if (seed % 2 == 0) {
          program.finish();
        }
        LogRecording recording = asOfRealTime(program.log.snapshot());

        ReplayResult result = LogReplay.replay(recording);

        assertThat(result)
            .as("seed %d: %s", seed, result.text())
            .isInstanceOf(ReplayResult.Same.class);
        entries += ((ReplayResult.Same) result).entries();
        leftOut += recording.entries().size() - ((ReplayResult.Same) result).entries();
      }
    }
    assertThat(leftOut).as("few of %d entries are left out", entries).isLessThan(entries / 100);
  }

  /// The same entries, from a clock whose origin and exact times nobody knows.
  private static LogRecording asOfRealTime(LogRecording recording) {
    LogHeader header = recording.header();
    return new LogRecording(
        new LogHeader(
            header.name(),
            header.resolution(),
            header.wheel(),
            ClockKind.HOST,
            OptionalLong.empty()),
        0,
        recording.entries());
  }
}
