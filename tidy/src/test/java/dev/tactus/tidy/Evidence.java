package dev.tactus.tidy;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaAnnotation;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaMethod;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.domain.properties.CanBeAnnotated;
import com.tngtech.archunit.core.domain.properties.HasAnnotations;
import dev.tactus.requirement.Requirement;
import dev.tactus.tidy.CompiledClasses.Compiled;
import dev.tactus.tidy.CompiledClasses.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// The tests that claim to prove a requirement, collected from compiled classes.
///
/// A claim counts only if the test can run: the place is a test for JUnit or jcstress, its class or
/// one below it is concrete, and the class has a name that Surefire picks up.
///
/// @param claims every marker found
/// @param problems markers where no test can run
record Evidence(List<Claim> claims, List<Violation> problems) {
  /// Stress tests are programs, so they live among the main classes of their module.
  private static final String STRESS = "stress";

  private static final Pattern RUN_BY_SUREFIRE = Pattern.compile("Test.*|.*(Test|Tests|TestCase)");

  private static final DescribedPredicate<JavaAnnotation<?>> TEST_MARKER =
      DescribedPredicate.describe(
          "marks a test",
          annotation -> {
            String name = annotation.getRawType().getFullName();
            return name.equals("org.junit.platform.commons.annotation.Testable")
                || name.startsWith("org.openjdk.jcstress.annotations.");
          });

  /// @param id the requirement
  /// @param test `Class` or `Class#method`
  /// @param source path of the source within the repository
  record Claim(String id, String test, String source) {}

  static Evidence collect(CompiledClasses classes) {
    List<Claim> claims = new ArrayList<>();
    List<Violation> problems = new ArrayList<>();
    classes
        .all()
        .filter(compiled -> compiled.kind() == Kind.TEST || compiled.module().name().equals(STRESS))
        .forEach(compiled -> collect(compiled, claims, problems));
    return new Evidence(List.copyOf(claims), List.copyOf(problems));
  }

  private static void collect(Compiled compiled, List<Claim> claims, List<Violation> problems) {
    JavaClass type = compiled.type();
    List<Claim> found = new ArrayList<>();
    if (isMarked(type)) {
      claim(type, name(type), compiled, found);
      if (!hasTest(type)) {
        problems.add(compiled.violation(0, name(type) + " has @Requirement and no test"));
      }
    }
    for (JavaMethod method : type.getMethods()) {
      if (isMarked(method)) {
        String name = name(type) + "#" + method.getName();
        claim(method, name, compiled, found);
        if (!isTest(method)) {
          problems.add(compiled.violation(0, name + " has @Requirement and is no test"));
        }
      }
    }
    if (!found.isEmpty() && compiled.kind() == Kind.TEST && !isRun(type)) {
      problems.add(
          compiled.violation(
              0,
              name(type)
                  + " is never run; it, or a concrete class below it, needs a name that ends in"
                  + " Test"));
    }
    claims.addAll(found);
  }

  private static boolean isMarked(CanBeAnnotated place) {
    return place.isAnnotatedWith(Requirement.class);
  }

  private static void claim(
      HasAnnotations<?> place, String name, Compiled compiled, List<Claim> claims) {
    for (String id : place.getAnnotationOfType(Requirement.class).value()) {
      claims.add(new Claim(id, name, compiled.source()));
    }
  }

  private static boolean isTest(CanBeAnnotated place) {
    return place.isAnnotatedWith(TEST_MARKER) || place.isMetaAnnotatedWith(TEST_MARKER);
  }

  /// A class has the tests of the classes above it and of those nested in it, too.
  private static boolean hasTest(JavaClass type) {
    return isTest(type)
        || type.getAllMethods().stream().anyMatch(Evidence::isTest)
        || nested(type).anyMatch(Evidence::hasTest);
  }

  private static Stream<JavaClass> nested(JavaClass type) {
    return type.getPackage().getClasses().stream()
        .filter(other -> other.getEnclosingClass().filter(type::equals).isPresent());
  }

  private static boolean isRun(JavaClass type) {
    return Stream.concat(Stream.of(type), type.getAllSubclasses().stream())
        .filter(candidate -> !candidate.getModifiers().contains(JavaModifier.ABSTRACT))
        .map(Evidence::outermost)
        .anyMatch(outer -> RUN_BY_SUREFIRE.matcher(outer.getSimpleName()).matches());
  }

  private static JavaClass outermost(JavaClass type) {
    return type.getEnclosingClass().map(Evidence::outermost).orElse(type);
  }

  private static String name(JavaClass type) {
    return type.getEnclosingClass()
        .map(outer -> name(outer) + "." + type.getSimpleName())
        .orElse(type.getSimpleName());
  }
}
