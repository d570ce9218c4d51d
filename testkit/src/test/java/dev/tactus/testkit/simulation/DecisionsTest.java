package dev.tactus.testkit.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tactus.requirement.Requirement;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

@Requirement("D1")
final class DecisionsTest {
  private static int[] walk(Decisions decisions, int steps) {
    return IntStream.range(0, steps)
        .map(
            i ->
                switch (i % 3) {
                  case 0 -> decisions.choose(2 + i % 7);
                  case 1 -> decisions.happens(5) ? 1 : 0;
                  default -> decisions.amount(10);
                })
        .toArray();
  }

  @Test
  void choose_sameSeed_sameChoices() {
    for (long seed = 0; seed < 50; seed++) {
      assertThat(walk(Decisions.ofSeed(seed), 500)).isEqualTo(walk(Decisions.ofSeed(seed), 500));
    }
  }

  @Test
  void choose_otherSeed_otherChoices() {
    assertThat(walk(Decisions.ofSeed(1), 500)).isNotEqualTo(walk(Decisions.ofSeed(2), 500));
  }

  @Test
  void ofScript_whatAnotherRunHasTaken_takesTheSame() {
    for (long seed = 0; seed < 50; seed++) {
      Decisions first = Decisions.ofSeed(seed);
      int[] walk = walk(first, 1_000);

      Decisions second = Decisions.ofScript(first.taken());

      assertThat(walk(second, 1_000)).isEqualTo(walk);
      assertThat(second.taken()).isEqualTo(first.taken());
    }
  }

  @Test
  void ofScript_pastItsEnd_takesThePlainChoice() {
    Decisions decisions = Decisions.ofScript(new int[] {3});

    assertThat(decisions.choose(5)).isEqualTo(3);
    assertThat(decisions.choose(5)).isZero();
    assertThat(decisions.happens(2)).isFalse();
    assertThat(decisions.amount(9)).isZero();
    assertThat(decisions.taken()).containsExactly(3, 0, 0, 0);
  }

  @Test
  void ofScript_choicesThatDoNotFit_areBroughtWithinTheBound() {
    Decisions decisions = Decisions.ofScript(new int[] {7, 7, 7});

    assertThat(decisions.choose(5)).isEqualTo(2);
    assertThat(decisions.happens(100)).isTrue();
    assertThat(decisions.amount(3)).isEqualTo(1);
  }

  @Test
  void taken_moreThanAreWrittenDown_areTheFirst() {
    Decisions decisions = Decisions.ofSeed(3);
    int first = decisions.choose(100);
    for (int i = 0; i < Decisions.TAKEN_MAX; i++) {
      int unused = decisions.choose(2);
    }

    assertThat(decisions.taken()).hasSize(Decisions.TAKEN_MAX).startsWith(first);
  }

  @Test
  void choose_manySeeds_someWalkAndSomeStayAtTheEdges() {
    List<Double> shares = new ArrayList<>();
    for (long seed = 0; seed < 60; seed++) {
      Decisions decisions = Decisions.ofSeed(Seeds.nth(0, seed));
      long edges =
          IntStream.range(0, 1_000)
              .map(i -> decisions.choose(10))
              .filter(choice -> choice == 0 || choice == 9)
              .count();
      shares.add(edges / 1_000.0);
    }

    assertThat(shares).anyMatch(share -> share > 0.85).anyMatch(share -> share < 0.3);
  }
}
