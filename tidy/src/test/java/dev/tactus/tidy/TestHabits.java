package dev.tactus.tidy;

import com.tngtech.archunit.core.domain.properties.CanBeAnnotated;
import dev.tactus.tidy.CompiledClasses.Compiled;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/// Tests do not sleep and are not switched off; nobody prints a stack trace and goes on.
final class TestHabits {
  private static final String DISABLED = "org.junit.jupiter.api.Disabled";
  private static final Set<String> SLEEPERS =
      Set.of("java.lang.Thread", "java.util.concurrent.TimeUnit");

  private TestHabits() {}

  static List<Violation> sleeps(CompiledClasses classes) {
    return classes
        .tests()
        .flatMap(
            compiled ->
                calls(
                    compiled,
                    "sleep",
                    SLEEPERS,
                    "sleeps; advance a virtual clock or wait for the event itself"))
        .toList();
  }

  static List<Violation> stackTraces(CompiledClasses classes) {
    return classes
        .all()
        .flatMap(
            compiled ->
                calls(
                    compiled,
                    "printStackTrace",
                    Set.of(),
                    "prints a stack trace; throw it, publish it or log it"))
        .toList();
  }

  static List<Violation> disabledTests(CompiledClasses classes) {
    return classes
        .tests()
        .flatMap(
            compiled ->
                Stream.<CanBeAnnotated>concat(
                        Stream.of(compiled.type()), compiled.type().getMethods().stream())
                    .filter(place -> place.isAnnotatedWith(DISABLED))
                    .map(
                        place ->
                            compiled.violation(
                                0, "a test is disabled; mend it or delete it: " + place)))
        .toList();
  }

  /// Calls of a method, and references to it, on one of `owners`, or on anything if there is none.
  private static Stream<Violation> calls(
      Compiled compiled, String method, Set<String> owners, String message) {
    return compiled.type().getCodeUnitAccessesFromSelf().stream()
        .filter(access -> access.getTarget().getName().equals(method))
        .filter(
            access -> owners.isEmpty() || owners.contains(access.getTargetOwner().getFullName()))
        .map(access -> compiled.violation(access.getLineNumber(), message));
  }
}
