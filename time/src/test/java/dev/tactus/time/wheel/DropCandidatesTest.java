package dev.tactus.time.wheel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tactus.requirement.Requirement;
import java.util.Comparator;
import java.util.SplittableRandom;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

@Requirement("S4.6")
final class DropCandidatesTest {
  private static final Comparator<TestEntry> NEWEST_FIRST =
      Comparator.<TestEntry>comparingLong(e -> e.order).reversed();

  private final TreeSet<TestEntry> held = new TreeSet<>(NEWEST_FIRST);
  private int looks;
  private final DropCandidates candidates =
      new DropCandidates(
          4,
          consumer -> {
            looks++;
            held.forEach(consumer::accept);
          });

  private TestEntry enter(long order, int rank) {
    TestEntry entry = TestEntry.ranked(order, 1_000, rank);
    held.add(entry);
    candidates.entered(entry);
    return entry;
  }

  private void leave(TestEntry entry) {
    held.remove(entry);
    candidates.left(entry);
  }

  @Test
  void newestOf_rankIsNotThere_isNull() {
    enter(1, 2);

    assertThat(candidates.newestOf(0)).isNull();
  }

  @Test
  void newestOf_asLongAsTheMemoryLasts_looksOnce() {
    for (int order = 1; order <= 10; order++) {
      enter(order, 0);
    }
    for (int order = 10; order > 6; order--) {
      WheelEntry newest = candidates.newestOf(0);
      assertThat(newest).isNotNull();
      assertThat(newest.order()).isEqualTo(order);
      leave((TestEntry) newest);
    }
    assertThat(looks).isEqualTo(1);
    assertThat(candidates.newestOf(0)).extracting("order").isEqualTo(6L);
    assertThat(looks).isEqualTo(2);
  }

  @Test
  void entered_newerOrOlderThanRemembered_doesNotCostALook() {
    for (int order = 10; order <= 15; order++) {
      enter(order, 0);
    }
    assertThat(candidates.newestOf(0)).extracting("order").isEqualTo(15L);
    TestEntry newer = enter(16, 0);
    enter(3, 0);
    enter(14, 1);
    candidates.entered(newer); // as one does that moves within the overflow
    assertThat(candidates.newestOf(0)).isSameAs(newer);
    assertThat(looks).isEqualTo(1);
  }

  @Test
  void entered_betweenRemembered_doesNotCostALook() {
    for (int order = 10; order <= 50; order += 10) {
      enter(order, 0);
    }
    assertThat(candidates.newestOf(0)).extracting("order").isEqualTo(50L);
    for (int order = 41; order < 50; order++) {
      enter(order, 0);
      WheelEntry newest = candidates.newestOf(0);
      assertThat(newest).isNotNull().isSameAs(held.first());
      leave((TestEntry) newest);
    }
    assertThat(looks).isEqualTo(1);
  }

  @Test
  void entered_byTwoThreadsInTurn_costsAFewLooks() {
    // What two threads registered in turn is drained one stack after the other: first the odd ones.
    for (int order = 1; order < 400; order += 2) {
      enter(order, 0);
    }
    for (int order = 2; order < 400; order += 2) {
      WheelEntry newest = candidates.newestOf(0);
      assertThat(newest).isNotNull().isSameAs(held.first());
      leave((TestEntry) newest);
      enter(order, 0);
    }
    assertThat(looks).as("at most one for as many drops as are remembered").isLessThan(200 / 4);
  }

  @Test
  void newestOf_randomComingAndGoing_isTheNewest() {
    SplittableRandom random = new SplittableRandom(11);
    for (int step = 0; step < 20_000; step++) {
      switch (random.nextInt(4)) {
        case 0 -> enterUnlessThere(step, random.nextInt(3));
        case 1 -> enterUnlessThere(random.nextInt(step + 1), random.nextInt(3));
        case 2 -> leaveSome(random);
        default -> moveSome(random);
      }
      int rank = random.nextInt(3);
      TestEntry newest = held.stream().filter(e -> e.rank == rank).findFirst().orElse(null);
      if (random.nextInt(4) == 0) {
        assertThat(candidates.newestOf(rank)).isSameAs(newest);
      }
    }
  }

  private void enterUnlessThere(long order, int rank) {
    if (held.size() < 30 && !held.contains(TestEntry.ranked(order, 1_000, rank))) {
      enter(order, rank);
    }
  }

  private void leaveSome(SplittableRandom random) {
    if (!held.isEmpty()) {
      leave(random.nextBoolean() ? held.first() : held.last());
    }
  }

  private void moveSome(SplittableRandom random) {
    held.stream().skip(random.nextInt(held.size() + 1)).findFirst().ifPresent(candidates::entered);
  }
}
