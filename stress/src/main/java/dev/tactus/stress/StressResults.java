package dev.tactus.stress;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.infra.collectors.DiskReadCollector;
import org.openjdk.jcstress.infra.collectors.InProcessCollector;
import org.openjdk.jcstress.infra.collectors.TestResult;

/// Compares the tests that a run left results of with the tests that are declared.
///
/// Declared is what carries `@JCStressTest` among the compiled classes, not what jcstress has in
/// its list: that list is generated, and may lack a test as well.
public final class StressResults {
  private static final Pattern RESULT_FILE = Pattern.compile("jcstress-results-.*\\.bin\\.gz");
  private static final String CLASS = ".class";

  private StressResults() {}

  /// Fails with exit code 1 when a test did not run, or did not pass.
  ///
  /// @param args the directory with the results, the directory with the compiled tests, and a
  ///   regular expression for the names of the tests that should have run
  public static void main(String[] args) throws IOException, ClassNotFoundException {
    if (args.length != 3) {
      throw new IllegalArgumentException(
          "Given were "
              + args.length
              + " arguments; give the directory with the results, the directory with the compiled"
              + " tests, and a regular expression for the names of the tests.");
    }
    Collection<String> declared = declared(Path.of(args[1]), Pattern.compile(args[2]));
    Collection<TestRuns> runs = runs(declared, read(Path.of(args[0])));
    runs.forEach(System.out::println);
    List<String> problems = problems(runs);
    System.out.printf(
        "%d stress tests, %,d samples, %d problems%n",
        runs.size(), runs.stream().mapToLong(TestRuns::samples).sum(), problems.size());
    if (!problems.isEmpty()) {
      problems.forEach(System.err::println);
      System.exit(1);
    }
  }

  /// The names of the compiled tests that the pattern finds, as jcstress writes them.
  static Collection<String> declared(Path classes, Pattern wanted)
      throws IOException, ClassNotFoundException {
    List<String> binaryNames;
    try (Stream<Path> files = Files.walk(classes)) {
      binaryNames =
          files
              .map(file -> classes.relativize(file).toString())
              .filter(file -> file.endsWith(CLASS) && !file.endsWith("-info" + CLASS))
              .map(file -> file.substring(0, file.length() - CLASS.length()))
              .map(file -> file.replace('/', '.').replace('\\', '.'))
              .toList();
    }
    Collection<String> declared = new TreeSet<>();
    for (String name : binaryNames) {
      Class<?> type = Class.forName(name, false, StressResults.class.getClassLoader());
      if (type.isAnnotationPresent(JCStressTest.class)
          && wanted.matcher(type.getCanonicalName()).find()) {
        declared.add(type.getCanonicalName());
      }
    }
    return declared;
  }

  /// All results in a directory.
  static Collection<TestResult> read(Path directory) throws IOException, ClassNotFoundException {
    List<Path> files = List.of();
    if (Files.isDirectory(directory)) {
      try (Stream<Path> all = Files.list(directory)) {
        files = all.filter(StressResults::isResultFile).toList();
      }
    }
    InProcessCollector collector = new InProcessCollector();
    for (Path file : files) {
      DiskReadCollector reader = new DiskReadCollector(file.toString(), collector);
      reader.dump();
      reader.close();
    }
    return collector.getTestResults();
  }

  private static boolean isResultFile(Path file) {
    return RESULT_FILE.matcher(file.getFileName().toString()).matches();
  }

  /// What each declared test has shown; for one without results, nothing.
  static Collection<TestRuns> runs(Collection<String> declared, Collection<TestResult> results) {
    Map<String, List<TestResult>> byTest =
        results.stream().collect(Collectors.groupingBy(TestResult::getName));
    Map<String, TestRuns> runs = new TreeMap<>();
    for (String test : declared) {
      runs.put(test, TestRuns.of(test, byTest.getOrDefault(test, List.of())));
    }
    return runs.values();
  }

  /// What is wrong with a run, in words.
  static List<String> problems(Collection<TestRuns> runs) {
    if (runs.isEmpty()) {
      return List.of("No test was asked for. Name at least one, or leave the pattern away.");
    }
    List<String> problems = new ArrayList<>();
    runs.forEach(run -> problems.addAll(run.problems()));
    return problems;
  }
}
