package dev.tactus.bench.harness;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.Test;

/// Starts real JVMs.
final class ChildJvmsTest {
  private static final int HEAP_MEGABYTES = 32;
  private static final Duration LONG = Duration.ofMinutes(1);

  private final Queue<ResultLine> heard = new ConcurrentLinkedQueue<>();
  private final ChildJvms children =
      new ChildJvms(ScriptedChild.class, (_, line) -> heard.add(line));

  private static Turn turn(String behaviour, int round) {
    return new Turn("suite", behaviour, "tactus", Mode.QUICK, round, List.of("work"));
  }

  private TurnOutcome run(String behaviour, Duration timeout) {
    return children.run(List.of(turn(behaviour, 1)), HEAP_MEGABYTES, timeout).getFirst();
  }

  @Test
  void run_childThatEndsWell_givesItsLinesAndTellsThemAsTheyCome() {
    TurnOutcome outcome = run("works", LONG);

    assertThat(outcome.failure()).isEmpty();
    assertThat(outcome.lines())
        .containsExactly(new ResultLine.Sample("m", 1), new ResultLine.End())
        .containsExactlyElementsOf(heard);
    assertThat(outcome.others()).isBetween(0.0, 1.0);
  }

  @Test
  void run_severalTurns_givesOutcomesInTheirOrder() {
    List<TurnOutcome> outcomes =
        children.run(List.of(turn("works", 1), turn("works", 2)), HEAP_MEGABYTES, LONG);

    assertThat(outcomes)
        .extracting(outcome -> outcome.lines().getFirst())
        .containsExactly(new ResultLine.Sample("m", 1), new ResultLine.Sample("m", 2));
  }

  @Test
  void run_childThatReportsAFailure_givesItsReasonAndWhatItMeasured() {
    TurnOutcome outcome = run("confesses", LONG);

    assertThat(outcome.failure()).contains("2 lost");
    assertThat(outcome.lines()).contains(new ResultLine.Sample("m", 1));
  }

  @Test
  void run_childThatCrashes_givesExitCodeAndLastOutput() {
    assertThat(run("crashes", LONG).failure()).contains("exit 7 some warning of a library");
  }

  @Test
  void run_childThatRunsOutOfMemory_saysSo() {
    assertThat(run("leaks", LONG).failure()).contains("OOM");
  }

  @Test
  void run_childThatHangs_isKilled() {
    assertThat(run("hangs", Duration.ofSeconds(2)).failure()).contains("no end after 2 s");
  }
}
