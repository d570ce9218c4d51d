package dev.tactus.bench.harness;

import static java.time.Duration.ofMillis;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/// A round of these groups is expected to take 62.7 s with one sample: three contenders, each 0.9 s
/// to start and ten seconds to prepare and for the sample.
final class RoundPlanTest {
  private static final Duration BUDGET = Duration.ofMinutes(5);
  private static final Group PAIRS = Groups.group("pairs", 2, 4);
  private static final Group FIRING = Groups.group("firing", 1, 3);

  /// The order of the groups if every round takes that long.
  private static List<String> order(RoundPlan plan, Duration roundTakes) {
    List<String> order = new ArrayList<>();
    Duration elapsed = Duration.ZERO;
    for (Optional<Group> next = plan.next(elapsed); next.isPresent(); next = plan.next(elapsed)) {
      order.add(next.get().name());
      elapsed = elapsed.plus(roundTakes);
      plan.finished(next.get(), roundTakes);
    }
    return order;
  }

  private static RoundPlan plan(Duration budget) {
    return new RoundPlan(List.of(PAIRS, FIRING), Mode.QUICK, Optional.of(budget));
  }

  @Test
  void next_noBudget_runsAllRoundsAlternating() {
    RoundPlan plan = new RoundPlan(List.of(PAIRS, FIRING), Mode.FULL, Optional.empty());

    assertThat(order(plan, ofSeconds(1_000)))
        .containsExactly("pairs", "firing", "pairs", "firing", "pairs", "firing", "pairs");
  }

  @Test
  void next_budgetForTheLeastOnly_runsTheLeastOnly() {
    assertThat(order(plan(ofSeconds(100)), ofSeconds(30)))
        .containsExactly("pairs", "firing", "pairs");
  }

  @Test
  void next_slowMachine_givesUpRoundsButNoGroup() {
    assertThat(order(plan(ofSeconds(100)), ofSeconds(80))).containsExactly("pairs", "firing");
  }

  @Test
  void next_roomForOneMoreRound_givesItToTheGroupWithTheFewest() {
    assertThat(order(plan(ofSeconds(125)), ofSeconds(30)))
        .containsExactly("pairs", "firing", "pairs", "firing");
  }

  @Test
  void next_longRoundDoesNotFit_takesTheShortOne() {
    RoundPlan plan = plan(ofSeconds(100));
    plan.finished(PAIRS, ofSeconds(5));
    plan.finished(FIRING, ofSeconds(50));
    plan.finished(PAIRS, ofSeconds(5));

    assertThat(plan.next(ofSeconds(60))).contains(PAIRS);
    assertThat(plan.next(ofSeconds(96))).isEmpty();
  }

  @Test
  void cost_beforeAndAfterARound_isTheEstimateThenTheLongestSeen() {
    RoundPlan plan = plan(ofSeconds(100));

    assertThat(plan.cost(PAIRS)).isEqualTo(ofMillis(62_700));
    plan.finished(PAIRS, ofSeconds(40));
    plan.finished(PAIRS, ofSeconds(20));
    assertThat(plan.cost(PAIRS)).isEqualTo(ofSeconds(40));
  }

  @Test
  void cost_contendersAtOnce_isThatOfOneTurn() {
    Group idle = Groups.group("idle", 1, 1, 1, Sharing.AT_ONCE, "idle");

    assertThat(new RoundPlan(List.of(idle), Mode.QUICK, Optional.empty()).cost(idle))
        .isEqualTo(ofMillis(20_900));
    assertThat(new RoundPlan(List.of(idle), Mode.FULL, Optional.empty()).cost(idle))
        .isEqualTo(ofMillis(62_700));
  }

  @Test
  void cost_stepsTookTwiceAsLong_growsWithThePace() {
    RoundPlan plan = plan(ofSeconds(100));

    plan.seen(ofSeconds(45), ofSeconds(95)); // with what is believed beforehand, 50 and 100

    assertThat(plan.cost(PAIRS)).isEqualTo(ofMillis(125_400));
  }

  @Test
  void allowsSample_firstOfAStationInAFirstRound_always() {
    RoundPlan plan = plan(ofSeconds(100));

    assertThat(plan.allowsSample(PAIRS, PAIRS.stations().getFirst(), 1, ofSeconds(500))).isTrue();
  }

  @Test
  void allowsSample_ofALaterRound_onlyIfItIsPreparedAndTakenInTime() {
    RoundPlan plan = plan(ofSeconds(200));
    Station station = PAIRS.stations().getFirst();
    plan.finished(PAIRS, ofSeconds(30));
    plan.finished(FIRING, ofSeconds(30));

    // Three contenders, to prepare and to sample.
    assertThat(plan.allowsSample(PAIRS, station, 1, ofSeconds(140))).isTrue();
    assertThat(plan.allowsSample(PAIRS, station, 1, ofSeconds(141))).isFalse();
  }

  @Test
  void allowsSample_further_onlyIfAllThatComesLaterCanHaveAsMany() {
    Group first = Groups.group("first", 1, 1, 3, Sharing.STEP_BY_STEP, "x", "y");
    Group second = Groups.group("second", 1, 1, 1, Sharing.STEP_BY_STEP, "z");
    RoundPlan plan = new RoundPlan(List.of(first, second), Mode.QUICK, Optional.of(BUDGET));
    Station x = first.stations().getFirst();

    // x: 30 s for one more; y with two: 90 s; z, which has one at most, with the start: 62.7 s.
    assertThat(plan.allowsSample(first, x, 2, BUDGET.minusMillis(182_700))).isTrue();
    assertThat(plan.allowsSample(first, x, 2, BUDGET.minusMillis(182_699))).isFalse();
    // y with three takes 30 s more.
    assertThat(plan.allowsSample(first, x, 3, BUDGET.minusMillis(212_700))).isTrue();
    assertThat(plan.allowsSample(first, x, 3, BUDGET.minusMillis(212_699))).isFalse();
  }

  @Test
  void allowsSample_shortOneBeforeALongOne_getsItsShareOfWhatIsLeft() {
    Effort effort = new Effort(1, 1, 5, ofSeconds(60));
    Station brief = Station.of("work", "brief", 0, 1_000);
    Station lengthy = Station.of("work", "lengthy", 0, 50_000);
    Group group =
        new Group(
            "a",
            List.of(brief, lengthy),
            List.of("tactus"),
            256,
            Sharing.STEP_BY_STEP,
            effort,
            effort);
    RoundPlan plan = new RoundPlan(List.of(group), Mode.QUICK, Optional.of(BUDGET));

    // 4 s beside the first of the long one, which are 2 s for each of the two.
    assertThat(plan.allowsSample(group, brief, 2, BUDGET.minusSeconds(54))).isTrue();
    assertThat(plan.allowsSample(group, brief, 3, BUDGET.minusSeconds(53))).isTrue();
    assertThat(plan.allowsSample(group, brief, 4, BUDGET.minusSeconds(52))).isFalse();
    assertThat(plan.allowsSample(group, lengthy, 2, BUDGET.minusSeconds(49))).isFalse();
  }

  @Test
  void allowsRepeat_thatWouldTakeTimeOwedToOthers_isRefused() {
    RoundPlan plan = plan(BUDGET);
    Station station = PAIRS.stations().getFirst();

    // The repeat and the samples of this pass: 40 s. Owed: a round of each group.
    assertThat(plan.allowsRepeat(PAIRS, station, 1, BUDGET.minusMillis(165_400))).isTrue();
    assertThat(plan.allowsRepeat(PAIRS, station, 1, BUDGET.minusMillis(165_399))).isFalse();
  }

  @Test
  void allowsRound_onceMore_onlyBesideWhatIsOwed() {
    RoundPlan plan = plan(BUDGET);

    // This one again, one more of the same group and one of the other.
    assertThat(plan.allowsRound(PAIRS, BUDGET.minusMillis(3 * 62_700))).isTrue();
    assertThat(plan.allowsRound(PAIRS, BUDGET.minusMillis(3 * 62_700 - 1))).isFalse();
  }
}
