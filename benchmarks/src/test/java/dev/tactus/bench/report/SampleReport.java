package dev.tactus.bench.report;

import dev.tactus.bench.harness.Better;
import dev.tactus.bench.harness.Machine;
import dev.tactus.bench.harness.Mark;
import dev.tactus.bench.harness.Mode;
import dev.tactus.bench.harness.ResultLine;
import dev.tactus.bench.harness.RowJudge;
import dev.tactus.bench.harness.RowSpec;
import dev.tactus.bench.harness.Samples;
import dev.tactus.bench.harness.Turn;
import dev.tactus.bench.harness.TurnOutcome;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// A small report with one of everything that can happen.
final class SampleReport {
  static final RowSpec PAIRS =
      RowSpec.of("pairs", "pairs", "schedule + cancel", "M pairs/s", Better.HIGHER, 2)
          .withNote("60 s ahead")
          .withIneligible(Map.of("agrona", "one thread only"));
  static final RowSpec LATENESS =
      RowSpec.of("lateness", "late", "lateness <p99>", "ms", Better.LOWER, 1).withFloor(10.5);
  static final RowSpec ABSENT =
      RowSpec.of("absent", "absent", "measured by nobody", "ms", Better.LOWER, 1);

  static final RowSpec OF_NETTY =
      RowSpec.of("pairs", "pairs", "pairs of Netty", "M pairs/s", Better.HIGHER, 0.4)
          .withSubject("netty");

  private final Samples samples = new Samples();

  private SampleReport() {}

  static Report create() {
    SampleReport sample = new SampleReport();
    sample.add("pairs", "tactus", true, measured("pairs", 28, 27.5, 29));
    sample.add("pairs", "netty", false, measured("pairs", 13, 12.9, 13.25));
    sample.add("pairs", "agrona", false, measured("pairs", 29.125));
    sample.add("lateness", "tactus", false, measured("late", 10.1));
    sample.add("lateness", "netty", false, measured("late", 10.7));
    sample.add("lateness", "agrona", false, measured("late", 9));
    sample.add(
        "lateness", "agrona", false, new ResultLine.Marked("late", new Mark(Mark.Kind.EARLY, 15)));
    sample.fail("pairs", "kafka", "OOM");
    Map<String, String> contenders = new LinkedHashMap<>();
    contenders.put("tactus", "WheelScheduler of tactus-core-1");
    contenders.put("netty", "HashedWheelTimer of netty-common-4");
    contenders.put("kafka", "SystemTimer of kafka-4");
    contenders.put("agrona", "DeadlineTimerWheel of agrona-2");
    RowJudge judge = new RowJudge("timers", List.copyOf(contenders.keySet()), sample.samples);
    return new Report(
        "timers",
        Mode.QUICK,
        Instant.parse("2026-01-02T03:04:05Z"),
        new Machine(2, "A & B <CPU>", 8_192, "25", "Linux 6"),
        contenders,
        10,
        List.of(
            judge.judge(PAIRS), judge.judge(LATENESS), judge.judge(ABSENT), judge.judge(OF_NETTY)));
  }

  private static ResultLine[] measured(String metric, double... values) {
    List<ResultLine> lines = new ArrayList<>();
    for (double value : values) {
      lines.add(new ResultLine.Sample(metric, value));
    }
    return lines.toArray(ResultLine[]::new);
  }

  private void add(String workload, String contender, boolean disturbed, ResultLine... lines) {
    double coresNanos = contender.equals("agrona") ? 320 : 100;
    samples.add(
        new TurnOutcome(
            turn(workload, contender), Arrays.asList(lines), Optional.empty(), 0.2, coresNanos),
        disturbed);
  }

  private void fail(String workload, String contender, String reason) {
    samples.add(
        new TurnOutcome(turn(workload, contender), List.of(), Optional.of(reason), 0, 100), false);
  }

  private static Turn turn(String workload, String contender) {
    return new Turn("timers", "group", contender, Mode.QUICK, 1, List.of(workload));
  }
}
