package dev.tactus.console;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.RecordComponent;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
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

    Set<String> changed = new TreeSet<>();
    for (RecordComponent each : ConsoleSettings.class.getRecordComponents()) {
      if (!each.getAccessor().invoke(after).equals(each.getAccessor().invoke(before))) {
        changed.add(each.getName());
      }
    }
    assertThat(changed).containsExactlyInAnyOrder(copy.changes().split(" "));
  }
}
