package dev.tactus.stress;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.openjdk.jcstress.infra.Status;
import org.openjdk.jcstress.infra.collectors.TestResult;
import org.openjdk.jcstress.infra.runners.TestList;

/// A run counts only if every declared test has samples, and all of them are allowed.
final class StressResultsTest {
  private static final Path CLASSES = Path.of("target", "classes");
  private static final Pattern ALL = Pattern.compile(".*");
  private static final String SOME_TEST = "dev.tactus.time.wheel.ReturnsStress.Push";

  @TempDir private Path directory;

  @Test
  void declared_compiledTests_areThoseThatJcstressKnows() throws Exception {
    assertThat(StressResults.declared(CLASSES, ALL))
        .isNotEmpty()
        .containsExactlyInAnyOrderElementsOf(TestList.tests());
  }

  @Test
  void declared_everyTest_runsOnTwoCores() {
    assertThat(TestList.tests())
        .isNotEmpty()
        .allSatisfy(test -> assertThat(TestList.getInfo(test).threads()).isEqualTo(2));
  }

  @Test
  void declared_pattern_selectsByName() throws Exception {
    assertThat(StressResults.declared(CLASSES, Pattern.compile("ReturnsStress.Push$")))
        .containsExactly(SOME_TEST);
  }

  @Test
  void problems_noTestSelected_isOne() throws Exception {
    var declared = StressResults.declared(CLASSES, Pattern.compile("no such test"));

    assertThat(StressResults.problems(StressResults.runs(declared, List.of())))
        .singleElement()
        .asString()
        .startsWith("No test was asked for.");
  }

  @Test
  void problems_noResultsAtAll_nameEveryTest() throws Exception {
    var declared = StressResults.declared(CLASSES, ALL);
    var results = StressResults.read(directory.resolve("missing"));

    assertThat(results).isEmpty();
    assertThat(StressResults.problems(StressResults.runs(declared, results)))
        .hasSameSizeAs(declared)
        .allSatisfy(problem -> assertThat(problem).contains(" never ran. "));
  }

  @Test
  void problems_oneTestWithoutResults_namesIt() {
    var ran = new TestRuns("a.Ran", 4, 1_000, List.of("1"), List.of());
    var silent = TestRuns.of("a.Silent", List.of());

    assertThat(StressResults.problems(List.of(ran, silent)))
        .singleElement()
        .asString()
        .startsWith("a.Silent never ran.");
  }

  @Test
  void problems_resultWithoutSamples_namesIt() {
    assertThat(TestRuns.of("a.Empty", List.of(new TestResult(Status.NORMAL))).problems())
        .contains(
            "a.Empty never ran. It has 1 results with 0 samples; a test needs a core for each"
                + " actor, so give it two actors and an arbiter.");
  }

  @Test
  void problems_forkDied_saysHow() {
    TestResult died = new TestResult(Status.VM_ERROR);
    died.addState("1", 10);

    assertThat(TestRuns.of("a.Dead", List.of(died)).problems())
        .containsExactly("a.Dead: a fork ended with VM_ERROR []");
  }

  @Test
  void problems_sameFailureInManyForks_isToldOnce() {
    var runs = new TestRuns("a.Wrong", 2, 20, List.of("1", "2"), List.of("seen: 2", "seen: 2"));

    assertThat(runs.problems()).containsExactly("a.Wrong: seen: 2");
  }

  @Test
  void read_brokenFile_fails() throws IOException {
    Files.writeString(directory.resolve("jcstress-results-broken.bin.gz"), "no archive");

    assertThatThrownBy(() -> StressResults.read(directory)).isInstanceOf(IOException.class);
  }

  @Test
  void main_wrongNumberOfArguments_saysWhatToGive() {
    assertThatThrownBy(() -> StressResults.main(new String[] {"results"}))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("Given were 1 arguments; give the directory with the results");
  }
}
