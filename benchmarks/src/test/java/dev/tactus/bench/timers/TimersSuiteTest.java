package dev.tactus.bench.timers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tactus.bench.harness.Mode;
import dev.tactus.bench.harness.RowSpec;
import dev.tactus.bench.harness.Suite;
import dev.tactus.bench.harness.Visits;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

final class TimersSuiteTest {
  private final TimersSuite suite = new TimersSuite();

  @Test
  void contenders_oursFirst_eachWithItsRelease() {
    assertThat(suite.contenders().keySet())
        .containsExactly(Suite.OURS, "stpe", "fjp", "netty", "pekko", "kafka", "agrona");
    assertThat(suite.contenders().get("netty")).matches("HashedWheelTimer of netty-common-4.*");
    assertThat(suite.contenders().get("stpe")).matches("ScheduledThreadPoolExecutor of JDK \\d+");
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
  void groups_quickMode_leastRoundsFitIntoThreeMinutes() {
    assertThat(Visits.leastSeconds(suite)).isLessThan(Duration.ofMinutes(3).toSeconds());
  }

  @Test
  void run_eachContender_goesThroughTheStationsOfItsGroupInTheirOrder() throws Exception {
    Visits.checkOrder(suite);
  }
}
