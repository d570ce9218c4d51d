package dev.tactus.bench.watching;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tactus.bench.harness.Mark;
import dev.tactus.bench.harness.Mode;
import dev.tactus.bench.harness.Results;
import dev.tactus.bench.harness.RowSpec;
import dev.tactus.bench.harness.Suite;
import dev.tactus.bench.harness.Turn;
import dev.tactus.bench.harness.Visits;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// The suite is complete, and a turn measures under the names that the rows read; how fast is no
/// matter here.
final class WatchingSuiteTest {
  private final WatchingSuite suite = new WatchingSuite();

  @Test
  void contenders_oursFirst_eachSaysWhoLooks() {
    assertThat(suite.contenders().keySet()).containsExactly(Suite.OURS, "nobody-looks", "bare");
    assertThat(suite.contenders().values())
        .doesNotHaveDuplicates()
        .allMatch(version -> version.startsWith("ActorSystem of "));
    assertThatThrownBy(() -> Observation.named("everybody"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("'everybody'")
        .hasMessageContaining("nobody-looks");
  }

  @ParameterizedTest
  @EnumSource
  void rows_eachMode_haveDistinctMetricsAndWorkloadsOfAGroup(Mode mode) {
    List<String> workloads =
        suite.groups().stream().flatMap(group -> group.workloads().stream()).toList();

    assertThat(workloads).doesNotHaveDuplicates();
    assertThat(suite.rows(mode)).extracting(RowSpec::metric).doesNotHaveDuplicates();
    assertThat(suite.rows(mode)).extracting(RowSpec::title).doesNotHaveDuplicates();
    assertThat(suite.rows(mode)).extracting(RowSpec::workload).isSubsetOf(workloads);
    assertThat(suite.rows(mode)).extracting(RowSpec::workload).containsAll(workloads);
  }

  @Test
  void rows_ofEachMetric_askForAtMostThreePercent() {
    List<RowSpec> rows = suite.rows(Mode.FULL);

    assertThat(rows).hasSize(14).allSatisfy(row -> assertThat(row.target()).isEqualTo(0.97));
    assertThat(rows)
        .filteredOn(row -> row.metric().endsWith(".nobody"))
        .hasSize(7)
        .extracting(RowSpec::subject)
        .containsOnly("nobody-looks");
    assertThat(rows)
        .filteredOn(row -> !row.metric().endsWith(".nobody"))
        .extracting(RowSpec::subject)
        .containsOnly(Suite.OURS);
  }

  @Test
  void groups_quickMode_leastRoundsFitIntoTheBudget() {
    assertThat(Visits.leastSeconds(suite)).isLessThan(suite.quickBudget().toSeconds());
  }

  @Test
  void run_eachContender_goesThroughTheStationsOfItsGroupInTheirOrder() throws Exception {
    Visits.checkOrder(suite);
  }

  @ParameterizedTest
  @EnumSource
  void run_eachContender_measuresTheMetricsOfItsRows(Observation observation) throws Exception {
    Map<String, Double> samples = new LinkedHashMap<>();

    suite.run(
        turn(observation.label(), "counting"), Visits.withOneSample(), new Collected(samples));

    assertThat(samples.values()).allMatch(figure -> figure > 0);
    if (observation == Observation.WATCHED) {
      assertThat(samples).containsOnlyKeys("counting.1");
    } else {
      assertThat(samples).containsOnlyKeys("counting.1", "counting.1.nobody");
      assertThat(samples.get("counting.1.nobody")).isEqualTo(samples.get("counting.1"));
    }
  }

  @Test
  void run_unknownWorkload_isRefused() {
    assertThatThrownBy(() -> suite.run(turn("bare", "ring"), Visits.only(), new Visits.NoResults()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("'ring'");
  }

  @Test
  void requireWatched_noSnapshotSince_isRefused() {
    assertThatThrownBy(
            () -> WatchingSuite.requireWatched("big", OptionalLong.of(4), OptionalLong.of(4)))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("'big'");

    WatchingSuite.requireWatched("big", OptionalLong.of(4), OptionalLong.of(5));
    WatchingSuite.requireWatched("big", OptionalLong.empty(), OptionalLong.empty());
  }

  private static Turn turn(String contender, String workload) {
    return new Turn("watching", "messages", contender, Mode.QUICK, 1, List.of(workload));
  }

  private record Collected(Map<String, Double> samples) implements Results {
    @Override
    public void sample(String metric, double value) {
      assertThat(samples.put(metric, value)).as(metric + " before").isNull();
    }

    @Override
    public void mark(String metric, Mark.Kind kind, double amount) {
      throw new AssertionError(metric + " was marked");
    }
  }
}
