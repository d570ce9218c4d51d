package dev.tactus.tidy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tactus.tidy.Evidence.Claim;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Requirements and tests fit together, and the page that shows it is up to date.
final class TraceabilityTest {
  private static final String REQUIREMENTS =
      """
      # Requirements

      ## S. The scheduler

      ### S1 One-shot timers

      | id | status | requirement |
      |:--|:--|:--|
      | S1.1 | done | Runs once. |
      | S1.2 | planned | Runs in order. |

      ## W. Workers

      | id | status | requirement |
      |:--|:--|:--|
      | W1 | planned | Never runs the actor. |
      """;

  @TempDir private Path sample;

  @Test
  void page_ofThisRepository_isSoundAndUpToDate() {
    Repository repository = Repository.locate();
    assertThat(CompiledClasses.modulesWithoutCompiledTests(repository))
        .as("modules whose tests are not compiled; run: mvn -B -q test-compile")
        .isEmpty();
    var traceability =
        new Traceability(
            Requirements.parse(Repository.read(repository.root().resolve(Requirements.PAGE))),
            Evidence.collect(CompiledClasses.of(repository, "time", "core")));

    List<Violation> problems = new ArrayList<>(traceability.problems());
    problems.addAll(traceability.refresh(repository.root()));
    Violation.expectNone(problems);
  }

  @Test
  void problems_everyDoneIdProved_none() {
    assertThat(given(claim("S1.1", "ATest#a"), claim("W1", "ATest")).problems()).isEmpty();
  }

  @Test
  void problems_doneIdWithoutTest_reportsTheLine() {
    assertThat(given(claim("S1.2", "ATest#a")).problems())
        .singleElement()
        .hasToString(
            "docs/requirements.md:9: S1.1 is done and no test proves it; write one or plan it");
  }

  @Test
  void problems_testNamesUnknownId_reportsTheTest() {
    assertThat(given(claim("S1.1", "ATest#a"), claim("S1.3", "ATest#b")).problems())
        .singleElement()
        .hasToString(
            "core/src/test/java/ATest.java: ATest#b names the requirement S1.3,"
                + " which docs/requirements.md does not have");
  }

  @Test
  void problems_ofRequirementsAndEvidence_passedOn() {
    var traceability =
        new Traceability(
            new Requirements(List.of(), List.of(new Violation("a", 1, "page"))),
            new Evidence(List.of(), List.of(new Violation("b", 2, "tests"))));

    assertThat(traceability.problems())
        .extracting(Violation::toString)
        .containsExactly("a:1: page", "b:2: tests");
  }

  @Test
  void render_claimsInAnyOrder_listsThemSortedOnceBySection() {
    String page =
        given(claim("S1.1", "BTest"), claim("S1.1", "ATest#a"), claim("S1.1", "BTest")).render();

    assertThat(page)
        .contains("3 requirements: 1 done, 2 planned; 1 have at least one test.")
        .endsWith(
            """
            ## S. The scheduler

            ### S1 One-shot timers

            | id | status | requirement | tests |
            |:--|:--|:--|:--|
            | S1.1 | done | Runs once. | [`ATest#a`](../core/src/test/java/ATest.java)<br>\
            [`BTest`](../core/src/test/java/BTest.java) |
            | S1.2 | planned | Runs in order. | – |

            ## W. Workers

            | id | status | requirement | tests |
            |:--|:--|:--|:--|
            | W1 | planned | Never runs the actor. | – |
            """);
  }

  @Test
  void refresh_missingOrStalePage_writesItAndReports() {
    SampleRepository.in(sample).with("docs/requirements.md", REQUIREMENTS).write();
    Path page = sample.resolve("docs/traceability.md");

    assertThat(given().refresh(sample))
        .singleElement()
        .hasToString("docs/traceability.md: was stale and has been generated anew; commit it");
    assertThat(given().refresh(sample)).isEmpty();
    assertThat(page).hasContent(given().render());

    assertThat(given(claim("W1", "ATest")).refresh(sample)).hasSize(1);
    assertThat(page).content().contains("ATest");
  }

  private static Traceability given(Claim... claims) {
    return new Traceability(
        Requirements.parse(REQUIREMENTS), new Evidence(List.of(claims), List.of()));
  }

  private static Claim claim(String id, String test) {
    int hash = test.indexOf('#');
    String type = hash < 0 ? test : test.substring(0, hash);
    return new Claim(id, test, "core/src/test/java/" + type + ".java");
  }
}
