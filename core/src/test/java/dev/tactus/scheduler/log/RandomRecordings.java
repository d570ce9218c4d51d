package dev.tactus.scheduler.log;

import dev.tactus.scheduler.CancelReason;
import dev.tactus.scheduler.ExecutionMode;
import dev.tactus.scheduler.Priority;
import dev.tactus.time.ClockKind;
import dev.tactus.time.Resolution;
import dev.tactus.time.wheel.WheelSettings;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.SplittableRandom;

/// Recordings with any values that their types allow, whether a scheduler can bring them about or
/// not.
final class RandomRecordings {
  private static final List<ExecutionMode> MODES = List.of(ExecutionMode.values());
  private static final List<Priority> PRIORITIES = List.of(Priority.values());
  private static final List<CancelReason> REASONS = List.of(CancelReason.values());
  private static final List<ClockKind> CLOCKS = List.of(ClockKind.values());

  private final SplittableRandom random;

  RandomRecordings(long seed) {
    random = new SplittableRandom(seed);
  }

  LogRecording next(int entriesMax) {
    LogHeader header =
        new LogHeader(
            name(),
            new Resolution(random.nextLong(Resolution.MIN_NANOS, Resolution.MAX_NANOS + 1)),
            new WheelSettings(
                1 << random.nextInt(1, 21),
                random.nextInt(1, Integer.MAX_VALUE),
                random.nextInt(1, Integer.MAX_VALUE),
                random.nextInt(1, Integer.MAX_VALUE),
                1 - random.nextDouble()),
            oneOf(CLOCKS),
            maybe());
    List<LogEntry> entries = new ArrayList<>();
    for (int i = random.nextInt(entriesMax + 1); i > 0; i--) {
      entries.add(entry());
    }
    return new LogRecording(header, random.nextLong(0, Long.MAX_VALUE), entries);
  }

  private LogEntry entry() {
    return switch (random.nextInt(3)) {
      case 0 -> {
        ExecutionMode mode = oneOf(MODES);
        yield new LogEntry.Scheduled(
            positive(),
            random.nextLong(),
            mode,
            positive(),
            mode == ExecutionMode.ONE_SHOT ? 0 : positive(),
            random.nextLong(),
            oneOf(PRIORITIES),
            name());
      }
      case 1 ->
          new LogEntry.Fired(
              positive(),
              random.nextLong(),
              maybe(),
              random.nextLong(),
              random.nextInt(1, Integer.MAX_VALUE),
              name());
      default -> new LogEntry.Cancelled(positive(), random.nextLong(), maybe(), oneOf(REASONS));
    };
  }

  private long positive() {
    return random.nextLong(1, Long.MAX_VALUE);
  }

  private OptionalLong maybe() {
    return random.nextBoolean() ? OptionalLong.empty() : OptionalLong.of(random.nextLong());
  }

  private <T> T oneOf(List<T> values) {
    return values.get(random.nextInt(values.size()));
  }

  /// Any characters, lone surrogates, line feeds and backslashes included.
  private String name() {
    StringBuilder name = new StringBuilder();
    for (int i = random.nextInt(random.nextInt(10) == 0 ? 201 : 12); i > 0; i--) {
      name.append(
          random.nextBoolean()
              ? (char) random.nextInt(Character.MAX_VALUE + 1)
              : (char) random.nextInt(128));
    }
    return name.toString();
  }
}
