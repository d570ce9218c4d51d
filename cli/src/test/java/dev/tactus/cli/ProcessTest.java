package dev.tactus.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
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
    return start(new ProcessBuilder().redirectError(ProcessBuilder.Redirect.DISCARD), arguments);
  }

  private Process start(ProcessBuilder builder, String... arguments) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), Main.class.getName()));
    command.addAll(List.of(arguments));
    Process started = builder.command(command).start();
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
    assertThat(lines.readLine()).startsWith("console http://127.0.0.1:");
    assertThat(lines.readLine()).startsWith("1.0 s | ");

    assertThat(demo.toHandle().destroy()).isTrue(); // unlike Process.destroy it leaves the reader

    assertThat(lines.lines().collect(Collectors.joining("\n")))
        .contains("balanced: the system and the demo counted the same", "close ");
    assertThat(demo.waitFor()).isZero();
  }

  @Test
  void demo_secondInstance_takesAnotherPortAndSaysSo() throws Exception {
    Process first = start("demo", "--devices", "10");
    BufferedReader lines = first.inputReader();
    assertThat(lines.readLine()).startsWith("10 devices");
    int port = port(lines.readLine());
    try {
      Process second = start("demo", "--devices", "10", "--seconds", "1");
      BufferedReader others = second.inputReader();
      assertThat(others.readLine()).startsWith("10 devices");
      String place = others.readLine();

      assertThat(place).endsWith(" is taken)");
      assertThat(port(place)).isGreaterThan(port);
      assertThat(others.lines()).anyMatch(line -> line.contains("balanced"));
      assertThat(second.waitFor()).isZero();
    } finally {
      first.destroyForcibly();
    }
  }

  private static int port(String place) {
    assertThat(place).startsWith("console http://127.0.0.1:");
    return URI.create(place.replaceFirst("console (\\S+).*", "$1")).getPort();
  }

  @Test
  void demo_portThatIsTaken_goesOnWithoutAConsole() throws Exception {
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      Process demo =
          start("demo", "--devices", "10", "--seconds", "1", "--port", "" + taken.getLocalPort());
      BufferedReader lines = demo.inputReader();
      assertThat(lines.readLine()).startsWith("10 devices");

      assertThat(lines.readLine()).startsWith("no console: ").contains("TAC-0710");
      assertThat(lines.lines()).anyMatch(line -> line.contains("balanced"));
      assertThat(demo.waitFor()).isZero();
    }
  }

  @Test
  void demo_withoutAConsole_opensNone() throws Exception {
    Process demo = start("demo", "--devices", "10", "--seconds", "1", "--no-console");

    assertThat(demo.inputReader().lines()).noneMatch(line -> line.contains("console"));
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
  void main_outputCannotBeWritten_saysSoAndReturns1() throws Exception {
    File full = new File("/dev/full");
    assumeThat(full).exists();
    Process main = start(new ProcessBuilder().redirectOutput(full), "explain");

    assertThat(main.errorReader().lines())
        .singleElement()
        .asString()
        .startsWith("tactus: Standard output cannot be written: No space left on device");
    assertThat(main.waitFor()).isEqualTo(1);
  }

  @Test
  void main_readerHasGone_isNoFailure() throws Exception {
    Process main = start(new ProcessBuilder(), "explain", "--json");
    main.inputReader().close();

    assertThat(main.errorReader().lines()).isEmpty();
    assertThat(main.waitFor()).isZero();
  }

  @Test
  void main_badFlag_returns2() throws Exception {
    Process main = start("--nonsense");

    assertThat(main.inputReader().lines()).isEmpty();
    assertThat(main.waitFor()).isEqualTo(2);
  }
}
