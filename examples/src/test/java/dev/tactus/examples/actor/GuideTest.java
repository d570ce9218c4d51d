package dev.tactus.examples.actor;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// Every snippet of the guide stands in an example, line by line, so that it compiles.
final class GuideTest {
  private static final Pattern SNIPPET = Pattern.compile("```java\n(.*?)```", Pattern.DOTALL);
  private static final int SNIPPETS_MIN = 10;

  /// The text without the spaces at the beginning of its lines.
  private static String flat(String text) {
    return text.strip().lines().map(String::strip).reduce("", (a, b) -> a + "\n" + b);
  }

  private static long count(String text, char wanted) {
    return text.chars().filter(letter -> letter == wanted).count();
  }

  private static List<String> examples() throws IOException {
    List<String> texts = new ArrayList<>();
    try (Stream<Path> files = Files.walk(Path.of("src/main/java"))) {
      for (Path file : files.filter(path -> path.toString().endsWith(".java")).toList()) {
        texts.add(flat(Files.readString(file)));
      }
    }
    return texts;
  }

  @Test
  void snippets_ofTheGuide_standInTheExamples() throws IOException {
    List<String> examples = examples();
    Matcher snippets = SNIPPET.matcher(Files.readString(Path.of("../docs/actors.md")));
    int found = 0;
    while (snippets.find()) {
      String snippet = flat(snippets.group(1));
      assertThat(examples)
          .as("a snippet of docs/actors.md that no example has:%s", snippet)
          .anyMatch(example -> example.contains(snippet.strip()));
      assertThat(count(snippet, '('))
          .as("opened as closed:%s", snippet)
          .isEqualTo(count(snippet, ')'));
      found++;
    }
    assertThat(found).isGreaterThan(SNIPPETS_MIN);
  }
}
