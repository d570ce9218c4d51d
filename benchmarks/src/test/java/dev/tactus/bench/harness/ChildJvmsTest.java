package dev.tactus.bench.harness;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.DoubleSupplier;
import org.junit.jupiter.api.Test;

/// Starts real JVMs.
final class ChildJvmsTest {
  private static final int HEAP_MEGABYTES = 32;
  private static final Duration LONG = Duration.ofMinutes(1);

  private final Queue<ResultLine> heard = new ConcurrentLinkedQueue<>();
  private final ChildJvms children =
      new ChildJvms(ScriptedChild.class, (_, line) -> heard.add(line));

  private Child start(String behaviour, int round) {
    Turn turn = new Turn("suite", behaviour, "tactus", Mode.QUICK, round, List.of("work"));
    return children.start(turn, HEAP_MEGABYTES);
  }

  /// Waits until the child is ready for that.
  private static List<ResultLine> awaitReady(Child child, int number) {
    Child.Pause pause = child.await(LONG);
    assertThat(pause.failure()).isEmpty();
    assertThat(pause.ready()).contains(new ResultLine.Ready("x", number));
    return pause.lines();
  }

  /// Tells the child to do that step, and waits until it is ready for the next.
  private static List<ResultLine> step(Child child, int number) {
    child.tell(Command.GO);
    return awaitReady(child, number + 1);
  }

  /// Goes on to the step in which the child behaves as it should, and awaits what comes of it.
  private Child.Pause behaves(String behaviour, Duration timeout) {
    Child child = start(behaviour, 1);
    try {
      awaitReady(child, 0);
      step(child, 0);
      step(child, 1);
      child.tell(Command.GO);
      return child.await(timeout);
    } finally {
      child.end();
    }
  }

  @Test
  void await_childThatGoesThroughItsStation_givesTheLinesOfEachStep() {
    Child child = start("works", 1);
    List<ResultLine> sample = List.of(new ResultLine.Sample("m", 1));

    assertThat(awaitReady(child, 0)).isEmpty();
    assertThat(step(child, 0)).isEmpty();
    assertThat(step(child, 1)).isEqualTo(sample);
    assertThat(step(child, 2)).isEqualTo(sample);
    child.tell(Command.ENOUGH);
    Child.Pause end = child.await(LONG);

    assertThat(end)
        .isEqualTo(
            new Child.Pause(List.of(new ResultLine.End()), Optional.empty(), Optional.empty()));
    assertThat(heard).contains(new ResultLine.Ready("x", 2), new ResultLine.End());
  }

  @Test
  void start_severalChildren_eachWaitsForItsOwnCommands() {
    Child first = start("works", 1);
    Child second = start("works", 2);
    awaitReady(first, 0);
    awaitReady(second, 0);

    step(second, 0);
    assertThat(step(second, 1)).containsExactly(new ResultLine.Sample("m", 2));
    step(first, 0);
    assertThat(step(first, 1)).containsExactly(new ResultLine.Sample("m", 1));
    first.end();
    second.end();
  }

  @Test
  void watchOthers_whileAChildWorks_isAShareOfTheMachine() {
    Child child = start("works", 1);
    DoubleSupplier others = children.watchOthers();

    awaitReady(child, 0);

    assertThat(others.getAsDouble()).isBetween(0.0, 1.0);
    child.end();
  }

  @Test
  void availableMegabytes_onThisMachine_isEnoughForThisTest() {
    assertThat(children.availableMegabytes()).isPositive();
  }

  @Test
  void await_childThatReportsAFailure_givesItsReasonAndWhatItMeasured() {
    Child.Pause pause = behaves("confesses", LONG);

    assertThat(pause.failure()).contains("2 lost");
    assertThat(pause.lines()).contains(new ResultLine.Sample("m", 1));
  }

  @Test
  void await_childThatCrashes_givesExitCodeAndLastOutput() {
    assertThat(behaves("crashes", LONG).failure()).contains("exit 7 some warning of a library");
  }

  @Test
  void await_childThatRunsOutOfMemory_saysSo() {
    assertThat(behaves("leaks", LONG).failure()).contains("OOM");
  }

  @Test
  void await_childThatHangs_isKilled() {
    assertThat(behaves("hangs", Duration.ofSeconds(2)).failure())
        .contains("no end of a step after 2 s");
  }

  @Test
  void tell_childThatHasEnded_isNoticedWhenItIsAwaited() {
    Child child = start("works", 1);
    awaitReady(child, 0);
    child.end();

    child.tell(Command.GO);

    assertThat(child.await(LONG).failure().orElseThrow()).startsWith("exit ");
  }
}
