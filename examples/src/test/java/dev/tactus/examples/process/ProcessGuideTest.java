package dev.tactus.examples.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// The code in the guide is code that compiles: each piece of it stands in the examples.
final class ProcessGuideTest {
  private static final Path GUIDE = Path.of("..", "docs", "processes.md");

  @Test
  void snippets_ofTheGuide_standInTheExamples() throws IOException {
    List<String> sources = sources();
    List<String> snippets = snippets();

    assertThat(snippets).hasSizeGreaterThan(4);
    for (String snippet : snippets) {
      assertThat(sources).as(snippet).anyMatch(source -> source.contains(snippet));
      assertThat(snippet.startsWith("return ") && !snippet.endsWith(";"))
          .as("a statement without its end: %s", snippet)
          .isFalse();
    }
  }

  private static List<String> snippets() throws IOException {
    List<String> snippets = new ArrayList<>();
    List<String> lines = null;
    for (String line : Files.readAllLines(GUIDE)) {
      if (line.equals("```java")) {
        lines = new ArrayList<>();
      } else if (line.equals("```") && lines != null) {
        snippets.add(stripped(lines.stream()));
        lines = null;
      } else if (lines != null) {
        lines.add(line);
      }
    }
    return snippets;
  }

  private static List<String> sources() throws IOException {
    try (Stream<Path> files = Files.walk(Path.of("src"))) {
      return files
          .filter(file -> file.toString().endsWith(".java"))
          .map(ProcessGuideTest::read)
          .toList();
    }
  }

  private static String read(Path file) {
    try (Stream<String> lines = Files.lines(file)) {
      return stripped(lines);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// The lines without their indentation, which differs between a page and a class.
  private static String stripped(Stream<String> lines) {
    return lines.map(String::strip).collect(Collectors.joining("\n"));
  }
}
