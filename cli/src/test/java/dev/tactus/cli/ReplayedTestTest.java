package dev.tactus.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tactus.requirement.Requirement;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// `replay` of a test, as a process of its own, with a stand-in for Maven.
@Requirement("D4")
@Timeout(120)
final class ReplayedTestTest {
  /// Signs as a simulated test does whose name ends with `runs`, and finds no other one; fails
  /// while there is a file named `broken`.
  private static final String MAVEN =
      """
      #!/bin/sh
      [ -e broken ] && exit 1
      test=no
      for word; do
        case "$word" in
          -Dtest=*#runs) test=yes ;;
          -Dtactus.sign=*) sign="${word#-Dtactus.sign=}" ;;
        esac
      done
      echo "$sign" >place
      [ "$test" = no ] || echo "$word" >"$sign"
      """;

  @TempDir private Path dir;

  @BeforeEach
  void build() throws IOException {
    Files.writeString(dir.resolve("pom.xml"), "<project/>");
    Path source = dir.resolve("src/test/java/dev/shop/CartTest.java");
    Files.createDirectories(source.getParent());
    Files.writeString(source, "");
    Path maven = Files.writeString(Files.createDirectory(dir.resolve("bin")).resolve("mvn"), MAVEN);
    Files.setPosixFilePermissions(maven, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  /// Runs it.
  ///
  /// @return its exit code; what it printed is in the files `out` and `err`
  private int replay(String test) throws IOException, InterruptedException {
    ProcessBuilder builder =
        new ProcessBuilder(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                Main.class.getName(),
                "replay",
                test,
                "--seed",
                "8F31",
                "--in",
                dir.toString()));
    builder
        .environment()
        .merge("PATH", dir.resolve("bin") + File.pathSeparator, (path, bin) -> bin + path);
    return builder
        .redirectOutput(dir.resolve("out").toFile())
        .redirectError(dir.resolve("err").toFile())
        .start()
        .waitFor();
  }

  private String printed(String file) throws IOException {
    return Files.readString(dir.resolve(file));
  }

  @Test
  void replay_testRan_returns0AndLeavesNothing() throws Exception {
    int exit = replay("dev.shop.CartTest#runs");

    assertThat(exit).as(printed("err")).isZero();
    assertThat(printed("out")).contains("mvn -B test").doesNotContain("tactus.sign");
    assertThat(Path.of(printed("place").strip())).isAbsolute().doesNotExist();
  }

  @Test
  void replay_noSuchTest_returns1AndSaysWhatToDo() throws Exception {
    int exit = replay("dev.shop.CartTest#typo");

    assertThat(exit).isEqualTo(1);
    assertThat(printed("err"))
        .startsWith("tactus replay: Maven ran no simulated test for dev.shop.CartTest#typo")
        .contains("@Simulated");
    assertThat(Path.of(printed("place").strip())).doesNotExist();
  }

  @Test
  void replay_mavenFails_returns1AndLeavesTheReasonToMaven() throws Exception {
    Files.writeString(dir.resolve("broken"), "");

    assertThat(replay("dev.shop.CartTest#runs")).isEqualTo(1);
    assertThat(printed("err")).isEmpty();
  }
}
