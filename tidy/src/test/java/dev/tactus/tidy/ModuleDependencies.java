package dev.tactus.tidy;

import static java.util.Map.entry;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.library.dependencies.SlicesRuleDefinition;
import dev.tactus.tidy.CompiledClasses.Compiled;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/// Dependencies point one way: between modules along a table, inside a module without cycles, and
/// `time` stands on nothing but `java.base`.
final class ModuleDependencies {
  /// What each module may use of the others. A new module enters here, with a reason to be in the
  /// list of each module that uses it; no list names `cli`.
  private static final Map<String, Set<String>> MAY_USE =
      Map.ofEntries(
          entry("requirement", Set.of()),
          entry("time", Set.of()),
          entry("time-linux", Set.of("time")),
          entry("workers", Set.of("time")),
          entry("core", Set.of("time", "workers")),
          entry("testkit", Set.of("time", "workers", "core")),
          entry("observe", Set.of("time", "workers", "core")),
          entry("console", Set.of("time", "workers", "core", "observe")),
          entry("pekko", Set.of("time", "workers", "core")),
          entry("examples-pekko", Set.of("pekko")),
          entry("stress", Set.of("requirement", "time", "workers", "core", "testkit")),
          entry(
              "benchmarks",
              Set.of(
                  "time",
                  "time-linux",
                  "workers",
                  "core",
                  "testkit",
                  "observe",
                  "console",
                  "pekko")),
          entry(
              "cli",
              Set.of(
                  "time",
                  "time-linux",
                  "workers",
                  "core",
                  "testkit",
                  "observe",
                  "console",
                  "benchmarks")),
          entry("examples", Set.of("time", "workers", "core", "testkit")),
          entry("tidy", Set.of()));

  private static final Set<String> JAVA_BASE =
      ModuleLayer.boot().findModule("java.base").orElseThrow().getPackages();
  private static final String ANNOTATIONS = "org.jspecify.annotations";
  private static final String OURS = "dev.tactus.";

  /// Who may know Pekko, and the language that it is written in.
  private static final Set<String> KNOW_PEKKO = Set.of("pekko", "examples-pekko", "benchmarks");

  private static final List<String> OF_PEKKO =
      List.of("org.apache.pekko.", "scala.", "com.typesafe.config.");

  private ModuleDependencies() {}

  /// Main classes use only modules that the table allows.
  static List<Violation> betweenModules(CompiledClasses classes) {
    return classes.main().flatMap(compiled -> betweenModules(compiled, classes)).toList();
  }

  private static Stream<Violation> betweenModules(Compiled from, CompiledClasses classes) {
    String user = from.module().name();
    Set<String> allowed = MAY_USE.get(user);
    if (allowed == null) {
      return Stream.of(
          from.violation(
              0,
              "module %s is unknown; say in %s what it may use"
                  .formatted(user, ModuleDependencies.class.getSimpleName())));
    }
    return dependencies(from)
        .filter(dependency -> target(dependency).getFullName().startsWith(OURS))
        .flatMap(
            dependency -> {
              Optional<Compiled> target = classes.find(target(dependency));
              String used = target.map(found -> found.module().name()).orElse("no module");
              boolean isFine = target.isPresent() && (used.equals(user) || allowed.contains(used));
              return isFine
                  ? Stream.empty()
                  : Stream.of(
                      violation(
                          from,
                          dependency,
                          " of %s; %s may use %s".formatted(used, user, new TreeSet<>(allowed))));
            });
  }

  /// The module `time` uses the JDK's base module and nothing else.
  static List<Violation> timeOnJavaBase(CompiledClasses classes) {
    return classes
        .main()
        .filter(compiled -> compiled.module().name().equals("time"))
        .flatMap(
            compiled ->
                dependencies(compiled)
                    .filter(dependency -> !isAllowedInTime(target(dependency), classes))
                    .map(
                        dependency ->
                            violation(compiled, dependency, "; time may use java.base only")))
        .toList();
  }

  private static boolean isAllowedInTime(JavaClass target, CompiledClasses classes) {
    return target.isPrimitive()
        || JAVA_BASE.contains(target.getPackageName())
        || target.getPackageName().equals(ANNOTATIONS)
        || classes.find(target).filter(found -> found.module().name().equals("time")).isPresent();
  }

  /// Nobody but the plug-ins, their example and the benchmarks sees a class of Pekko or Scala.
  static List<Violation> pekkoOnlyInItsModules(CompiledClasses classes) {
    return classes
        .main()
        .filter(compiled -> !KNOW_PEKKO.contains(compiled.module().name()))
        .flatMap(
            compiled ->
                dependencies(compiled)
                    .filter(
                        dependency ->
                            OF_PEKKO.stream().anyMatch(target(dependency).getName()::startsWith))
                    .map(
                        dependency ->
                            violation(
                                compiled,
                                dependency,
                                "; only %s may know it".formatted(new TreeSet<>(KNOW_PEKKO)))))
        .toList();
  }

  /// The root package of `time` is the vocabulary of its subpackages and knows none of them.
  static List<Violation> timeRootOnItself(CompiledClasses classes) {
    return classes
        .main()
        .filter(compiled -> compiled.type().getPackageName().equals("dev.tactus.time"))
        .flatMap(
            compiled ->
                dependencies(compiled)
                    .filter(
                        dependency ->
                            target(dependency).getPackageName().startsWith("dev.tactus.time."))
                    .map(
                        dependency ->
                            violation(
                                compiled,
                                dependency,
                                "; the root package knows no subpackage, move one of the two")))
        .toList();
  }

  /// No two packages of one module need each other, directly or around a corner.
  static List<Violation> packageCycles(Repository repository, CompiledClasses classes) {
    return repository.modules().stream()
        .flatMap(
            module ->
                SlicesRuleDefinition.slices()
                    .matching("dev.tactus.(**)")
                    .should()
                    .beFreeOfCycles()
                    .allowEmptyShould(true)
                    .evaluate(classes.mainOf(module))
                    .getFailureReport()
                    .getDetails()
                    .stream()
                    .map(
                        cycle ->
                            new Violation(
                                module.name(),
                                0,
                                "packages in a circle; move what both need into one of them. "
                                    + cycle)))
        .toList();
  }

  private static Stream<Dependency> dependencies(Compiled compiled) {
    return compiled.type().getDirectDependenciesFromSelf().stream();
  }

  private static JavaClass target(Dependency dependency) {
    return dependency.getTargetClass().getBaseComponentType();
  }

  private static Violation violation(Compiled from, Dependency dependency, String why) {
    return from.violation(
        dependency.getSourceCodeLocation().getLineNumber(),
        "uses " + target(dependency).getFullName() + why);
  }
}
