package dev.tactus.time.wheel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tactus.requirement.Requirement;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The list that slots and the overflow are made of, against a list of the JDK.
@Requirement({"S1.4", "S7.1"})
final class EntryListTest {
  private final EntryList list = new EntryList();
  private final List<TestEntry> expected = new ArrayList<>();
  private long orders;

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 4, 5, 16, 17, 64, 65, 1_000, 5_000})
  void handOver_afterAppends_givesAllInTheirOrder(int count) {
    append(count);

    assertThat(handedOver()).isEqualTo(expected);
    assertThat(list.isEmpty()).isTrue();
    assertThat(expected).allMatch(TestEntry::isLoose);
  }

  @Test
  void randomLife_equalsAListOfTheJdk() {
    for (int seed = 0; seed < 300; seed++) {
      SplittableRandom random = new SplittableRandom(seed);
      for (int step = 0; step < 60; step++) {
        switch (random.nextInt(7)) {
          case 0, 1 -> append(random.nextInt(1 << random.nextInt(9)));
          case 2 -> removeAll(newestFirst(random.nextInt(100)));
          case 3 -> removeAll(oldestFirst(random.nextInt(100)));
          case 4 -> removeAll(anywhere(random, random.nextInt(100)));
          case 5 -> poll(random.nextInt(100));
          default -> handOverUntilItThrows(random.nextInt(1 + expected.size()));
        }
        assertThat(waiting()).as("seed %d, step %d", seed, step).isEqualTo(expected);
        assertThat(list.size).isEqualTo(expected.size());
      }
      assertThat(handedOver()).isEqualTo(expected);
      expected.clear();
    }
  }

  @Test
  void remove_byTheConsumer_keepsWhatWasStillToCome() {
    append(200);
    List<WheelEntry> came = new ArrayList<>();

    list.handOver(
        entry -> {
          came.add(entry);
          TestEntry victim = expected.get((int) entry.order()); // the next one; orders begin at 1
          list.remove(victim);
        });

    assertThat(came).hasSize(100).allMatch(entry -> entry.order() % 2 == 1);
    assertThat(list.isEmpty()).isTrue();
  }

  @Test
  void append_afterManyWereRemoved_usesTheirRoom() {
    append(64);
    for (int i = 0; i < 100_000; i++) {
      append(1);
      removeAll(List.of(expected.get(expected.size() / 2)));
    }

    assertThat(waiting()).isEqualTo(expected);
    assertThat(expected.getLast().place).isLessThan(64 + 4 * EntryList.CHUNK);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 64, 300})
  void append_whileTheOldestLeave_usesTheirRoom(int waiting) {
    append(waiting);
    for (int i = 0; i < 50_000; i++) {
      append(1);
      if (i % 2 == 0) {
        removeAll(List.of(expected.getFirst()));
      } else {
        poll(1);
      }
    }

    assertThat(waiting()).isEqualTo(expected);
    assertThat(expected.getLast().place).isLessThan(4 * waiting + 4 * EntryList.CHUNK);
  }

  @Test
  void drainInOrderTo_aListThatHoldsSome_mergesThem() {
    EntryList target = new EntryList();
    append(100);
    list.drainInOrderTo(target);
    List<TestEntry> older = List.copyOf(expected);
    expected.clear();
    orders = 0;
    append(100); // the same orders once more, as if they had come by another way

    list.drainInOrderTo(target);

    List<WheelEntry> merged = new ArrayList<>();
    target.handOver(merged::add);
    assertThat(list.isEmpty()).isTrue();
    assertThat(merged).hasSize(200).containsAll(older).containsAll(expected);
    assertThat(merged).isSortedAccordingTo((a, b) -> Long.compare(a.order(), b.order()));
  }

  @Test
  @Requirement("S4.6")
  void ranks_areCountedWhenAskedForAndKeptFromThenOn() {
    for (int rank : new int[] {2, 1, 1, 0, 2}) {
      list.append(TestEntry.ranked(++orders, 1, rank));
    }
    assertThat(list.lowestRank()).isZero();
    list.remove(newestOf(0));
    assertThat(list.lowestRank()).isEqualTo(1);
    assertThat(newestOf(1).order()).isEqualTo(3);
    list.append(TestEntry.ranked(++orders, 1, 0));
    assertThat(newestOf(0).order()).isEqualTo(6);
    list.handOver(entry -> {});
    assertThat(list.lowestRank()).isEqualTo(Wheel.RANKS);
  }

  private WheelEntry newestOf(int rank) {
    return Objects.requireNonNull(list.newestOf(rank, 4));
  }

  private void append(int count) {
    for (int i = 0; i < count; i++) {
      TestEntry entry = TestEntry.once(++orders, 1);
      entry.where = WheelEntry.IN_SLOT;
      list.append(entry);
      expected.add(entry);
    }
  }

  private void removeAll(List<TestEntry> chosen) {
    for (TestEntry entry : chosen) {
      list.remove(entry);
      assertThat(entry.isLoose()).isTrue();
    }
    expected.removeAll(chosen);
  }

  private List<TestEntry> newestFirst(int count) {
    return List.copyOf(expected.reversed().subList(0, Math.min(count, expected.size())));
  }

  private List<TestEntry> oldestFirst(int count) {
    return List.copyOf(expected.subList(0, Math.min(count, expected.size())));
  }

  private List<TestEntry> anywhere(SplittableRandom random, int count) {
    List<TestEntry> left = new ArrayList<>(expected);
    List<TestEntry> chosen = new ArrayList<>();
    while (chosen.size() < count && !left.isEmpty()) {
      chosen.add(left.remove(random.nextInt(left.size())));
    }
    return chosen;
  }

  private void poll(int count) {
    for (int i = 0; i < count; i++) {
      TestEntry first = expected.isEmpty() ? null : expected.removeFirst();
      assertThat(list.poll()).isSameAs(first);
    }
  }

  private void handOverUntilItThrows(int count) {
    if (count == 0) {
      return;
    }
    List<WheelEntry> came = new ArrayList<>();
    assertThatThrownBy(
            () ->
                list.handOver(
                    entry -> {
                      came.add(entry);
                      if (came.size() == count) {
                        throw new IllegalStateException("enough");
                      }
                    }))
        .hasMessage("enough");
    List<TestEntry> gone = expected.subList(0, count);
    assertThat(came).isEqualTo(gone);
    gone.clear();
  }

  private List<WheelEntry> waiting() {
    List<WheelEntry> seen = new ArrayList<>();
    list.forEach(seen::add);
    return seen;
  }

  private List<WheelEntry> handedOver() {
    List<WheelEntry> came = new ArrayList<>();
    list.handOver(came::add);
    return came;
  }
}
