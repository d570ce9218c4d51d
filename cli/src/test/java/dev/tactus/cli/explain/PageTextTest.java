package dev.tactus.cli.explain;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/// Markdown becomes text.
final class PageTextTest {
  @Test
  void of_headings_losesTheirMarksOrSetsThemOff() {
    assertThat(PageText.of("# A\n\n## B `c`\n", false)).isEqualTo("A\n\nB c\n");
    assertThat(PageText.of("# A\n", true)).isEqualTo("\u001b[1mA\u001b[0m\n");
  }

  @Test
  void of_codeBlock_isIndentedAndOtherwiseUntouched() {
    assertThat(PageText.of("a\n\n```java\n# *x* `y` [l](m)\n\n  | z\n```\nb\n", false))
        .isEqualTo("a\n\n    # *x* `y` [l](m)\n\n      | z\nb\n");
  }

  @Test
  void of_inlineMarks_areLeftOutExceptInCode() {
    assertThat(PageText.of("An *emphasis*, `a*b*c` and `x -> [y](z)`.\n", false))
        .isEqualTo("An emphasis, a*b*c and x -> [y](z).\n");
  }

  @Test
  void of_links_nameTheirTargets() {
    assertThat(
            PageText.of(
                """
                [TAC-0101](TAC-0101.md), [Actors: Messages](../actors.md#messages),
                [Rooms](../../ARCHITECTURE.md), [site](https://example.org/a#b)
                """,
                false))
        .isEqualTo(
            """
            TAC-0101, Actors: Messages (docs/actors.md),
            Rooms (ARCHITECTURE.md), site (https://example.org/a#b)
            """);
  }

  @Test
  void of_table_isInColumns() {
    assertThat(
            PageText.of(
                """
                | errno | meaning |
                |:--|:--|
                | 12 `ENOMEM` | no memory |
                | 9 | closed |

                after
                """,
                false))
        .isEqualTo(
            """
                errno      meaning
                12 ENOMEM  no memory
                9          closed

            after
            """);
  }
}
