package dev.tactus.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine.Model.CommandSpec;

/// Every command line that a page shows has commands and options that exist.
final class DocumentedCommandsTest {
  private static final Path ROOT = Path.of("..");
  private static final Pattern LINE = Pattern.compile("\\./tactus((?: +[^\\s`|<>()#]+)+)");
  private static final Pattern WORD = Pattern.compile("[a-z]+");
  private static final Pattern OPTION = Pattern.compile("\\[?(--[a-z-]+)]?");
  private static final int LINES_MIN = 60;

  private static List<Path> pages() throws IOException {
    try (Stream<Path> own = Files.list(ROOT);
        Stream<Path> docs = Files.walk(ROOT.resolve("docs"))) {
      return Stream.concat(own, docs).filter(path -> path.toString().endsWith(".md")).toList();
    }
  }

  private static List<String> lines(Path page) {
    try {
      return LINE.matcher(Files.readString(page))
          .results()
          .map(line -> line.group(1).strip())
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// What a line asks for that does not exist.
  private static List<String> unknown(String line) {
    List<String> unknown = new ArrayList<>();
    CommandSpec command = Main.commandLine().getCommandSpec();
    boolean isCommand = true;
    for (String word : line.split(" +", -1)) {
      var option = OPTION.matcher(word);
      isCommand = isCommand && WORD.matcher(word).matches() && !command.subcommands().isEmpty();
      if (isCommand) {
        var next = command.subcommands().get(word);
        if (next == null) {
          unknown.add(word);
          break;
        }
        command = next.getCommandSpec();
      } else if (option.matches() && command.findOption(option.group(1)) == null) {
        unknown.add(word);
      }
    }
    return unknown;
  }

  @Test
  void lines_ofAllPages_haveCommandsAndOptionsThatExist() throws IOException {
    int count = 0;
    for (Path page : pages()) {
      for (String line : lines(page)) {
        assertThat(unknown(line)).as("./tactus %s in %s", line, page).isEmpty();
        count++;
      }
    }
    assertThat(count).isGreaterThan(LINES_MIN);
  }

  @ParameterizedTest
  @ValueSource(strings = {"dance", "demo --deviced 3", "sim shov", "bench timer", "--versions"})
  void unknown_commandOrOption_isFound(String line) {
    assertThat(unknown(line)).hasSize(1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"demo --devices 3", "sim --seed 8F31", "sim show FILE", "replay FILE"})
  void unknown_soundLine_isEmpty(String line) {
    assertThat(unknown(line)).isEmpty();
  }
}
