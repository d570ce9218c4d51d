package dev.tactus.testkit.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tactus.requirement.Requirement;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The traces of the same seeds are the same, byte for byte, in a JVM that differs in everything
/// that should not matter.
@Timeout(240)
final class SameTraceElsewhereTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "-XX:+UseSerialGC -Xmx64m -XX:ActiveProcessorCount=1 -XX:hashCode=2 -Duser.language=tr"
            + " -Duser.country=TR -Duser.timezone=Asia/Kathmandu -Dfile.encoding=UTF-8",
        "-XX:+UseParallelGC -Xmx400m -XX:ActiveProcessorCount=7 -Duser.language=ar"
            + " -Duser.country=EG -Duser.timezone=America/St_Johns -ea"
      })
  @Requirement({"D1", "D4"})
  void traces_otherCollectorHeapProcessorsLocaleAndZone_areTheSame(String options)
      throws Exception {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("-XX:+UnlockExperimentalVMOptions");
    command.addAll(List.of(options.split(" ")));
    command.addAll(
        List.of("-cp", System.getProperty("java.class.path"), TracesOfManySeeds.class.getName()));
    Process process =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD).start();
    try {
      List<String> lines = process.inputReader().lines().toList();

      assertThat(process.waitFor()).isZero();
      assertThat(lines).containsExactly(TracesOfManySeeds.digest());
    } finally {
      process.destroyForcibly();
    }
  }
}
