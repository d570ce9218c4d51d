package dev.tactus.bench.harness;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongSupplier;
import java.util.function.UnaryOperator;

/// One run of a suite: rounds of turns, in which the contenders share the machine as their group
/// says.
///
/// Most groups go step by step, see [Relay]. Where the machine has not enough memory for all of
/// their JVMs, each contender does its whole turn before the next one starts. In a group that goes
/// at once, a round during which other programs took more of the machine than the limit is
/// repeated, at most twice and as far as the time budget allows; of its attempts the least
/// disturbed counts, and is marked if it still lies above the limit. A contender that failed in a
/// group takes no further part in that group.
///
/// Threads: one.
public final class Campaign {
  private static final int REPEATS_MAX = 2;

  private final String suite;
  private final List<Group> groups;
  private final Mode mode;
  private final double othersLimit;
  private final RoundPlan plan;
  private final Children children;
  private final Progress progress;
  private final LongSupplier nanoClock;
  private final Samples samples = new Samples();
  private final Set<List<String>> failedInGroup = new HashSet<>();
  private final long startNanos;

  /// @param othersLimit the share of the machine, from 0 to 1, that others may take unnoticed
  /// @param budget empty for a run that may take as long as it takes
  public Campaign(
      String suite,
      List<Group> groups,
      Mode mode,
      double othersLimit,
      Optional<Duration> budget,
      Children children,
      Progress progress,
      LongSupplier nanoClock) {
    this.suite = suite;
    this.groups =
        groups.stream()
            .filter(group -> !group.contenders().isEmpty() && !group.workloads().isEmpty())
            .toList();
    this.mode = mode;
    this.othersLimit = othersLimit;
    this.plan = new RoundPlan(this.groups, mode, budget);
    this.children = children;
    this.progress = progress;
    this.nanoClock = nanoClock;
    this.startNanos = nanoClock.getAsLong();
  }

  /// Runs all rounds and returns what was measured.
  public Samples run() {
    for (Optional<Group> next = plan.next(elapsed());
        next.isPresent() && !Thread.currentThread().isInterrupted();
        next = plan.next(elapsed())) {
      Group group = next.get();
      Duration start = elapsed();
      round(group, plan.rounds(group) + 1);
      plan.finished(group, elapsed().minus(start));
    }
    progress.close();
    return samples;
  }

  private void round(Group group, int round) {
    List<Turn> turns = new ArrayList<>();
    int contenders = group.contenders().size();
    for (int i = 0; i < contenders; i++) {
      String contender = group.contenders().get((i + round - 1) % contenders);
      if (!failedInGroup.contains(List.of(group.name(), contender))) {
        turns.add(new Turn(suite, group.name(), contender, mode, round, group.workloads()));
      }
    }
    if (turns.isEmpty()) {
      return;
    }
    switch (sharing(group)) {
      case STEP_BY_STEP -> stepByStep(group, turns);
      case ONE_BY_ONE -> oneByOne(group, turns);
      case AT_ONCE -> atOnce(group, turns);
    }
  }

  private Sharing sharing(Group group) {
    Sharing wanted = group.sharing(mode);
    long available = children.availableMegabytes();
    if (wanted == Sharing.STEP_BY_STEP && group.allMegabytes() > available) {
      progress.oneByOne(group, available);
      return Sharing.ONE_BY_ONE;
    }
    return wanted;
  }

  private void stepByStep(Group group, List<Turn> turns) {
    progress.started(turns, elapsed());
    relay(group, UnaryOperator.identity()).run(turns).forEach(this::leaveOut);
  }

  /// What the first one has taken by then, all others will take as well.
  private void oneByOne(Group group, List<Turn> turns) {
    Duration start = elapsed();
    AtomicInteger begun = new AtomicInteger();
    Relay relay =
        relay(
            group,
            now -> {
              Duration each = now.minus(start).dividedBy(begun.get());
              return start.plus(each.multipliedBy(turns.size()));
            });
    for (Turn turn : turns) {
      begun.incrementAndGet();
      progress.started(List.of(turn), elapsed());
      relay.run(List.of(turn)).forEach(this::leaveOut);
    }
  }

  private Relay relay(Group group, UnaryOperator<Duration> forAll) {
    return new Relay(
        group,
        group.effort(mode),
        children,
        plan,
        othersLimit,
        samples,
        progress,
        this::elapsed,
        forAll);
  }

  private void leaveOut(Turn turn) {
    failedInGroup.add(List.of(turn.group(), turn.contender()));
  }

  /// Does turns at once, again if they were disturbed.
  private void atOnce(Group group, List<Turn> turns) {
    List<TurnOutcome> best = runOnce(group, turns);
    for (int repeat = 0; repeat < REPEATS_MAX && worthRepeating(group, best); repeat++) {
      progress.repeating(turns.getFirst(), "all", others(best));
      List<TurnOutcome> again = runOnce(group, turns);
      best = !failed(again) && others(again) < others(best) ? again : best;
    }
    for (TurnOutcome outcome : best) {
      samples.add(outcome, outcome.others() > othersLimit);
      outcome.failure().ifPresent(_ -> leaveOut(outcome.turn()));
    }
  }

  private boolean worthRepeating(Group group, List<TurnOutcome> outcomes) {
    return others(outcomes) > othersLimit
        && !failed(outcomes)
        && plan.allowsRound(group, elapsed());
  }

  private List<TurnOutcome> runOnce(Group group, List<Turn> turns) {
    progress.started(turns, elapsed());
    List<TurnOutcome> outcomes = new AtOnce(group, group.effort(mode), children).run(turns);
    outcomes.stream()
        .filter(outcome -> outcome.failure().isPresent())
        .forEach(outcome -> progress.failed(outcome, elapsed()));
    return outcomes;
  }

  private static boolean failed(List<TurnOutcome> outcomes) {
    return outcomes.stream().anyMatch(outcome -> outcome.failure().isPresent());
  }

  private static double others(List<TurnOutcome> outcomes) {
    return outcomes.stream().mapToDouble(TurnOutcome::others).max().orElse(0);
  }

  private Duration elapsed() {
    return Duration.ofNanos(nanoClock.getAsLong() - startNanos);
  }
}
