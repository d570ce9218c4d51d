package dev.tactus.console;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The other tests run on a class path, where everything is open to everybody. As modules, the
/// console must find its page, and Jackson must be able to read the records that it writes.
final class ModulePathTest {
  private static final String PROGRAM =
      """
      import dev.tactus.actor.ActorSystem;
      import dev.tactus.console.Console;
      import dev.tactus.console.ConsoleSettings;
      import dev.tactus.observe.Observatory;

      class Program {
        public static void main(String[] args) throws Exception {
          try (var system = ActorSystem.start("shop");
              var observatory = Observatory.of(system);
              var console = Console.start(observatory, ConsoleSettings.DEFAULT.withPort(0))) {
            System.out.println(Console.class.getModule());
            for (String place : args) {
              try (var in = console.address().resolve(place).toURL().openStream()) {
                System.out.println(new String(in.readAllBytes(), "UTF-8").length() > 2);
              }
            }
          }
        }
      }
      """;

  @TempDir private Path folder;

  @Test
  void start_asAModule_answers() throws IOException, InterruptedException {
    Path source = Files.writeString(folder.resolve("Program.java"), PROGRAM);
    Path java = Path.of(System.getProperty("java.home"), "bin", "java");
    Process process =
        new ProcessBuilder(
                java.toString(),
                "--module-path",
                modulePath(),
                "--add-modules",
                "dev.tactus.console",
                source.toString(),
                "/",
                "/api/console",
                "/api/snapshot",
                "/api/actors")
            .redirectErrorStream(true)
            .start();

    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

    assertThat(process.waitFor()).as(output).isZero();
    assertThat(output.lines().filter(line -> !line.startsWith("SLF4J")))
        .containsExactly("module dev.tactus.console", "true", "true", "true", "true");
  }

  /// What these tests run on, without what only the tests need.
  private static String modulePath() {
    List<String> wanted = List.of("tactus", "jackson", "slf4j-api", "/classes");
    return Stream.of(System.getProperty("java.class.path").split(File.pathSeparator, -1))
        .filter(entry -> wanted.stream().anyMatch(entry::contains))
        .filter(entry -> !entry.endsWith("test-classes") && !entry.contains("requirement"))
        .collect(Collectors.joining(File.pathSeparator));
  }
}
