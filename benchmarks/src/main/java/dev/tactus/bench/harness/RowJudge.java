package dev.tactus.bench.harness;

import dev.tactus.bench.harness.Row.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/// Turns samples into rows: finds the best peer, forms the ratio, holds it against the target.
public final class RowJudge {
  private final String suite;
  private final List<String> contenders;
  private final Samples samples;

  /// @param contenders all that took part, in the order to show
  public RowJudge(String suite, List<String> contenders, Samples samples) {
    this.suite = suite;
    this.contenders = List.copyOf(contenders);
    this.samples = samples;
  }

  /// The row of a spec.
  public Row judge(RowSpec spec) {
    List<Cell> peers = new ArrayList<>();
    Optional<Cell> ours = Optional.empty();
    for (String contender : contenders) {
      Cell cell = cell(contender, spec);
      if (contender.equals(spec.subject())) {
        ours = Optional.of(cell);
      } else if (cell.summary().isPresent() || cell.failure().isPresent()) {
        peers.add(cell);
      }
    }
    Optional<Cell> best = best(peers, spec.better());
    OptionalDouble ratio = ratio(ours, best, spec);
    return new Row(
        suite, spec, ours, peers, best.map(Cell::contender), ratio, verdict(ours, ratio, spec));
  }

  private Cell cell(String contender, RowSpec spec) {
    List<Mark> marks = samples.marks(contender, spec.metric());
    Optional<String> ineligible =
        marks.stream()
            .filter(mark -> mark.kind().disqualifies())
            .map(Mark::text)
            .findFirst()
            .or(() -> Optional.ofNullable(spec.ineligible().get(contender)));
    return new Cell(
        contender,
        samples.summary(contender, spec.metric()),
        marks,
        CoreDistance.compared(
            samples.coresNanos(contender, spec.metric()),
            samples.coresNanos(spec.subject(), spec.metric())),
        samples.disturbed(contender, spec.metric()),
        samples.failure(contender, spec.workload(), spec.metric()),
        ineligible);
  }

  private static Optional<Cell> best(List<Cell> peers, Better better) {
    Cell best = null;
    for (Cell peer : peers) {
      boolean candidate = peer.ineligible().isEmpty() && peer.summary().isPresent();
      if (candidate && (best == null || better.beats(median(peer), median(best)))) {
        best = peer;
      }
    }
    return Optional.ofNullable(best);
  }

  private static OptionalDouble ratio(Optional<Cell> ours, Optional<Cell> best, RowSpec spec) {
    if (ours.flatMap(Cell::summary).isEmpty() || best.isEmpty()) {
      return OptionalDouble.empty();
    }
    double ratio = spec.better().ratio(median(ours.get()), median(best.get()), spec.floor());
    return Double.isFinite(ratio) ? OptionalDouble.of(ratio) : OptionalDouble.empty();
  }

  private static Verdict verdict(Optional<Cell> ours, OptionalDouble ratio, RowSpec spec) {
    if (ours.isPresent()
        && (ours.get().failure().isPresent()
            || ours.get().marks().stream().anyMatch(mark -> mark.kind().breaksOurPromise()))) {
      return Verdict.MISS;
    }
    if (spec.isBound() && ours.flatMap(Cell::summary).isPresent()) {
      return median(ours.get()) <= spec.floor() ? Verdict.OK : Verdict.MISS;
    }
    if (ratio.isEmpty()) {
      return Verdict.OPEN;
    }
    return ratio.getAsDouble() >= spec.target() ? Verdict.OK : Verdict.MISS;
  }

  private static double median(Cell cell) {
    return cell.summary().orElseThrow().median();
  }
}
