package dev.tactus.tidy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/// What every module brings along: a descriptor, a map for each package, a place before `tidy`.
final class ModuleLayout {
  static final int MAP_LINES_MIN = 4;

  private static final Set<String> WITH_DESCRIPTOR =
      Set.of("requirement", "time", "time-linux", "workers", "core", "testkit", "console", "pekko");
  private static final String LAST = "tidy";

  private ModuleLayout() {}

  /// Each package that ships has a `package-info.java` with `@NullMarked` and a few lines of map.
  static List<Violation> packageMaps(Repository repository) {
    Set<String> packages = new TreeSet<>();
    Set<String> mains = new TreeSet<>();
    repository
        .modules()
        .forEach(module -> mains.add(repository.relative(module.mainSources()) + "/"));
    for (TextFile source : repository.javaSources()) {
      String dir = source.path().substring(0, source.path().lastIndexOf('/') + 1);
      if (mains.stream().anyMatch(dir::startsWith) && !mains.contains(dir)) {
        packages.add(dir);
      }
    }
    return packages.stream().flatMap(dir -> packageMap(repository, dir).stream()).toList();
  }

  private static List<Violation> packageMap(Repository repository, String dir) {
    String path = dir + "package-info.java";
    Path file = repository.root().resolve(path);
    if (!Files.exists(file)) {
      return List.of(
          new Violation(path, 0, "is missing; write what enters, what leaves, where to start"));
    }
    List<String> lines = Repository.read(file).lines().toList();
    List<Violation> violations = new ArrayList<>();
    if (!lines.contains("@NullMarked")) {
      violations.add(new Violation(path, 0, "lacks @NullMarked; mark the package"));
    }
    long documented = lines.stream().filter(line -> line.startsWith("///")).count();
    if (documented < MAP_LINES_MIN) {
      violations.add(
          new Violation(
              path,
              0,
              "has %d lines of ///, at least %d are asked for; write what enters, what leaves,"
                      .formatted(documented, MAP_LINES_MIN)
                  + " which thread, where to start"));
    }
    return violations;
  }

  /// Each module that people put on their path is a Java module.
  static List<Violation> descriptors(Repository repository) {
    return repository.modules().stream()
        .filter(module -> WITH_DESCRIPTOR.contains(module.name()))
        .map(module -> module.mainSources().resolve("module-info.java"))
        .filter(descriptor -> !Files.exists(descriptor))
        .map(
            descriptor ->
                new Violation(
                    repository.relative(descriptor),
                    0,
                    "is missing; say what the module requires and exports"))
        .toList();
  }

  /// This module is built last: the parent lists it at the end, and it depends on all the others.
  static List<Violation> order(Repository repository) {
    List<Violation> violations = new ArrayList<>();
    if (!repository.modules().getLast().name().equals(LAST)) {
      violations.add(
          new Violation("pom.xml", 0, LAST + " is not the last module; move it to the end"));
    }
    String pom = Repository.read(repository.root().resolve(LAST).resolve("pom.xml"));
    for (ReactorModule module : repository.modules()) {
      String artifact = "tactus-" + module.name();
      if (!module.name().equals(LAST)
          && !pom.contains("<artifactId>" + artifact + "</artifactId>")) {
        violations.add(
            new Violation(
                LAST + "/pom.xml",
                0,
                "does not depend on %s; add it as the other modules are".formatted(artifact)));
      }
    }
    return violations;
  }
}
