package dev.tactus.stress;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.TreeSet;
import org.openjdk.jcstress.infra.Status;
import org.openjdk.jcstress.infra.collectors.TestResult;

/// What all forks of one test together have shown.
///
/// @param test the name of the test
/// @param forks how many forks left a result
/// @param samples how often the actors met
/// @param outcomes which outcomes were seen, sorted
/// @param failures what a fork complained of
record TestRuns(
    String test, int forks, long samples, List<String> outcomes, List<String> failures) {
  /// Sums up the results of one test.
  static TestRuns of(String test, Collection<TestResult> results) {
    long samples = 0;
    TreeSet<String> outcomes = new TreeSet<>();
    List<String> failures = new ArrayList<>();
    for (TestResult result : results) {
      samples += result.getTotalCount();
      outcomes.addAll(result.getStateKeys());
      if (result.status() != Status.NORMAL) {
        failures.add("a fork ended with " + result.status() + " " + result.getMessages());
      } else if (result.getTotalCount() > 0 && !result.grading().isPassed) {
        failures.addAll(result.grading().failureMessages);
      }
    }
    return new TestRuns(test, results.size(), samples, List.copyOf(outcomes), failures);
  }

  /// What is wrong, in words; empty for a test that ran and passed.
  List<String> problems() {
    List<String> problems = new ArrayList<>();
    if (samples == 0) {
      problems.add(
          test
              + " never ran. It has "
              + forks
              + " results with 0 samples; a test needs a core for each actor, so give it two actors"
              + " and an arbiter.");
    }
    failures.stream().distinct().forEach(failure -> problems.add(test + ": " + failure));
    return problems;
  }

  @Override
  public String toString() {
    return "%-70s %4d forks %,14d samples   %s"
        .formatted(test, forks, samples, String.join(" | ", outcomes));
  }
}
