package dev.tactus.testkit.simulation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectMethod;

import dev.tactus.requirement.Requirement;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.io.TempDir;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.testkit.engine.EngineExecutionResults;
import org.junit.platform.testkit.engine.EngineTestKit;
import org.junit.platform.testkit.engine.Event;

/// Runs simulated tests through JUnit itself.
@Requirement("D5")
final class SimulatedExtensionTest {
  private static final AtomicInteger RUNS = new AtomicInteger();
  private static final Map<Object, Long> SEEDS_OF_INSTANCES = new ConcurrentHashMap<>();

  @BeforeEach
  void forget() {
    RUNS.set(0);
    SEEDS_OF_INSTANCES.clear();
  }

  /// What is run; by this test only, since it is no top-level class and some of it fails.
  static final class Cases {
    @Simulated(seeds = 30)
    void passes(Simulation sim) {
      RUNS.incrementAndGet();
      SEEDS_OF_INSTANCES.put(this, sim.seed());
      sim.sometimes(sim.choose(2) == 1, "one");
    }

    @Simulated(seeds = 500, threads = 1)
    void failsNowAndThen(Simulation sim) {
      if (sim.choose(20) == 19) {
        throw new IllegalStateException("nineteen");
      }
    }

    @Simulated(seeds = 10, reaches = "never")
    void doesNotReach(Simulation sim) {
      sim.sometimes(true, "always");
    }

    @Simulated(seeds = 10)
    void differsFromItself(Simulation sim) {
      sim.sometimes(true, "run " + RUNS.incrementAndGet());
    }

    @Simulated(
        seeds = 40,
        faults = {Fault.FULL_MAILBOX, Fault.SLOW_ACTOR},
        reaches = {"full", "slow"})
    void hasFaults(Simulation sim) {
      sim.sometimes(sim.faults().contains(Fault.FULL_MAILBOX), "full");
      sim.sometimes(sim.faults().contains(Fault.SLOW_ACTOR), "slow");
      assertThat(sim.faults()).isSubsetOf(Fault.FULL_MAILBOX, Fault.SLOW_ACTOR);
    }
  }

  /// Cannot be made without arguments.
  static final class NeedsArgument {
    NeedsArgument(TestInfo info) {
      assertThat(info).isNotNull();
    }

    @Simulated
    void test(Simulation sim) {
      assertThat(sim).isNotNull();
    }
  }

  private static EngineExecutionResults run(Class<?> type, String method) {
    return EngineTestKit.engine("junit-jupiter")
        .selectors(selectMethod(type, method, Simulation.class))
        .execute();
  }

  private static Throwable failure(EngineExecutionResults results) {
    results.testEvents().assertStatistics(stats -> stats.started(1).failed(1));
    return results.testEvents().failed().stream()
        .map(event -> event.getRequiredPayload(TestExecutionResult.class))
        .flatMap(result -> result.getThrowable().stream())
        .findFirst()
        .orElseThrow();
  }

  @Test
  void simulated_passes_runsEachSeedTwiceOnNewInstancesAndReports() {
    EngineExecutionResults results = run(Cases.class, "passes");

    results.testEvents().assertStatistics(stats -> stats.started(1).succeeded(1));
    assertThat(RUNS).hasValue(60);
    assertThat(SEEDS_OF_INSTANCES).hasSize(60);
    assertThat(SEEDS_OF_INSTANCES.values().stream().distinct()).hasSize(30);
    assertThat(results.testEvents().reportingEntryPublished().stream().map(Event::toString))
        .anyMatch(text -> text.contains("seeds = '30'"))
        .anyMatch(text -> text.contains("one = '"));
    assertThat(
            results.testEvents().started().stream()
                .map(e -> e.getTestDescriptor().getDisplayName()))
        .containsExactly("30 seeds");
  }

  @Test
  @Requirement("D4")
  void simulated_fails_namesSeedAndCommandAndLeavesTraces() throws IOException {
    Throwable failure = failure(run(Cases.class, "failsNowAndThen"));

    Matcher form =
        Pattern.compile(
                "Seed ([0-9A-F]{16}) failed: java.lang.IllegalStateException: nineteen\\n"
                    + "  replay:   ./tactus replay"
                    + " \\S+SimulatedExtensionTest\\$Cases#failsNowAndThen --seed \\1\\n"
                    + "  trace:    (\\S+) \\(\\d+ events\\)\\n"
                    + "  shortest: (\\S+) \\(\\d+ events, 1 choices that are not plain\\)")
            .matcher(String.valueOf(failure.getMessage()));
    assertThat(form.matches()).as(failure.getMessage()).isTrue();
    assertThat(failure).hasCauseInstanceOf(IllegalStateException.class);
    long seed = Seeds.parse(form.group(1));
    assertThat(Trace.load(Path.of(form.group(2))).seed()).isEqualTo(seed);
    assertThat(Trace.load(Path.of(form.group(3))).seed()).isEqualTo(seed);
  }

  @Test
  @Requirement("D4")
  void simulated_seedAsProperty_runsThatOneOnly() {
    String seed = failureSeed();
    System.setProperty("tactus.seed", seed);
    try {
      EngineExecutionResults results = run(Cases.class, "failsNowAndThen");

      assertThat(failure(results)).hasMessageContaining("Seed " + seed + " failed");
      assertThat(
              results.testEvents().started().stream()
                  .map(event -> event.getTestDescriptor().getDisplayName()))
          .containsExactly("seed " + seed);
    } finally {
      System.clearProperty("tactus.seed");
    }
  }

  private static String failureSeed() {
    String message = String.valueOf(failure(run(Cases.class, "failsNowAndThen")).getMessage());
    return message.substring("Seed ".length(), "Seed ".length() + 16);
  }

  @Test
  void simulated_numberOfSeedsAsProperty_replacesThatOfTheTest() {
    System.setProperty("tactus.seeds", "7");
    try {
      run(Cases.class, "passes")
          .testEvents()
          .assertStatistics(stats -> stats.started(1).succeeded(1));
      assertThat(RUNS).hasValue(14);
    } finally {
      System.clearProperty("tactus.seeds");
    }
  }

  @Test
  void simulated_stateIsNotReached_saysWhichAndWhatWas() {
    assertThat(failure(run(Cases.class, "doesNotReach")))
        .hasMessageContaining("No seed of doesNotReach reached [never] in 10 seeds")
        .hasMessageContaining("{always=10}");
  }

  @Test
  @Requirement("D1")
  void simulated_testDependsOnTheOutside_fails() {
    assertThat(failure(run(Cases.class, "differsFromItself")))
        .hasMessageContaining("Two runs of the same seed were different");
  }

  @Test
  @Requirement("D4")
  void simulated_runCannotBeRepeatedFromItsChoices_namesNoShortestOne() {
    assertThat(failure(run(Cases.class, "differsFromItself")))
        .hasMessageContaining("  trace:    target")
        .hasMessageEndingWith(
            "  shortest: none, since it could not be repeated from its choices alone");
  }

  @Test
  @Requirement("D3")
  void simulated_faults_areThoseOfTheAnnotation() {
    run(Cases.class, "hasFaults")
        .testEvents()
        .assertStatistics(stats -> stats.started(1).succeeded(1));
  }

  @Test
  void simulated_noConstructorWithoutArguments_saysSo() {
    assertThat(failure(run(NeedsArgument.class, "test")))
        .hasMessageContaining("no constructor without arguments; each seed needs a new instance");
  }

  /// Simulated tests that cannot mean what they say.
  static final class Mistakes {
    @Simulated(seeds = 0)
    void noSeeds(Simulation sim) {
      RUNS.incrementAndGet();
    }

    @Simulated
    void noSimulation() {
      RUNS.incrementAndGet();
    }

    @Simulated
    void twoArguments(Simulation sim, TestInfo info) {
      RUNS.incrementAndGet();
    }
  }

  @Test
  void simulated_noSeeds_failsInsteadOfProvingNothing() {
    assertThat(failure(run(Mistakes.class, "noSeeds")))
        .hasMessageContaining("'0' seeds")
        .hasMessageContaining("1 or more");
  }

  @Test
  void simulated_numberOfSeedsAsPropertyIsNone_failsAndSaysWhatIsAllowed() {
    for (String wrong : List.of("0", "-5", "many", "")) {
      System.setProperty("tactus.seeds", wrong);
      try {
        assertThat(failure(run(Cases.class, "passes")))
            .hasMessageContaining("tactus.seeds")
            .hasMessageContaining("'" + wrong + "'")
            .hasMessageContaining("1 or more");
      } finally {
        System.clearProperty("tactus.seeds");
      }
    }
    assertThat(RUNS).hasValue(0);
  }

  @Test
  void simulated_otherArgumentsThanASimulation_saysSo() {
    EngineExecutionResults none =
        EngineTestKit.engine("junit-jupiter")
            .selectors(selectMethod(Mistakes.class, "noSimulation"))
            .execute();
    EngineExecutionResults two =
        EngineTestKit.engine("junit-jupiter")
            .selectors(
                selectMethod(Mistakes.class, "twoArguments", Simulation.class, TestInfo.class))
            .execute();

    for (EngineExecutionResults results : List.of(none, two)) {
      assertThat(failure(results)).hasMessageContaining("a Simulation as its only argument");
    }
    assertThat(RUNS).hasValue(0);
  }

  /// Files of the names in it cannot be written.
  static final class AClassWhoseNameAloneWouldFitIntoAFileNameButNotWithAllThatStandsBehindIt {
    /// The same.
    static final class AClassInThatClassWhoseNameIsNotShorterAtAllSoThatTheTwoTakeUpMuchOfTheRoom {
      @Simulated(seeds = 1)
      void failsInAMethodWhoseNameDoesNotFitIntoTheRoomThatTheClassesHaveLeft(Simulation sim) {
        throw new IllegalStateException("of seed " + sim.seed());
      }
    }
  }

  @Test
  @Requirement("D4")
  void simulated_traceCannotBeSaved_seedAndCauseAreNamedAllTheSame() {
    Class<?> type =
        AClassWhoseNameAloneWouldFitIntoAFileNameButNotWithAllThatStandsBehindIt.class
            .getDeclaredClasses()[0];
    String method = "failsInAMethodWhoseNameDoesNotFitIntoTheRoomThatTheClassesHaveLeft";

    assertThat(failure(run(type, method)))
        .hasMessageMatching("(?s)Seed [0-9A-F]{16} failed: java.lang.IllegalStateException: of.*")
        .hasMessageContaining("./tactus replay")
        .hasMessageContaining("not saved: ")
        .hasCauseInstanceOf(IllegalStateException.class);
  }

  /// Has a test that is run by those below it.
  abstract static class Above {
    @Simulated(seeds = 1)
    void failsAlways(Simulation sim) {
      throw new IllegalStateException("of seed " + sim.seed());
    }
  }

  /// Inherits it.
  static final class Below extends Above {}

  @Test
  @Requirement("D4")
  void simulated_inheritedTestFails_commandNamesTheClassThatRuns() {
    assertThat(failure(run(Below.class, "failsAlways")))
        .hasMessageContaining("./tactus replay " + Below.class.getName() + "#failsAlways --seed ")
        .hasMessageContaining(Below.class.getName() + ".failsAlways-");
  }

  @Test
  @Requirement("D4")
  void simulated_signIsAskedFor_theNameOfTheTestIsWritten(@TempDir Path dir) throws IOException {
    Path sign = dir.resolve("sign");
    System.setProperty("tactus.sign", sign.toString());
    try {
      run(Below.class, "failsAlways").testEvents().assertStatistics(stats -> stats.failed(1));
      assertThat(sign).hasContent(Below.class.getName() + "#failsAlways");

      run(Cases.class, "passes");
      assertThat(Files.readAllLines(sign)).hasSize(2).last().asString().endsWith("Cases#passes");
    } finally {
      System.clearProperty("tactus.sign");
    }
  }

  @Test
  void simulated_signCannotBeWritten_failsAndNamesTheFile(@TempDir Path dir) {
    System.setProperty("tactus.sign", dir.resolve("no/such/folder").toString());
    try {
      assertThat(failure(run(Cases.class, "passes")))
          .hasMessageContaining("tactus.sign")
          .hasMessageContaining("no/such/folder");
    } finally {
      System.clearProperty("tactus.sign");
    }
    assertThat(RUNS).hasValue(0);
  }
}
