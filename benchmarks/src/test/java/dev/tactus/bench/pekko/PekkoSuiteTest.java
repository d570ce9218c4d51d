package dev.tactus.bench.pekko;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tactus.bench.harness.Mark;
import dev.tactus.bench.harness.Mode;
import dev.tactus.bench.harness.Results;
import dev.tactus.bench.harness.RowSpec;
import dev.tactus.bench.harness.Suite;
import dev.tactus.bench.harness.Visits;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

final class PekkoSuiteTest {
  private final PekkoSuite suite = new PekkoSuite();

  @Test
  void contenders_oursFirst_bothWithTheReleaseOfPekko() {
    assertThat(suite.contenders().keySet()).containsExactly(Suite.OURS, "pekko");
    assertThat(suite.contenders().values()).allMatch(version -> version.startsWith("pekko-actor"));
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

  @ParameterizedTest
  @EnumSource
  void programs_onEitherParts_handleAllTheirMessages(PekkoParts parts) throws Exception {
    try (RunningSystem running = parts.start()) {
      for (ActorProgram program :
          List.of(new PingPong(1), new PingPong(PingPong.MANY), new Ring(), new ForkJoin())) {
        CountDownLatch done = new CountDownLatch(1);
        assertThat(program.start(running.system(), done)).isPositive();
        assertThat(done.await(60, TimeUnit.SECONDS)).as(program.metric()).isTrue();
      }
    }
  }

  @Test
  void cancelledTimers_ofOurs_areLetGoOf() throws Exception {
    double[] held = {-1};
    Results results =
        new Results() {
          @Override
          public void sample(String metric, double value) {
            held[0] = value;
          }

          @Override
          public void mark(String metric, Mark.Kind kind, double amount) {}
        };
    try (RunningSystem running = PekkoParts.TACTUS.start()) {
      CancelledTimers.run(running.system(), results);
    }
    assertThat(held[0]).isBetween(0.0, 20.0);
  }
}
