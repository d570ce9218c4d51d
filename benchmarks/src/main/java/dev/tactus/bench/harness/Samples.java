package dev.tactus.bench.harness;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Everything that the turns reported, by contender and metric. Threads: one.
public final class Samples {
  private record Key(String contender, String metric) {}

  /// A turn that did not complete.
  private record FailedTurn(Turn turn, String reason) {}

  private final Map<Key, List<Double>> values = new HashMap<>();
  private final Map<Key, Map<Mark.Kind, Double>> marks = new HashMap<>();
  private final Map<Key, List<Double>> cores = new HashMap<>();
  private final Set<Key> disturbed = new HashSet<>();
  private final Map<Turn, Set<String>> reported = new HashMap<>();
  private final List<FailedTurn> failures = new ArrayList<>();

  /// Takes in a turn or a step of it, complete or not.
  ///
  /// @param isDisturbed whether other programs took too much of the machine meanwhile
  public void add(TurnOutcome outcome, boolean isDisturbed) {
    String contender = outcome.turn().contender();
    Set<String> metrics = reported.computeIfAbsent(outcome.turn(), _ -> new HashSet<>());
    for (ResultLine line : outcome.lines()) {
      switch (line) {
        case ResultLine.Sample(String metric, double value) -> {
          Key key = new Key(contender, metric);
          values.computeIfAbsent(key, k -> new ArrayList<>()).add(value);
          if (outcome.coresNanos() != CoreDistance.UNKNOWN) {
            cores.computeIfAbsent(key, k -> new ArrayList<>()).add(outcome.coresNanos());
          }
          metrics.add(metric);
          if (isDisturbed) {
            disturbed.add(key);
          }
        }
        case ResultLine.Marked(String metric, Mark mark) ->
            marks
                .computeIfAbsent(new Key(contender, metric), k -> new HashMap<>())
                .merge(mark.kind(), mark.amount(), Math::max);
        case ResultLine.Ready _, ResultLine.Failure _, ResultLine.End _ -> {}
      }
    }
    outcome.failure().ifPresent(reason -> failures.add(new FailedTurn(outcome.turn(), reason)));
  }

  /// Median and range of a metric; empty if nothing was reported.
  Optional<Summary> summary(String contender, String metric) {
    return Optional.ofNullable(values.get(new Key(contender, metric))).map(Summary::of);
  }

  /// How far apart the cores were when the metric was measured, in the middle of its samples.
  double coresNanos(String contender, String metric) {
    return Optional.ofNullable(cores.get(new Key(contender, metric)))
        .map(turns -> Summary.of(turns).median())
        .orElse(CoreDistance.UNKNOWN);
  }

  /// The marks of a metric, each with the worst amount of all rounds.
  List<Mark> marks(String contender, String metric) {
    return marks.getOrDefault(new Key(contender, metric), Map.of()).entrySet().stream()
        .sorted(Map.Entry.comparingByKey())
        .map(entry -> new Mark(entry.getKey(), entry.getValue()))
        .toList();
  }

  /// Whether a sample of the metric comes from a step that others disturbed.
  boolean disturbed(String contender, String metric) {
    return disturbed.contains(new Key(contender, metric));
  }

  /// Why a turn ended before it reported the metric; empty if none did.
  Optional<String> failure(String contender, String workload, String metric) {
    return failures.stream()
        .filter(failed -> failed.turn.contender().equals(contender))
        .filter(failed -> failed.turn.includes(workload))
        .filter(failed -> !reported.getOrDefault(failed.turn, Set.of()).contains(metric))
        .map(FailedTurn::reason)
        .findFirst();
  }

  /// Whether there is no figure at all.
  public boolean isEmpty() {
    return values.isEmpty();
  }
}
