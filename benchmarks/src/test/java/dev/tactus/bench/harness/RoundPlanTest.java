package dev.tactus.bench.harness;

import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class RoundPlanTest {
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
  void allowsTurn_afterTheFirstRound_onlyIfItEndsInTime() {
    RoundPlan plan = plan(ofSeconds(100));

    assertThat(plan.allowsTurn(PAIRS, ofSeconds(500))).isTrue();
    plan.finished(PAIRS, ofSeconds(30));
    assertThat(plan.allowsTurn(PAIRS, ofSeconds(90))).isTrue();
    assertThat(plan.allowsTurn(PAIRS, ofSeconds(91))).isFalse();
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

    assertThat(plan.cost(PAIRS)).isEqualTo(ofSeconds(30));
    plan.finished(PAIRS, ofSeconds(40));
    plan.finished(PAIRS, ofSeconds(20));
    assertThat(plan.cost(PAIRS)).isEqualTo(ofSeconds(40));
  }

  @Test
  void cost_contendersTogether_isThatOfOneTurn() {
    Group idle = Groups.group("idle", 1, 1, true);

    assertThat(new RoundPlan(List.of(idle), Mode.QUICK, Optional.empty()).cost(idle))
        .isEqualTo(ofSeconds(10));
    assertThat(new RoundPlan(List.of(idle), Mode.FULL, Optional.empty()).cost(idle))
        .isEqualTo(ofSeconds(30));
  }

  @Test
  void affords_repeatThatWouldTakeTimeOwedToOthers_isRefused() {
    RoundPlan plan = plan(ofSeconds(100));

    plan.finished(PAIRS, ofSeconds(24));

    // One of pairs and one of firing are owed: 54 s and a third of that in reserve.
    assertThat(plan.affords(ofSeconds(10), ofSeconds(18))).isTrue();
    assertThat(plan.affords(ofSeconds(10), ofSeconds(19))).isFalse();
  }
}
