package dev.tactus.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// The script of `completion`, run by a real shell.
@Timeout(60)
final class CompletionTest {
  private record Outcome(int exit, List<String> lines) {}

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @TempDir private Path dir;
  private Path script;

  @BeforeEach
  void writeScript() throws IOException {
    assertThat(run("completion", "bash")).isZero();
    script = Files.writeString(dir.resolve("tactus.completion"), out.toString());
  }

  private int run(String... arguments) {
    return Main.run(new PrintWriter(out, true), new PrintWriter(err, true), arguments);
  }

  private Outcome bash(String... arguments) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of("bash"));
    command.addAll(List.of(arguments));
    return shell(command);
  }

  private static Outcome shell(List<String> command) throws IOException, InterruptedException {
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    List<String> lines = process.inputReader().lines().toList();
    return new Outcome(process.waitFor(), lines);
  }

  /// What the shell offers for the last of these words.
  private Outcome complete(String line) throws IOException, InterruptedException {
    String asked =
        """
        source "$1"
        compopt() { :; } # works only while somebody presses the tab key
        COMP_LINE=$2
        read -ra COMP_WORDS <<<"$COMP_LINE"
        [[ $COMP_LINE == *' ' ]] && COMP_WORDS+=('')
        COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
        COMP_POINT=${#COMP_LINE}
        COMPREPLY=()
        entry=$(complete -p tactus) || exit 3
        entry=${entry#*-F }
        "${entry%% *}"
        printf '%s\\n' "${COMPREPLY[@]}"
        """;
    return bash("--norc", "--noprofile", "-c", asked, "bash", script.toString(), line);
  }

  @Test
  void script_readByBash_isSound() throws Exception {
    assertThat(bash("-n", script.toString())).isEqualTo(new Outcome(0, List.of()));
  }

  @ParameterizedTest
  @CsvSource({
    "tactus exp, explain",
    "tactus comp, completion",
    "tactus rep, replay",
    "tactus sim sh, show",
    "tactus bench ti, timers",
    "tactus bench wa, watching",
    "tactus explain TAC-010, TAC-0101",
    "tactus explain --js, --json",
    "tactus demo --dev, --devices",
    "tactus demo --driver k, kernel",
    "tactus demo --dump j, json",
    "tactus top --sort tu, turn",
    "tactus dump --kind proc, processes",
    "tactus completion z, zsh",
  })
  void script_beginningOfAWord_isCompleted(String line, String word) throws Exception {
    Outcome offered = complete(line);

    assertThat(offered.exit()).isZero();
    assertThat(offered.lines())
        .extracting(String::strip)
        .contains(word)
        .allMatch(each -> each.startsWith(line.substring(line.lastIndexOf(' ') + 1)));
  }

  @Test
  void script_nothingThatBeginsSo_offersNothing() throws Exception {
    Outcome offered = complete("tactus xyz");

    assertThat(offered.exit()).isZero();
    assertThat(offered.lines()).allMatch(String::isBlank);
  }

  @Test
  void script_forZsh_isTheSameAndTurnsItsCompletionOnFirst() {
    StringWriter zsh = new StringWriter();

    assertThat(
            Main.run(new PrintWriter(zsh, true), new PrintWriter(err, true), "completion", "zsh"))
        .isZero();

    assertThat(zsh.toString())
        .isEqualTo(out.toString())
        .containsSubsequence(
            "elif [ -n \"$ZSH_VERSION\" ]; then",
            "setopt COMPLETE_ALIASES",
            "alias compopt=complete",
            "autoload -U +X compinit && compinit",
            "autoload -U +X bashcompinit && bashcompinit",
            "\nfi\n",
            "\ncomplete -F _complete_tactus",
            " tactus");
  }

  @Test
  void script_readByZsh_isSound() throws Exception {
    Optional<Path> zsh =
        Stream.of("/bin/zsh", "/usr/bin/zsh", "/usr/local/bin/zsh")
            .map(Path::of)
            .filter(Files::isExecutable)
            .findFirst();
    assumeThat(zsh).as("zsh is on this machine").isPresent();

    assertThat(
            shell(
                List.of(
                    zsh.orElseThrow().toString(),
                    "-f",
                    "-c",
                    "source $1",
                    "zsh",
                    script.toString())))
        .isEqualTo(new Outcome(0, List.of()));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "fish"})
  void completion_otherShell_returns2(String shell) {
    String[] line =
        shell.isEmpty() ? new String[] {"completion"} : new String[] {"completion", shell};

    assertThat(run(line)).isEqualTo(2);
    assertThat(err.toString()).contains("Usage: tactus completion", "bash|zsh");
  }
}
