package dev.tactus.bench.harness;

import java.time.Duration;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Decides which group goes next, so that a run with a time budget keeps to it.
///
/// Every group gets a first round, whatever it takes, and then the rounds that it is owed. What
/// time is left goes to further rounds, to the group that has had the fewest. From the second on, a
/// round or a turn starts only if it is expected to end in time: a slow or busy machine gets fewer
/// rounds, never fewer rows. What a round costs is the group's estimate until one was seen, and
/// then the longest one seen.
///
/// Threads: one. It reads no clock: the caller says how much time has passed.
public final class RoundPlan {
  private static final int RESERVE_DIVISOR = 3;

  private final List<Group> groups;
  private final Mode mode;
  private final Optional<Duration> budget;
  private final Map<Group, Integer> roundsDone = new HashMap<>();
  private final Map<Group, Duration> longestRound = new HashMap<>();

  /// @param budget empty for a run that may take as long as it takes
  public RoundPlan(List<Group> groups, Mode mode, Optional<Duration> budget) {
    this.groups = List.copyOf(groups);
    this.mode = mode;
    this.budget = budget;
  }

  /// The group whose round comes next; empty when the run is over.
  public Optional<Group> next(Duration elapsed) {
    Comparator<Group> fewestRounds = Comparator.comparingInt(this::rounds);
    List<Group> inTime =
        groups.stream()
            .filter(group -> rounds(group) < group.effort(mode).roundsMax())
            .filter(group -> rounds(group) == 0 || fits(cost(group), elapsed))
            .sorted(fewestRounds)
            .toList();
    return inTime.stream()
        .filter(group -> rounds(group) < group.effort(mode).roundsMin())
        .findFirst()
        .or(() -> inTime.stream().findFirst());
  }

  /// Notes that a round of a group has ended.
  public void finished(Group group, Duration took) {
    roundsDone.merge(group, 1, Integer::sum);
    longestRound.merge(group, took, (a, b) -> a.compareTo(b) >= 0 ? a : b);
  }

  /// Whether something extra that takes that long can be done without putting the rounds that are
  /// owed at risk. They may take longer than expected, so there must be time to spare; a round in
  /// progress counts as owed.
  public boolean affords(Duration cost, Duration elapsed) {
    Duration reserve = owed().dividedBy(RESERVE_DIVISOR);
    return fits(cost.plus(owed()).plus(reserve), elapsed);
  }

  /// Whether a turn of the group can start and end in time; in a first round it always can.
  public boolean allowsTurn(Group group, Duration elapsed) {
    int turns = group.together(mode) ? 1 : group.contenders().size();
    return rounds(group) == 0 || fits(cost(group).dividedBy(turns), elapsed);
  }

  /// Rounds that a group has had.
  public int rounds(Group group) {
    return roundsDone.getOrDefault(group, 0);
  }

  /// What one round of a group is expected to take.
  Duration cost(Group group) {
    int turns = group.together(mode) ? 1 : group.contenders().size();
    Duration estimate = group.effort(mode).turnEstimate().multipliedBy(turns);
    return longestRound.getOrDefault(group, estimate);
  }

  /// What the rounds still owed are expected to take.
  Duration owed() {
    Duration sum = Duration.ZERO;
    for (Group group : groups) {
      int rounds = Math.max(0, group.effort(mode).roundsMin() - rounds(group));
      sum = sum.plus(cost(group).multipliedBy(rounds));
    }
    return sum;
  }

  private boolean fits(Duration cost, Duration elapsed) {
    return budget.isEmpty() || elapsed.plus(cost).compareTo(budget.get()) <= 0;
  }
}
