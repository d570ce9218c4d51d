package dev.tactus.tidy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tactus.tidy.Requirements.Row;
import dev.tactus.tidy.Requirements.Section;
import dev.tactus.tidy.Requirements.Status;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The page of requirements is parsed, and nothing on it is overlooked.
final class RequirementsTest {
  private static final String HEAD =
      """
      ### S1 Timers

      | id | status | requirement |
      |:--|:--|:--|
      """;

  @Test
  void parse_soundPage_sectionsAndRows() {
    Requirements parsed =
        Requirements.parse(
            """
            # Requirements

            | word | meaning |
            |:--|:--|
            | tick | one step |

            ## S. The scheduler

            ### S1 Timers

            | id | status | requirement |
            |:--|:--|:--|
            | S1.1 | done | Runs `once`. |
            | S1.2 | planned | Runs in order. *Open: threads.* |

            ## W. Workers

            Prose.

            | id | status | requirement |
            |:--|:--|:--|
            | W1 | planned | Never runs the actor. |
            """);

    assertThat(parsed.problems()).isEmpty();
    assertThat(parsed.sections())
        .containsExactly(
            new Section("S", "## S. The scheduler", List.of()),
            new Section(
                "S1",
                "### S1 Timers",
                List.of(
                    new Row("S1.1", Status.DONE, "Runs `once`.", 13),
                    new Row("S1.2", Status.PLANNED, "Runs in order. *Open: threads.*", 14))),
            new Section(
                "W",
                "## W. Workers",
                List.of(new Row("W1", Status.PLANNED, "Never runs the actor.", 22))));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "| S1.1 | maybe | Runs once. |",
        "| S1.1 | Done | Runs once. |",
        "| S1.1 | done |",
        "| S1.1 | done |  |",
        "| S1.1 | done | Runs | once. |",
        "| S1.1 | done | Runs once.",
        "S1.1 | done | Runs once. |",
        "| S1.x | done | Runs once. |",
        "| | done | Runs once. |",
      })
  void parse_malformedRow_reported(String row) {
    assertThat(Requirements.parse(HEAD + row).problems())
        .first()
        .extracting(Violation::toString)
        .asString()
        .startsWith("docs/requirements.md:5: malformed; write '| S1.2 | done | text |'");
  }

  @Test
  void parse_idTwice_reported() {
    assertThat(problems("| S1.1 | done | One. |\n| S1.1 | planned | Two. |"))
        .containsExactly("docs/requirements.md:6: S1.1 is there twice; an id belongs to one line");
  }

  @ParameterizedTest
  @ValueSource(strings = {"S1.3", "S2.2", "W2", "S2"})
  void parse_idOutOfSequenceOrSection_reported(String id) {
    assertThat(problems("| S1.1 | done | One. |\n| " + id + " | done | Two. |"))
        .containsExactly(
            "docs/requirements.md:6: %s where S1.2 is next;".formatted(id)
                + " keep ids under their heading, in order");
  }

  @Test
  void parse_headingThatIsNoSection_reported() {
    assertThat(problems("| S1.1 | done | One. |\n\n## Workers"))
        .containsExactly(
            "docs/requirements.md:7: a heading that is no section;"
                + " write '## S. Name' or '### S1 Name'");
  }

  @Test
  void parse_noRow_reported() {
    assertThat(problems(""))
        .containsExactly(
            "docs/requirements.md:4: has no requirement; see its head for the form of a row");
  }

  private static List<String> problems(String rows) {
    return Requirements.parse(HEAD + rows).problems().stream().map(Violation::toString).toList();
  }
}
