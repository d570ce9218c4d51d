package dev.tactus.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// The program as a process of its own: how it ends when it is told to, or when nobody reads.
@Timeout(120)
final class ProcessTest {
  private @Nullable Process process;

  private Process start(String... arguments) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), Main.class.getName()));
    command.addAll(List.of(arguments));
    Process started =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD).start();
    process = started;
    return started;
  }

  @AfterEach
  void end() {
    if (process != null) {
      process.destroyForcibly();
    }
  }

  @Test
  void demo_toldToEnd_showsItsSummaryAndReturns0() throws Exception {
    Process demo = start("demo", "--devices", "100");
    BufferedReader lines = demo.inputReader();
    assertThat(lines.readLine()).startsWith("100 devices").endsWith("until Ctrl-C");
    assertThat(lines.readLine()).startsWith("1.0 s | ");

    assertThat(demo.toHandle().destroy()).isTrue(); // unlike Process.destroy it leaves the reader

    assertThat(lines.lines().collect(Collectors.joining("\n")))
        .contains("balanced: the system and the demo counted the same", "close ");
    assertThat(demo.waitFor()).isZero();
  }

  @Test
  void demo_readerHasGone_ends() throws Exception {
    Process demo = start("demo", "--devices", "100");
    BufferedReader lines = demo.inputReader();
    assertThat(lines.readLine()).startsWith("100 devices");

    lines.close();

    assertThat(demo.waitFor(60, TimeUnit.SECONDS)).isTrue();
    assertThat(demo.exitValue()).isZero();
  }

  @Test
  void main_badFlag_returns2() throws Exception {
    Process main = start("--nonsense");

    assertThat(main.inputReader().lines()).isEmpty();
    assertThat(main.waitFor()).isEqualTo(2);
  }
}
