package dev.tactus.cli.sim;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tactus.cli.demo.DemoTime;
import dev.tactus.cli.demo.LiveDisplay;
import dev.tactus.requirement.Requirement;
import dev.tactus.testkit.simulation.Scenario;
import dev.tactus.testkit.simulation.SimulationSettings;
import dev.tactus.testkit.simulation.Trace;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class TortureRunTest {
  /// Each look at it takes 100 ms.
  private static final class SteadyTime implements DemoTime {
    private long nanos;

    @Override
    public long nanos() {
      nanos += 100_000_000;
      return nanos;
    }

    @Override
    public void pause(long forNanos) {
      nanos += forNanos;
    }
  }

  private final StringWriter out = new StringWriter();

  @TempDir private Path dir;

  private TortureRun run(Scenario scenario) {
    return run(scenario, dir);
  }

  private TortureRun run(Scenario scenario, Path folder) {
    return new TortureRun(
        scenario,
        SimulationSettings.DEFAULT,
        new SteadyTime(),
        new LiveDisplay(new PrintWriter(out, true), false),
        folder);
  }

  @Test
  @Requirement("D5")
  void run_noFailure_showsProgressAndWhatWasReached() {
    boolean isSound =
        run(sim -> sim.sometimes(sim.choose(2) == 0, "heads"))
            .run(0, 50, OptionalLong.empty(), 1, () -> false);

    assertThat(isSound).isTrue();
    assertThat(out.toString().lines())
        .anyMatch(
            line -> line.matches("\\d\\.\\d s \\| \\d+ seeds \\| \\d+ seeds/s, each run twice"))
        .anyMatch(line -> line.matches("50 seeds in 5\\.\\d s, 10 a second, .*: no failure"))
        .anyMatch(line -> line.matches("  reached by +\\d+  heads"));
  }

  @Test
  void run_timeIsOver_ends() {
    run(sim -> {}).run(0, Long.MAX_VALUE, OptionalLong.of(2_000_000_000L), 1, () -> false);

    assertThat(out.toString()).contains("19 seeds in");
  }

  @Test
  void run_toldToStop_ends() {
    run(sim -> {}).run(0, Long.MAX_VALUE, OptionalLong.empty(), 1, () -> true);

    assertThat(out.toString()).contains("0 seeds in");
  }

  @Test
  @Requirement("D4")
  void run_failure_namesSeedCommandAndTracesThatLoad() throws IOException {
    Scenario scenario =
        sim -> {
          if (sim.choose(10) == 9) {
            throw new IllegalStateException("nine");
          }
        };

    boolean isSound = run(scenario).run(0, 1_000, OptionalLong.empty(), 1, () -> false);

    assertThat(isSound).isFalse();
    Matcher seed = Pattern.compile("seed ([0-9A-F]{16}) failed: .*nine").matcher(out.toString());
    assertThat(seed.find()).as(out.toString()).isTrue();
    assertThat(out.toString())
        .contains("one FAILED", "./tactus sim --seed " + seed.group(1), "--html picture.html");
    assertThat(Trace.load(dir.resolve("torture-" + seed.group(1) + ".trace"))).isNotNull();
    assertThat(Trace.load(dir.resolve("torture-" + seed.group(1) + ".shortest.trace"))).isNotNull();
    assertThat(run(scenario).runOne(Long.parseUnsignedLong(seed.group(1), 16))).isFalse();
  }

  @Test
  @Requirement("D4")
  void run_failureIsNotRepeatedByItsChoices_namesNoShortestTrace() {
    AtomicLong outside = new AtomicLong();
    Scenario scenario = sim -> sim.sometimes(true, "run " + outside.incrementAndGet());

    boolean isSound = run(scenario).run(0, 1, OptionalLong.empty(), 1, () -> false);

    assertThat(isSound).isFalse();
    assertThat(out.toString())
        .contains("Two runs of the same seed were different")
        .contains("  shortest  none, since it could not be repeated from its choices alone")
        .doesNotContain("picture");
  }

  @Test
  @Requirement("D4")
  void run_tracesCannotBeSaved_namesSeedAndCommandAllTheSame() throws IOException {
    Path file = Files.writeString(dir.resolve("file"), "no folder");
    Scenario scenario =
        sim -> {
          throw new IllegalStateException("always");
        };

    boolean isSound =
        run(scenario, file.resolve("traces")).run(0, 1, OptionalLong.empty(), 1, () -> false);

    assertThat(isSound).isFalse();
    assertThat(out.toString())
        .containsPattern("seed [0-9A-F]{16} failed: .*always")
        .containsPattern("replay +./tactus sim --seed [0-9A-F]{16}")
        .containsPattern("trace +not saved: ")
        .containsPattern("shortest +not saved: ")
        .doesNotContain("picture");
  }
}
