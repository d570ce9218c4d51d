package dev.tactus.bench.harness;

import java.time.Duration;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Decides what goes next, so that a run with a time budget keeps to it.
///
/// Every group gets a first round, whatever it takes, and in it one sample of each station. What
/// time is left goes to further samples: a station gets its second, third and so on if all that are
/// still to come can have as many. Where there is not time for that, what is left is divided among
/// them evenly, and those whose samples are short get some. Then come further rounds, for the group
/// that has had the fewest. So a slow or busy machine gets fewer samples, never fewer rows.
///
/// What something will take is what its station expects, times the pace of what was seen so far.
///
/// Threads: one. It reads no clock: the caller says how much time has passed.
public final class RoundPlan {
  /// The pace is believed to be 1 until more than this was seen.
  private static final double BELIEF_NANOS = 5e9;

  private final List<Group> groups;
  private final Mode mode;
  private final Optional<Duration> budget;
  private final Map<Group, Integer> roundsDone = new HashMap<>();
  private final Map<Group, Duration> longestRound = new HashMap<>();
  private double expectedNanos = BELIEF_NANOS;
  private double seenNanos = BELIEF_NANOS;

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

  /// Notes what a step took that was expected to take so long.
  public void seen(Duration expected, Duration took) {
    expectedNanos += expected.toNanos();
    seenNanos += took.toNanos();
  }

  /// Whether all contenders of a group may take a sample of a station. The first one of a station
  /// of a first round they always may.
  public boolean allowsSample(Group group, Station station, int number, Duration elapsed) {
    if (rounds(group) == 0 && number == 1) {
      return true;
    }
    Duration first = number == 1 ? station.prepare() : Duration.ZERO;
    Duration all = station.sample().plus(first).multipliedBy(group.turns(mode));
    return fits(atPace(all.plus(owed(group, station, number))), elapsed)
        || (number > 1 && hasShareFor(group, station, number, elapsed));
  }

  /// Whether a further sample is within the part of a station of the time that nothing is owed of.
  private boolean hasShareFor(Group group, Station station, int number, Duration elapsed) {
    Duration all = atPace(station.sample().multipliedBy(group.turns(mode)));
    Duration taken = all.multipliedBy(number - 2L);
    Duration free =
        budget.orElse(elapsed).minus(elapsed).minus(atPace(owed(group, station, 1))).plus(taken);
    Duration share = free.dividedBy(stationsLeft(group, station));
    return taken.plus(all).compareTo(share) <= 0;
  }

  /// How many stations can have further samples, this one included.
  private int stationsLeft(Group group, Station station) {
    int left = group.stations().size() - group.stations().indexOf(station);
    for (Group other : groups) {
      boolean isToCome = !other.equals(group) && rounds(other) == 0;
      left += isToCome && other.effort(mode).samples() > 1 ? other.stations().size() : 0;
    }
    return left;
  }

  /// Whether one contender may take a sample once more, while all that is owed still fits.
  public boolean allowsRepeat(Group group, Station station, int number, Duration elapsed) {
    Duration all = station.sample().multipliedBy(group.turns(mode) + 1L);
    return fits(atPace(all.plus(owed(group, station, number))), elapsed);
  }

  /// Whether a whole round may be done once more, while all that is owed still fits.
  public boolean allowsRound(Group group, Duration elapsed) {
    Duration others = owedByOthers(group, group.effort(mode).samples());
    return fits(atPace(group.cost(mode, group.effort(mode).samples()).plus(others)), elapsed);
  }

  /// Rounds that a group has had.
  public int rounds(Group group) {
    return roundsDone.getOrDefault(group, 0);
  }

  /// What one more round of a group is expected to take.
  Duration cost(Group group) {
    return longestRound.getOrDefault(group, atPace(group.cost(mode, group.effort(mode).samples())));
  }

  /// What is still to come after a station, with so many samples of each.
  private Duration owed(Group group, Station station, int samples) {
    Duration sum = owedByOthers(group, samples);
    int done = group.stations().indexOf(station) + 1;
    for (Station later : group.stations().subList(done, group.stations().size())) {
      int most = Math.min(samples, group.effort(mode).samples());
      sum = sum.plus(later.cost(most).multipliedBy(group.turns(mode)));
    }
    return sum;
  }

  /// What is still to come after the round that a group is in.
  private Duration owedByOthers(Group inProgress, int samples) {
    Duration sum = Duration.ZERO;
    for (Group group : groups) {
      int begun = rounds(group) + (group.equals(inProgress) ? 1 : 0);
      int rounds = Math.max(0, group.effort(mode).roundsMin() - begun);
      sum = sum.plus(group.cost(mode, samples).multipliedBy(rounds));
    }
    return sum;
  }

  private Duration atPace(Duration expected) {
    return Duration.ofNanos((long) (expected.toNanos() * (seenNanos / expectedNanos)));
  }

  private boolean fits(Duration cost, Duration elapsed) {
    return budget.isEmpty() || elapsed.plus(cost).compareTo(budget.get()) <= 0;
  }
}
