package dev.tactus.bench.harness;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.DoubleSupplier;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/// One round of a group, step by step: children are there, and one of them has the baton.
///
/// The child goes next that is furthest behind: at the earliest station, with the fewest samples of
/// it. Of several it is the next in a row that is rotated from step to step, so that nobody is
/// always the first. So all contenders prepare a station and then take its first sample, its second
/// and so on, within seconds of each other, and those that do not have a station wait meanwhile.
///
/// Whether there is another sample of a station is decided once for all of them. A sample during
/// which other programs took more of the machine than the limit is taken once more at once, twice
/// at most and as far as the plan allows; the least disturbed attempt counts, and is marked if it
/// still lies above the limit. A child that failed takes no further part.
///
/// Threads: one.
final class Relay {
  private static final int REPEATS_MAX = 2;

  private final Group group;
  private final Effort effort;
  private final Children children;
  private final RoundPlan plan;
  private final double othersLimit;
  private final Samples samples;
  private final Progress progress;
  private final List<String> stations;
  private final Map<Place, Boolean> allowed = new HashMap<>();
  private final Supplier<Duration> elapsed;
  private final UnaryOperator<Duration> forAll;

  /// What is decided once for all.
  private record Place(int station, int number) {}

  /// @param elapsed the time since the beginning of the campaign
  /// @param forAll makes of it what it will be when all turns of the round have got as far; where
  ///   they go together, the same
  Relay(
      Group group,
      Effort effort,
      Children children,
      RoundPlan plan,
      double othersLimit,
      Samples samples,
      Progress progress,
      Supplier<Duration> elapsed,
      UnaryOperator<Duration> forAll) {
    this.group = group;
    this.effort = effort;
    this.children = children;
    this.plan = plan;
    this.othersLimit = othersLimit;
    this.samples = samples;
    this.progress = progress;
    this.elapsed = elapsed;
    this.forAll = forAll;
    stations = group.stations().stream().map(Station::label).toList();
  }

  /// Does these turns to their ends. May be called once for all turns of the round, or for each:
  /// what was decided for the first ones holds for those that come later.
  ///
  /// @return those that failed
  List<Turn> run(List<Turn> turns) {
    List<Runner> runners = new ArrayList<>();
    for (Turn turn : turns) {
      runners.add(new Runner(children.start(turn, group.heapMegabytes())));
    }
    try {
      runners.forEach(Runner::await);
      for (Optional<Runner> next = next(runners);
          next.isPresent() && !Thread.currentThread().isInterrupted();
          next = next(runners)) {
        next.get().step();
      }
    } finally {
      runners.forEach(runner -> runner.child.end());
    }
    return runners.stream()
        .filter(runner -> runner.hasFailed)
        .map(runner -> runner.child.turn())
        .toList();
  }

  private static Optional<Runner> next(List<Runner> runners) {
    Comparator<Runner> furthestBehind =
        Comparator.<Runner>comparingInt(runner -> runner.station)
            .thenComparingInt(runner -> runner.number)
            .thenComparingInt(runner -> rotated(runner, runners));
    return runners.stream().filter(runner -> runner.isReady).min(furthestBehind);
  }

  /// The place of a runner in the row of its step.
  private static int rotated(Runner runner, List<Runner> runners) {
    return Math.floorMod(runners.indexOf(runner) - runner.station - runner.number, runners.size());
  }

  /// Whether all take that step; they do or do not together. What is prepared is also sampled.
  private boolean isAllowed(int station, int number) {
    return allowed.computeIfAbsent(
        new Place(station, number),
        _ ->
            number == 1
                || (number <= effort.samples()
                    && plan.allowsSample(
                        group,
                        group.stations().get(station),
                        Math.max(1, number),
                        forAll.apply(elapsed.get()))));
  }

  /// A child and where it is.
  private final class Runner {
    private final Child child;
    private boolean isReady;
    private boolean hasFailed;
    private int station;

    /// 0 before the station is prepared, then the number of the sample that comes next.
    private int number;

    Runner(Child child) {
      this.child = child;
    }

    /// Waits until it is ready for its first step.
    void await() {
      record(paused(() -> 0, CoreDistance.UNKNOWN), false);
    }

    void step() {
      if (isAllowed(station, number)) {
        go();
      } else {
        child.tell(Command.ENOUGH);
        record(paused(() -> 0, CoreDistance.UNKNOWN), false);
      }
    }

    private void go() {
      Station here = group.stations().get(station);
      int now = number;
      number = now + 1;
      progress.step(child.turn(), here.label(), now, elapsed.get());
      TurnOutcome best = attempt(here, now);
      for (int i = 0; i < REPEATS_MAX && isWorthRepeating(best, here, now); i++) {
        progress.repeating(child.turn(), here.label(), best.others());
        TurnOutcome again = attempt(here, now);
        if (hasFailed) {
          record(again.withoutLines(), false);
          break;
        }
        best = again.others() < best.others() ? again : best;
      }
      record(best, best.others() > othersLimit);
    }

    private boolean isWorthRepeating(TurnOutcome outcome, Station here, int sample) {
      return isReady
          && sample > 0
          && outcome.others() > othersLimit
          && plan.allowsRepeat(group, here, sample, forAll.apply(elapsed.get()));
    }

    /// Does a step once.
    private TurnOutcome attempt(Station here, int sample) {
      double cores = sample == 0 ? CoreDistance.UNKNOWN : children.coresNanos();
      Duration start = elapsed.get();
      DoubleSupplier others = children.watchOthers();
      child.tell(Command.GO);
      TurnOutcome outcome = paused(others, cores);
      plan.seen(sample == 0 ? here.prepare() : here.sample(), elapsed.get().minus(start));
      return outcome;
    }

    private void record(TurnOutcome outcome, boolean isDisturbed) {
      samples.add(outcome, isDisturbed);
      outcome.failure().ifPresent(_ -> progress.failed(outcome, elapsed.get()));
    }

    /// Waits until the child is ready again, or has ended, and takes in where it is.
    private TurnOutcome paused(DoubleSupplier others, double cores) {
      Child.Pause pause = child.await(effort.stepTimeout());
      Optional<String> failure = pause.failure();
      isReady = pause.ready().isPresent();
      if (isReady) {
        ResultLine.Ready ready = pause.ready().get();
        int index = stations.indexOf(ready.station());
        if (index < 0) {
          failure = Optional.of("station '" + ready.station() + "' is not one of " + stations);
          isReady = false;
        } else if (ready.number() == 0) {
          station = index;
          number = 0;
        }
      }
      hasFailed = failure.isPresent();
      return new TurnOutcome(child.turn(), pause.lines(), failure, others.getAsDouble(), cores);
    }
  }
}
