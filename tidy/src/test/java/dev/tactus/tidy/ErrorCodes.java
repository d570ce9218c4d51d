package dev.tactus.tidy;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaModifier;
import dev.tactus.tidy.CompiledClasses.Compiled;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/// Exceptions that others can catch by their type have a code, and their messages end with it.
///
/// Those that never leave their package need none. Those of the examples play the part of the
/// user's own.
final class ErrorCodes {
  private static final String CODED = "dev.tactus.error.Coded";
  private static final String CODE = "dev.tactus.error.ErrorCode";
  private static final String MARK = "mark";
  private static final Set<String> OF_USERS = Set.of("examples", "examples-pekko");

  private ErrorCodes() {}

  static List<Violation> check(CompiledClasses classes) {
    return classes
        .main()
        .filter(compiled -> !OF_USERS.contains(compiled.module().name()))
        .filter(compiled -> compiled.type().getModifiers().contains(JavaModifier.PUBLIC))
        .filter(compiled -> compiled.type().isAssignableTo(Throwable.class))
        .flatMap(compiled -> inClass(compiled, classes))
        .toList();
  }

  private static Stream<Violation> inClass(Compiled compiled, CompiledClasses classes) {
    String name = compiled.type().getSimpleName();
    if (!compiled.type().isAssignableTo(CODED)) {
      return Stream.of(
          compiled.violation(0, name + " has no code; let it be Coded, and write a page for it"));
    }
    boolean isMarked =
        Stream.concat(Stream.of(compiled.type()), compiled.type().getAllRawSuperclasses().stream())
            .filter(type -> classes.find(type).isPresent())
            .anyMatch(ErrorCodes::marksItsMessage);
    return isMarked
        ? Stream.empty()
        : Stream.of(
            compiled.violation(
                0, name + " does not end its message with the code; use ErrorCode.mark"));
  }

  private static boolean marksItsMessage(JavaClass type) {
    return type.getConstructors().stream()
        .flatMap(constructor -> constructor.getMethodCallsFromSelf().stream())
        .anyMatch(
            call ->
                call.getTargetOwner().getFullName().equals(CODE)
                    && call.getTarget().getName().equals(MARK));
  }
}
