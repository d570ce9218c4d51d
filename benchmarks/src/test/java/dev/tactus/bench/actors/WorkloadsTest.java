package dev.tactus.bench.actors;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tactus.actor.ActorSystem;
import dev.tactus.bench.actors.contenders.ActorContender;
import dev.tactus.bench.actors.contenders.ContenderKind;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/// Every workload runs to its end on every contender that takes part, in tiny amounts. A workload
/// checks its outcome by itself; here is checked that it did as much as it was told.
final class WorkloadsTest {
  private static final int SIZE = 200;

  static Stream<Arguments> pairs() {
    return Arrays.stream(ContenderKind.values())
        .flatMap(
            kind ->
                Arrays.stream(Throughput.values())
                    .filter(row -> kind.spawnsWithin() || !row.spawnsWithin())
                    .map(row -> Arguments.of(kind, row)));
  }

  @ParameterizedTest
  @MethodSource("pairs")
  void run_twice_doesAllOperationsBothTimes(ContenderKind kind, Throughput row) throws Exception {
    try (ActorContender<?> contender = kind.start();
        Workload workload = row.on(contender)) {
      assertThat(workload.run(SIZE)).isEqualTo(operations(row));
      assertThat(workload.run(SIZE)).isEqualTo(operations(row));
    }
  }

  private static long operations(Throughput row) {
    return switch (row) {
      case PING_PONG_1 -> 2 * SIZE;
      case PING_PONG_8 -> 8 * 2 * SIZE;
      case FORK_JOIN -> 60 * SIZE;
      case BIG -> 120 * 2 * SIZE;
      case FIB -> 177; // fib(11) = 89: 89 leaves and 88 others; fib(12) would need 287
      default -> SIZE;
    };
  }

  @ParameterizedTest
  @EnumSource
  void skewed_anyContender_hasTheSameOutcomeAsOneThread(ContenderKind kind) throws Exception {
    try (ActorContender<?> contender = kind.start()) {
      assertThat(new SkewedWorkload<>(contender, 1_000_000).lostPercent()).isLessThan(100);
    }
  }

  @ParameterizedTest
  @EnumSource
  void wakeUp_anyContender_timesEveryMessage(ContenderKind kind) throws Exception {
    try (ActorContender<?> contender = kind.start()) {
      WakeUpWorkload<?> workload = new WakeUpWorkload<>(contender);
      assertThat(workload.latencies(5, 50_000).percentileMicros(0.5, 0)).isPositive();
      assertThat(workload.latencies(20, 500_000).percentileMicros(0.5, 5)).isPositive();
    }
  }

  @ParameterizedTest
  @EnumSource
  void halfLoad_anyContender_timesEveryMessage(ContenderKind kind) throws Exception {
    try (ActorContender<?> contender = kind.start()) {
      HalfLoadWorkload<?> workload = new HalfLoadWorkload<>(contender);
      Latencies _ = workload.latencies(50, 0);
      Latencies latencies = workload.latencies(300, 1);

      assertThat(latencies.percentileMicros(0.99, 0))
          .isGreaterThanOrEqualTo(latencies.percentileMicros(0.5, 0));
    }
  }

  @ParameterizedTest
  @EnumSource
  void bytesPerActor_anyContender_isTheWeightOfSomething(ContenderKind kind) throws Exception {
    try (ActorContender<?> contender = kind.start()) {
      MemoryWorkload<?> workload = new MemoryWorkload<>(contender, kind.spawnsWithin(), 2_000);
      workload.bytesPerActor(500);

      assertThat(workload.bytesPerActor(1_500)).isBetween(16.0, 100_000.0);
    }
  }

  @Test
  void idleTimeouts_anyNumber_haveATimerEachAndAWeight() throws Exception {
    try (ActorSystem system = ActorSystem.start("idle")) {
      IdleTimeoutsWorkload workload = new IdleTimeoutsWorkload(system);
      double _ = workload.bytesPerActor(500);

      assertThat(workload.bytesPerActor(1_500)).isBetween(16.0, 100_000.0);
      // and perhaps one that watches over the dispatcher
      assertThat(system.scheduler().metrics().active()).isBetween(2_000L, 2_001L);
    }
  }
}
