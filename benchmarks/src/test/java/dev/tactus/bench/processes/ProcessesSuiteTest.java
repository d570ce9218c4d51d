package dev.tactus.bench.processes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tactus.bench.harness.Mode;
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
import org.junit.jupiter.params.provider.ValueSource;

/// The suite is complete, and each contender does what its interface says; how fast is no matter
/// here.
final class ProcessesSuiteTest {
  private final ProcessesSuite suite = new ProcessesSuite();

  @Test
  void contenders_oursFirst_eachWithItsRelease() {
    assertThat(suite.contenders().keySet()).containsExactly(Suite.OURS, "virtual");
    assertThat(suite.contenders().get("virtual")).matches("virtual threads of JDK \\d+");
    assertThatThrownBy(() -> ProcessContenders.start("loom"))
        .hasMessageContaining("'loom'")
        .hasMessageContaining("virtual");
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
  @ValueSource(strings = {Suite.OURS, ProcessContenders.VIRTUAL})
  void startStepsAndYields_ofEachContender_end(String name) throws InterruptedException {
    CountDownLatch ended = new CountDownLatch(40);
    try (ProcessContender contender = ProcessContenders.start(name)) {
      for (int i = 0; i < 10; i++) {
        contender.startSteps(5, ended);
        contender.startTurns(5, ended);
        contender.startYields(i, 1, ended);
        contender.startYields(i, 20, ended);
      }
      assertThat(ended.await(30, TimeUnit.SECONDS)).isTrue();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {Suite.OURS, ProcessContenders.VIRTUAL})
  void startWaiting_ofEachContender_takesEachMessage(String name) throws InterruptedException {
    CountDownLatch taken = new CountDownLatch(100);
    try (ProcessContender contender = ProcessContenders.start(name)) {
      ProcessContender.Waiting waiting = contender.startWaiting(_ -> taken.countDown());
      for (int i = 0; i < 100; i++) {
        waiting.send(i);
      }
      assertThat(taken.await(30, TimeUnit.SECONDS)).isTrue();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {Suite.OURS, ProcessContenders.VIRTUAL})
  void startFanOut_ofEachContender_goesThroughItsRounds(String name) throws InterruptedException {
    CountDownLatch ended = new CountDownLatch(1);
    try (ProcessContender contender = ProcessContenders.start(name)) {
      contender.startFanOut(50, 3, ended);
      assertThat(ended.await(30, TimeUnit.SECONDS)).isTrue();
    }
  }
}
