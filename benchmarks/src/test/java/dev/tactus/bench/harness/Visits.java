package dev.tactus.bench.harness;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/// A baton that notes which stations a turn comes to.
public final class Visits implements Baton {
  private final List<String> labels = new ArrayList<>();
  private final int samples;

  private Visits(int samples) {
    this.samples = samples;
  }

  /// One that lets a turn do nothing.
  public static Visits only() {
    return new Visits(0);
  }

  /// One that lets a turn take one sample at each station.
  public static Visits withOneSample() {
    return new Visits(1);
  }

  @Override
  public <T> void station(String label, Preparation<T> preparation, Sampling<T> sampling)
      throws Exception {
    labels.add(label);
    if (samples > 0) {
      T prepared = preparation.prepare();
      for (int i = 1; i <= samples; i++) {
        sampling.take(prepared, i);
      }
    }
  }

  /// Checks that all contenders go through the stations of their groups, in their order. In a full
  /// run each has some; a quick one may be too short for who is slow.
  public static void checkOrder(Suite suite) throws Exception {
    for (Group group : suite.groups()) {
      List<String> stations = group.stations().stream().map(Station::label).toList();
      assertThat(stations).doesNotHaveDuplicates().noneMatch(label -> label.contains(" "));
      for (String contender : group.contenders()) {
        assertThat(visited(suite, group, contender, Mode.QUICK))
            .as(group.name() + " of " + contender)
            .isSubsetOf(stations)
            .isSortedAccordingTo(Comparator.comparingInt(stations::indexOf));
        assertThat(visited(suite, group, contender, Mode.FULL))
            .as(group.name() + " of " + contender)
            .isNotEmpty()
            .isSubsetOf(stations)
            .isSortedAccordingTo(Comparator.comparingInt(stations::indexOf));
      }
    }
  }

  private static List<String> visited(Suite suite, Group group, String contender, Mode mode)
      throws Exception {
    Visits visits = only();
    suite.run(
        new Turn(suite.name(), group.name(), contender, mode, 1, group.workloads()),
        visits,
        new NoResults());
    return visits.labels;
  }

  /// What the first rounds take in quick mode with one sample of everything.
  public static long leastSeconds(Suite suite) {
    return suite.groups().stream()
        .mapToLong(group -> group.cost(Mode.QUICK, 1).toSeconds() * group.quick().roundsMin())
        .sum();
  }

  /// Results of a turn that must have none.
  public static final class NoResults implements Results {
    @Override
    public void sample(String metric, double value) {
      throw new AssertionError(metric + " was measured");
    }

    @Override
    public void mark(String metric, Mark.Kind kind, double amount) {
      throw new AssertionError(metric + " was marked");
    }
  }
}
