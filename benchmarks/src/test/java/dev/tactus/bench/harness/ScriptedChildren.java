package dev.tactus.bench.harness;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.DoubleSupplier;

/// Starts no process: children that do as they are told, ten seconds a step, and say of each sample
/// how many steps there were before it.
final class ScriptedChildren implements Children {
  static final String METRIC = "m";

  /// What was done: group and round, contender, station, number of the sample.
  final List<String> steps = new ArrayList<>();

  /// What others take of the machine: one for each step that is watched, then nothing.
  final Deque<Double> others = new ArrayDeque<>();

  /// The stations of a contender that does not have all.
  final Map<String, List<String>> stations = new HashMap<>();

  /// Steps, as in [#steps], that end a child, each with its reason.
  final Map<String, String> failures = new HashMap<>();

  final List<String> ended = new ArrayList<>();
  private final List<String> all;
  long availableMegabytes = Long.MAX_VALUE;
  long nanos;
  int most;
  private int alive;

  ScriptedChildren(String... stations) {
    all = List.of(stations);
  }

  @Override
  public Child start(Turn turn, int heapMegabytes) {
    alive++;
    most = Math.max(most, alive);
    return new Scripted(turn);
  }

  @Override
  public DoubleSupplier watchOthers() {
    double share = others.isEmpty() ? 0 : others.remove();
    return () -> share;
  }

  @Override
  public double coresNanos() {
    return 100;
  }

  @Override
  public long availableMegabytes() {
    return availableMegabytes;
  }

  private final class Scripted implements Child {
    private final Turn turn;
    private final Deque<String> left;
    private final List<ResultLine> lines = new ArrayList<>();
    private Optional<String> failure = Optional.empty();
    private int number;

    Scripted(Turn turn) {
      this.turn = turn;
      left = new ArrayDeque<>(stations.getOrDefault(turn.contender(), all));
    }

    @Override
    public Turn turn() {
      return turn;
    }

    @Override
    public void tell(Command command) {
      if (command == Command.ENOUGH) {
        left.remove();
        number = 0;
        return;
      }
      nanos += Duration.ofSeconds(10).toNanos();
      String what = turn.contender() + " " + left.element() + " " + number;
      steps.add(turn.group() + turn.round() + " " + what);
      if (number > 0) {
        lines.add(new ResultLine.Sample(METRIC, steps.size()));
      }
      failure = Optional.ofNullable(failures.get(what));
      number++;
    }

    @Override
    public Pause await(Duration timeout) {
      List<ResultLine> reported = List.copyOf(lines);
      lines.clear();
      boolean isOver = failure.isPresent() || left.isEmpty();
      return new Pause(
          reported,
          isOver ? Optional.empty() : Optional.of(new ResultLine.Ready(left.element(), number)),
          failure);
    }

    @Override
    public void end() {
      alive--;
      ended.add(turn.contender());
    }
  }
}
