package dev.tactus.observe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tactus.observe.recording.RecorderSettings;
import java.lang.reflect.Method;
import java.lang.reflect.RecordComponent;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Settings with many figures of one type: a copy that mixed two of them up would compile.
final class SettingsCopiesTest {
  record Copy(Record settings, Method method) {
    @Override
    public String toString() {
      return settings.getClass().getSimpleName() + "." + method.getName();
    }
  }

  static List<Copy> copies() {
    return Stream.of(LintSettings.DEFAULT, RecorderSettings.DEFAULT)
        .flatMap(
            settings ->
                Arrays.stream(settings.getClass().getMethods())
                    .filter(method -> method.getName().startsWith("with"))
                    .filter(method -> method.getParameterCount() == 1)
                    .map(method -> new Copy(settings, method)))
        .toList();
  }

  @ParameterizedTest
  @MethodSource("copies")
  void with_anotherValue_changesThatOneAlone(Copy copy) throws ReflectiveOperationException {
    String name = copy.method().getName().substring("with".length());
    String component = name.substring(0, 1).toLowerCase(Locale.ROOT) + name.substring(1);

    Object changed = copy.method().invoke(copy.settings(), other(copy.settings(), component));

    for (RecordComponent each : copy.settings().getClass().getRecordComponents()) {
      Object before = each.getAccessor().invoke(copy.settings());
      Object after = each.getAccessor().invoke(changed);
      assertThat(after.equals(before))
          .as("%s after %s", each.getName(), copy)
          .isEqualTo(!each.getName().equals(component));
    }
  }

  private static Object other(Record settings, String component)
      throws ReflectiveOperationException {
    Object value = settings.getClass().getMethod(component).invoke(settings);
    return switch (value) {
      case Integer number -> number + 1;
      case Long number -> number + 1;
      case Double number -> number * 0.9;
      default -> throw new AssertionError(component + " is a " + value.getClass());
    };
  }

  @Test
  void interval_thatCannotBeCounted_isRefused() {
    for (Duration interval :
        List.of(Duration.ofMillis(9), Duration.ofSeconds(Long.MAX_VALUE), Duration.ofDays(366))) {
      assertThatThrownBy(() -> ObservatorySettings.DEFAULT.withInterval(interval))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("interval was " + interval)
          .hasMessageContaining("10 ms to 365 days");
    }
  }
}
