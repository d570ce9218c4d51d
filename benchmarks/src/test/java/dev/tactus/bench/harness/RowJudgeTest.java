package dev.tactus.bench.harness;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tactus.bench.harness.Row.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class RowJudgeTest {
  private static final String METRIC = "m";
  private static final RowSpec FASTER =
      RowSpec.of("work", METRIC, "pairs", "M/s", Better.HIGHER, 2);
  private static final RowSpec SMALLER =
      RowSpec.of("work", METRIC, "memory", "MB", Better.LOWER, 1).withFloor(1);

  private final Samples samples = new Samples();
  private double coresNanos = 100;

  private void measured(String contender, double... values) {
    List<ResultLine> lines = new ArrayList<>();
    for (double value : values) {
      lines.add(new ResultLine.Sample(METRIC, value));
    }
    add(contender, lines, Optional.empty());
  }

  private void marked(String contender, Mark.Kind kind, double amount) {
    add(
        contender,
        List.of(new ResultLine.Marked(METRIC, new Mark(kind, amount))),
        Optional.empty());
  }

  private void add(String contender, List<ResultLine> lines, Optional<String> failure) {
    Turn turn = new Turn("suite", "group", contender, Mode.QUICK, 1, List.of("work"));
    samples.add(new TurnOutcome(turn, lines, failure, 0, coresNanos), false);
  }

  private Row judge(RowSpec spec) {
    return new RowJudge("suite", List.of("tactus", "netty", "stpe", "agrona"), samples).judge(spec);
  }

  @Test
  void judge_anotherSubject_isComparedWithAllOthers() {
    measured("tactus", 20);
    measured("netty", 30);
    measured("stpe", 10);

    Row row = judge(FASTER.withSubject("netty").withTarget(1.5));

    assertThat(row.ours().orElseThrow().contender()).isEqualTo("netty");
    assertThat(row.peers()).extracting(Cell::contender).containsExactly("tactus", "stpe");
    assertThat(row.bestPeer()).contains("tactus");
    assertThat(row.ratio().orElseThrow()).isEqualTo(1.5);
    assertThat(row.verdict()).isEqualTo(Verdict.OK);
  }

  @Test
  void judge_higherIsBetter_comparesMediansWithTheFastestPeer() {
    measured("tactus", 29, 30, 40);
    measured("netty", 10, 12, 14);
    measured("stpe", 11, 11, 99);

    Row row = judge(FASTER);

    assertThat(row.bestPeer()).contains("netty");
    assertThat(row.ratio()).hasValue(2.5);
    assertThat(row.verdict()).isEqualTo(Verdict.OK);
  }

  @Test
  void judge_coresFartherApartThanInOurTurns_saysSo() {
    measured("tactus", 20);
    coresNanos = 140;
    measured("netty", 10);
    coresNanos = 330;
    measured("stpe", 10);
    coresNanos = 25;
    measured("agrona", 10);

    assertThat(judge(FASTER).peers())
        .extracting(Cell::coresApart)
        .as("as far, farther, nearer")
        .containsExactly(1.0, 3.3, 0.25);
  }

  @Test
  void judge_distanceOfTheCoresUnknown_saysNothing() {
    measured("netty", 10);
    coresNanos = CoreDistance.UNKNOWN;
    measured("tactus", 20);

    assertThat(judge(FASTER).peers().getFirst().coresApart()).isEqualTo(1);
  }

  @Test
  void judge_distanceUnknownInOneRound_goesByTheOthers() {
    measured("tactus", 20);
    coresNanos = CoreDistance.UNKNOWN;
    measured("netty", 10);
    coresNanos = 100;
    measured("netty", 10);

    assertThat(judge(FASTER).peers().getFirst().coresApart()).isEqualTo(1);
  }

  @Test
  void judge_ratioBelowTheTarget_misses() {
    measured("tactus", 19);
    measured("netty", 10);

    assertThat(judge(FASTER).verdict()).isEqualTo(Verdict.MISS);
  }

  @Test
  void judge_boundMissed_missesHoweverFarThePeersAreBeyondIt() {
    measured("tactus", 1.2);
    measured("netty", 1_600);

    Row row = judge(SMALLER);

    assertThat(row.ratio().orElseThrow()).isGreaterThan(1_000);
    assertThat(row.verdict()).isEqualTo(Verdict.MISS);
  }

  @Test
  void judge_boundKeptWithoutPeers_isReached() {
    measured("tactus", 1);

    assertThat(judge(SMALLER).verdict()).isEqualTo(Verdict.OK);
  }

  @Test
  void judge_lowerIsBetterBelowTheFloor_isEven() {
    measured("tactus", 0.3);
    measured("netty", 1_600);
    measured("stpe", 0);

    Row row = judge(SMALLER);

    assertThat(row.bestPeer()).contains("stpe");
    assertThat(row.ratio()).hasValue(1);
    assertThat(row.verdict()).isEqualTo(Verdict.OK);
  }

  @Test
  void judge_peerThatFiredEarly_isShownButNotTheBest() {
    measured("tactus", 30);
    measured("netty", 10);
    measured("stpe", 29);
    marked("stpe", Mark.Kind.EARLY, 15);

    Row row = judge(FASTER);

    assertThat(row.bestPeer()).contains("netty");
    assertThat(row.peers()).extracting(Cell::contender).containsExactly("netty", "stpe");
    assertThat(row.peers().get(1).ineligible()).contains("early 15 %");
  }

  @Test
  void judge_peerNotEligibleByTheRow_isShownButNotTheBest() {
    measured("tactus", 30);
    measured("netty", 10);
    measured("agrona", 29);

    Row row = judge(FASTER.withIneligible(Map.of("agrona", "one thread only")));

    assertThat(row.bestPeer()).contains("netty");
    assertThat(row.peers().getLast().ineligible()).contains("one thread only");
  }

  @Test
  void judge_peerThatHoldsMemory_staysEligible() {
    measured("tactus", 30);
    measured("netty", 10);
    marked("netty", Mark.Kind.HOLDS, 1_600);

    assertThat(judge(FASTER).bestPeer()).contains("netty");
  }

  @Test
  void judge_oursBreaksAPromise_missesHoweverFast() {
    measured("tactus", 100);
    measured("netty", 10);
    marked("tactus", Mark.Kind.DISORDER, 0.01);

    assertThat(judge(FASTER).verdict()).isEqualTo(Verdict.MISS);
  }

  @Test
  void judge_oursFailed_misses() {
    measured("netty", 10);
    add("tactus", List.of(), Optional.of("OOM"));

    Row row = judge(FASTER);

    assertThat(row.verdict()).isEqualTo(Verdict.MISS);
    assertThat(row.ours().orElseThrow().failure()).contains("OOM");
  }

  @Test
  void judge_failedAfterTheMetricWasReported_countsTheFigure() {
    measured("netty", 10);
    add("tactus", List.of(new ResultLine.Sample(METRIC, 30)), Optional.of("OOM"));

    Row row = judge(FASTER);

    assertThat(row.ours().orElseThrow().failure()).isEmpty();
    assertThat(row.verdict()).isEqualTo(Verdict.OK);
  }

  @Test
  void judge_noPeer_staysOpen() {
    measured("tactus", 30);

    Row row = judge(FASTER);

    assertThat(row.ratio()).isEmpty();
    assertThat(row.verdict()).isEqualTo(Verdict.OPEN);
  }

  @Test
  void judge_everybodyAtZeroWithoutFloor_hasNoRatio() {
    measured("tactus", 0);
    measured("netty", 0);

    assertThat(judge(SMALLER.withFloor(0)).ratio()).isEmpty();
  }
}
