package dev.tactus.bench.actors;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tactus.bench.harness.Mode;
import dev.tactus.bench.harness.RowSpec;
import dev.tactus.bench.harness.Suite;
import dev.tactus.bench.harness.Turn;
import dev.tactus.bench.harness.Visits;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

final class ActorsSuiteTest {
  private final ActorsSuite suite = new ActorsSuite();

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
  void contenders_oursFirst_eachWithItsRelease() {
    assertThat(suite.contenders().keySet()).first().isEqualTo(Suite.OURS);
    assertThat(suite.contenders())
        .containsEntry(RawLimits.NAME, "the machine and its JDK " + Runtime.version().feature());
  }

  @Test
  void rows_byHandAndRaw_areNeverTheYardstick() {
    assertThat(suite.rows(Mode.FULL))
        .allSatisfy(row -> assertThat(row.ineligible()).containsKey("by-hand"));
    assertThat(suite.rows(Mode.FULL))
        .filteredOn(row -> RawLimits.byMetric().containsKey(row.metric()))
        .isNotEmpty()
        .allSatisfy(row -> assertThat(row.ineligible()).containsKey(RawLimits.NAME));
  }

  @Test
  void groups_eachContender_isOneOfTheSuite() {
    assertThat(suite.groups())
        .allSatisfy(
            group -> assertThat(suite.contenders().keySet()).containsAll(group.contenders()));
    assertThat(suite.contenders().keySet()).endsWith("by-hand", RawLimits.NAME);
  }

  @Test
  void groups_quickMode_leastRoundsFitIntoTheBudget() {
    assertThat(Visits.leastSeconds(suite)).isLessThan(suite.quickBudget().toSeconds());
  }

  @Test
  void run_eachContender_goesThroughTheStationsOfItsGroupInTheirOrder() throws Exception {
    Visits.checkOrder(suite);
  }

  @Test
  void run_unknownWorkload_isRefused() {
    Turn turn = new Turn("actors", "pass", "by-hand", Mode.QUICK, 1, List.of("chess"));

    assertThatThrownBy(() -> suite.run(turn, Visits.only(), new Visits.NoResults()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("'chess'");
  }
}
