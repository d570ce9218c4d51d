package dev.tactus.bench.actors;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tactus.bench.harness.Mode;
import dev.tactus.bench.harness.RowSpec;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

final class RawLimitsTest {
  @ParameterizedTest
  @EnumSource(names = {"PING_PONG_8", "COUNTING", "ASK_ONE", "TELL_1", "TELL_2", "TELL_4"})
  void of_rowWithALimit_runs(Throughput row) throws Exception {
    Optional<Workload> limit = RawLimits.of(row);

    assertThat(limit).isPresent();
    assertThat(limit.get().run(100)).isGreaterThanOrEqualTo(100);
  }

  @Test
  void unparkLatencies_someMessages_timesEach() throws Exception {
    assertThat(RawLimits.unparkLatencies(20).percentileMicros(1, 0)).isPositive();
  }

  @Test
  void byMetric_eachLimit_belongsToARow() {
    List<String> metrics = ActorRows.all(Mode.QUICK).stream().map(RowSpec::metric).toList();

    assertThat(metrics).containsAll(RawLimits.byMetric().keySet());
    assertThat(Arrays.stream(Throughput.values()).filter(row -> RawLimits.of(row).isPresent()))
        .allSatisfy(row -> assertThat(RawLimits.byMetric()).containsKey(row.metric()));
  }
}
