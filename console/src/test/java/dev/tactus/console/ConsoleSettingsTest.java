package dev.tactus.console;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.reflect.RecordComponent;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Settings of which some have the same type: a copy that mixed two of them up would compile.
final class ConsoleSettingsTest {
  private static final Path FOLDER = Path.of("folder");

  record Copy(String changes, UnaryOperator<ConsoleSettings> change) {
    @Override
    public String toString() {
      return changes;
    }
  }

  static List<Copy> copies() {
    return List.of(
        new Copy("host", s -> s.withHost("::1")),
        new Copy("port", s -> s.withPort(1)),
        new Copy("isPortFixed port", s -> s.withFixedPort(1)),
        new Copy("names", s -> s.withNames("here")),
        new Copy("token", s -> s.withToken("0123456789abcdef")),
        new Copy("recordings", s -> s.withRecordings(FOLDER)),
        new Copy("traces", s -> s.withTraces(FOLDER)),
        new Copy("dumps", s -> s.withDumps(FOLDER)),
        new Copy("metrics", s -> s.withMetrics(() -> "")),
        new Copy("explain", s -> s.withExplain(code -> Optional.empty())),
        new Copy("limits", s -> s.withLimits(ConsoleLimits.DEFAULT.withConnections(1))),
        new Copy("intervalMillis", s -> s.withIntervalMillis(1)));
  }

  @ParameterizedTest
  @MethodSource("copies")
  void with_anotherValue_changesThatOneAlone(Copy copy) throws ReflectiveOperationException {
    ConsoleSettings before = ConsoleSettings.DEFAULT;

    ConsoleSettings after = copy.change().apply(before);

    assertThat(changed(before, after)).containsExactlyInAnyOrder(copy.changes().split(" "));
  }

  private static Set<String> changed(Record before, Record after)
      throws ReflectiveOperationException {
    Set<String> changed = new TreeSet<>();
    for (RecordComponent each : before.getClass().getRecordComponents()) {
      if (!each.getAccessor().invoke(after).equals(each.getAccessor().invoke(before))) {
        changed.add(each.getName());
      }
    }
    return changed;
  }

  record LimitCopy(String changes, UnaryOperator<ConsoleLimits> change) {
    @Override
    public String toString() {
      return changes;
    }
  }

  static List<LimitCopy> limits() {
    return List.of(
        new LimitCopy("connections", l -> l.withConnections(1)),
        new LimitCopy("sseClients", l -> l.withSseClients(1)),
        new LimitCopy("bodyBytes", l -> l.withBodyBytes(1)),
        new LimitCopy("headerBytes", l -> l.withHeaderBytes(1)),
        new LimitCopy("targetChars", l -> l.withTargetChars(1)),
        new LimitCopy("requestsPerSecond", l -> l.withRequestsPerSecond(1)),
        new LimitCopy("requestTime", l -> l.withRequestTime(Duration.ofMillis(1))),
        new LimitCopy("stallTime", l -> l.withStallTime(Duration.ofMillis(1))));
  }

  @ParameterizedTest
  @MethodSource("limits")
  void with_anotherLimit_changesThatOneAlone(LimitCopy copy) throws ReflectiveOperationException {
    assertThat(changed(ConsoleLimits.DEFAULT, copy.change().apply(ConsoleLimits.DEFAULT)))
        .containsExactly(copy.changes());
  }

  @Test
  void limits_ofAll_canBeChanged() {
    assertThat(limits())
        .extracting(LimitCopy::changes)
        .containsExactlyElementsOf(
            Arrays.stream(ConsoleLimits.class.getRecordComponents())
                .map(RecordComponent::getName)
                .toList());
  }

  @Test
  void limits_timesThatCannotBeCounted_areRefused() {
    for (Duration time : List.of(Duration.ZERO, Duration.ofSeconds(Long.MAX_VALUE))) {
      assertThatThrownBy(() -> ConsoleLimits.DEFAULT.withRequestTime(time))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContainingAll("requestTime was " + time, "1 ms to 24 hours");
      assertThatThrownBy(() -> ConsoleLimits.DEFAULT.withStallTime(time))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("stallTime was " + time);
    }
  }
}
