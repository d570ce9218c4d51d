package dev.tactus.scheduler.log;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tactus.requirement.Requirement;
import dev.tactus.scheduler.RuntimeToolbox;
import dev.tactus.scheduler.Scheduler;
import dev.tactus.scheduler.SchedulerSettings;
import dev.tactus.scheduler.WheelScheduler;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The code in `docs/testing.md`: every piece of it stands in a test, so it compiles and runs.
final class TestingGuideTest {
  private static final Pattern CODE = Pattern.compile("(?s)```java\n(.*?)```");

  @TempDir private Path dir;

  @Test
  @Requirement("S5.1")
  void virtualTime_asInTheGuide_firesWithinTheCall() {
    List<String> seen = new ArrayList<>();
    try (WheelScheduler scheduler =
        WheelScheduler.start(SchedulerSettings.defaults(), RuntimeToolbox.manual())) {
      scheduler.scheduleOnce(Duration.ofHours(3), () -> seen.add("tea"), Scheduler.DIRECT);

      scheduler.advance(Duration.ofHours(2));
      assertThat(seen).isEmpty();

      scheduler.advance(Duration.ofHours(1));
      assertThat(seen).containsExactly("tea");
    }
  }

  @Test
  @Requirement({"S5.1", "S5.2"})
  void saveAndReplay_asInTheGuide_same() {
    Path file = dir.resolve("timers.log");
    try (WheelScheduler scheduler =
            WheelScheduler.start(SchedulerSettings.defaults(), RuntimeToolbox.manual());
        DeterministicLog log = DeterministicLog.attach(scheduler, 10_000)) {
      scheduler.scheduleAtFixedRate(
          Duration.ofMillis(30), Duration.ofMillis(30), () -> {}, Scheduler.DIRECT);
      scheduler.advance(Duration.ofSeconds(1));

      log.snapshot().save(file);
    }

    ReplayResult result = LogReplay.replay(LogRecording.load(file));
    assertThat(result.isSame()).as(result.text()).isTrue();
  }

  @Test
  @Requirement("S5.2")
  void compare_asInTheGuide_namesTheEntry() {
    LogRecording yesterday = oneTimer(Duration.ofMillis(50));
    LogRecording today = oneTimer(Duration.ofMillis(60));

    Optional<LogDifference> difference = LogDiff.compare(yesterday, today);
    assertThat(difference.orElseThrow().explanation())
        .isEqualTo(
            "entry 1: timer 1 was scheduled for tick 6 as expected, but with"
                + " delay 60000000 ns instead of 50000000 ns, deadline tick 6 instead of 5");
  }

  private static LogRecording oneTimer(Duration delay) {
    try (WheelScheduler scheduler =
            WheelScheduler.start(SchedulerSettings.defaults(), RuntimeToolbox.manual());
        DeterministicLog log = DeterministicLog.attach(scheduler, 10)) {
      scheduler.scheduleOnce(delay, () -> {}, Scheduler.DIRECT);
      scheduler.advance(Duration.ofSeconds(1));
      return log.snapshot();
    }
  }

  @Test
  void guide_everyPieceOfCode_standsInATest() throws IOException {
    Path root = repository();
    StringBuilder tests = new StringBuilder();
    for (String module : List.of("core", "testkit")) {
      try (Stream<Path> files = Files.walk(root.resolve(module).resolve("src/test/java"))) {
        for (Path file : files.filter(path -> path.toString().endsWith(".java")).toList()) {
          tests.append(squeezed(Files.readString(file)));
        }
      }
    }
    List<String> pieces =
        CODE.matcher(Files.readString(root.resolve("docs/testing.md")))
            .results()
            .map(found -> found.group(1))
            .toList();

    assertThat(pieces).hasSizeGreaterThanOrEqualTo(3);
    for (String piece : pieces) {
      assertThat(tests.toString().contains(squeezed(piece)))
          .as("stands in a test, word for word:%n%s", piece)
          .isTrue();
    }
  }

  private static Path repository() {
    for (Path up = Path.of("").toAbsolutePath(); up != null; up = up.getParent()) {
      if (Files.exists(up.resolve("docs/testing.md"))) {
        return up;
      }
    }
    throw new IllegalStateException(
        "No directory above the working directory holds docs/testing.md; run inside a clone.");
  }

  private static String squeezed(String code) {
    return code.replaceAll("\\s+", "");
  }
}
