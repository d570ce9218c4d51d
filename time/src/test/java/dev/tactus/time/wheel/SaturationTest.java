package dev.tactus.time.wheel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tactus.requirement.Requirement;
import dev.tactus.time.SeededCases;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Who has to go when slots or the overflow are full.
@Requirement("S4.6")
final class SaturationTest {
  private static final int LOW = 0;
  private static final int NORMAL = 1;
  private static final int HIGH = 2;
  private static final int CASES = 2_000;

  private final List<WheelEntry> dropped = new ArrayList<>();

  private Wheel wheel(int slotCapacity, int overflowCapacity) {
    return new Wheel(
        WheelSettings.DEFAULT
            .withSlots(8)
            .withSlotCapacity(slotCapacity)
            .withOverflowCapacity(overflowCapacity),
        dropped::add);
  }

  private static TestEntry insert(Wheel wheel, long order, long tick, int rank) {
    TestEntry entry = TestEntry.ranked(order, tick, rank);
    wheel.insert(entry);
    return entry;
  }

  @Test
  void insert_slotFull_dropsNewestOfLowestRank() {
    Wheel wheel = wheel(3, 10);
    TestEntry olderLow = insert(wheel, 1, 2, LOW);
    TestEntry newerLow = insert(wheel, 2, 2, LOW);
    TestEntry normal = insert(wheel, 3, 2, NORMAL);

    TestEntry high = insert(wheel, 4, 2, HIGH);
    assertThat(dropped).containsExactly(newerLow);
    TestEntry secondHigh = insert(wheel, 5, 2, HIGH);
    assertThat(dropped).containsExactly(newerLow, olderLow);
    TestEntry thirdHigh = insert(wheel, 6, 2, HIGH);
    assertThat(dropped).containsExactly(newerLow, olderLow, normal);

    List<WheelEntry> fired = new ArrayList<>();
    wheel.advanceTo(2, fired::add);
    assertThat(fired).containsExactly(high, secondHigh, thirdHigh);
  }

  @Test
  void insert_slotFullOfMoreImportant_dropsTheNewOne() {
    Wheel wheel = wheel(1, 10);
    TestEntry normal = insert(wheel, 1, 2, NORMAL);
    TestEntry low = insert(wheel, 2, 2, LOW);
    TestEntry newerNormal = insert(wheel, 3, 2, NORMAL);

    assertThat(dropped).containsExactly(low, newerNormal);
    assertThat(low.isLoose()).isTrue();
    assertThat(normal.waits()).isTrue();
    assertThat(wheel.size()).isEqualTo(1);
  }

  @Test
  void insert_olderEntryIntoFullSlot_dropsTheNewerOneThere() {
    Wheel wheel = wheel(1, 10);
    TestEntry newer = insert(wheel, 9, 2, NORMAL);
    TestEntry older = insert(wheel, 4, 2, NORMAL);

    assertThat(dropped).containsExactly(newer);
    assertThat(newer.isLoose()).isTrue();
    assertThat(older.waits()).isTrue();
  }

  @Test
  void insert_oneSlotFull_leavesOtherSlotsAlone() {
    Wheel wheel = wheel(1, 10);
    insert(wheel, 1, 2, LOW);
    insert(wheel, 2, 3, LOW);
    TestEntry surplus = insert(wheel, 3, 2, LOW);

    assertThat(dropped).containsExactly(surplus);
    assertThat(wheel.size()).isEqualTo(2);
  }

  @Test
  void insert_overflowFull_dropsNewestOfLowestRank() {
    Wheel wheel = wheel(10, 2);
    TestEntry normal = insert(wheel, 1, 1_000, NORMAL);
    TestEntry low = insert(wheel, 2, 50, LOW);
    TestEntry high = insert(wheel, 3, 1_000_000, HIGH);
    assertThat(dropped).containsExactly(low);
    TestEntry newerNormal = insert(wheel, 4, 60, NORMAL);
    assertThat(dropped).containsExactly(low, newerNormal);

    List<WheelEntry> fired = new ArrayList<>();
    wheel.advanceTo(1_000_000, fired::add);
    assertThat(fired).containsExactly(normal, high);
  }

  @Test
  void advanceTo_moreMovesInThanTheSlotTakes_keepsTheBest() {
    Wheel wheel = wheel(2, 10);
    TestEntry low = insert(wheel, 1, 100, LOW);
    TestEntry older = insert(wheel, 2, 100, NORMAL);
    TestEntry newer = insert(wheel, 3, 100, NORMAL);
    TestEntry high = insert(wheel, 4, 100, HIGH);

    List<WheelEntry> fired = new ArrayList<>();
    wheel.advanceTo(100, fired::add);

    assertThat(fired).containsExactly(older, high);
    assertThat(dropped).containsExactlyInAnyOrder(low, newer);
  }

  /// More entries than the overflow remembers as the next to go, inserted in a random order, with
  /// cancellations, time passing, and older entries coming back in between.
  @Test
  void insert_largeOverflowFull_dropsNewestFirst() {
    SeededCases.run(SaturationTest.class, 10, this::dropFromLargeOverflow);
  }

  private void dropFromLargeOverflow(long seed) {
    int capacity = 2_600;
    SplittableRandom random = new SplittableRandom(seed);
    List<WheelEntry> gone = new ArrayList<>();
    Wheel wheel =
        new Wheel(WheelSettings.DEFAULT.withSlots(8).withOverflowCapacity(capacity), gone::add);
    TreeSet<WheelEntry> worstFirst =
        new TreeSet<>(
            Comparator.comparingInt(WheelEntry::rank)
                .thenComparing(Comparator.comparingLong(WheelEntry::order).reversed()));
    List<Long> skipped = new ArrayList<>();
    long orders = 3L * capacity;
    for (long order = 1; order <= orders; order++) {
      if (random.nextInt(10) == 0) {
        skipped.add(order);
        continue;
      }
      boolean old = !skipped.isEmpty() && random.nextInt(20) == 0;
      TestEntry entry =
          TestEntry.ranked(
              old ? skipped.remove(random.nextInt(skipped.size())) : order,
              (1L << 30) + random.nextLong(1L << 29),
              random.nextLong(orders) < order ? random.nextInt(Wheel.RANKS) : LOW);
      worstFirst.add(entry);
      WheelEntry expected = worstFirst.size() > capacity ? worstFirst.pollFirst() : null;
      wheel.insert(entry);
      assertThat(gone).isEqualTo(expected == null ? List.of() : List.of(expected));
      gone.clear();
      if (random.nextInt(5) == 0) {
        // The next to go, or any other.
        WheelEntry cancelled = random.nextBoolean() ? worstFirst.first() : worstFirst.last();
        worstFirst.remove(cancelled);
        wheel.remove(cancelled);
      }
      wheel.advanceTo(wheel.position() + random.nextInt(100_000), gone::add);
    }
  }

  /// What two threads register in turn comes one stack after the other. A look at all entries for
  /// each drop would take far too long.
  @ParameterizedTest
  @ValueSource(longs = {1, 1_000_000})
  @Timeout(60)
  void insert_manyOutOfOrderWhereAllIsFull_dropsTheNewest(long deadline) {
    int capacity = 400_000;
    Wheel wheel = wheel(capacity, capacity);
    for (long order = 1; order <= 2L * capacity; order += 2) {
      insert(wheel, order, deadline, NORMAL);
    }
    for (long order = 2; order <= 2L * capacity; order += 2) {
      insert(wheel, order, deadline, NORMAL);
    }

    assertThat(dropped).hasSize(capacity).allMatch(entry -> entry.order() > capacity);
  }

  @Test
  void wheel_randomLifeWithLittleRoom_dropsAsTheOracleDoes() {
    long[] drops = new long[1];
    int cases =
        SeededCases.run(SaturationTest.class, CASES, seed -> drops[0] += SaturationCase.run(seed));
    if (cases >= CASES) {
      assertThat(drops[0]).as("drops").isGreaterThan(10L * cases);
    }
  }
}
