package dev.tactus.time.wheel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tactus.requirement.Requirement;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// How entries move in from the overflow: a few on each tick, and in time.
@Requirement("S7.2")
final class AmortisedMovesTest {
  private static final int SLOTS = 512;
  private static final int HALF = SLOTS / 2;

  private long fired;
  private long lastTick;
  private long lastOrder;

  private static Wheel wheel(WheelSettings settings) {
    return new Wheel(
        settings,
        e -> {
          throw new AssertionError(e + " was dropped");
        });
  }

  private static List<TestEntry> insert(Wheel wheel, int count, long firstTick, long ticks) {
    SplittableRandom random = new SplittableRandom(3);
    List<TestEntry> entries = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      TestEntry entry = TestEntry.once(wheel.size() + 1, firstTick + random.nextLong(ticks));
      entry.expectedTick = entry.deadlineTick;
      entries.add(entry);
      wheel.insert(entry);
    }
    return entries;
  }

  private void onTime(Wheel wheel, WheelEntry e) {
    TestEntry entry = (TestEntry) e;
    boolean inOrder = wheel.position() > lastTick || entry.order > lastOrder;
    if (entry.expectedTick != wheel.position() || !inOrder) {
      throw new AssertionError(entry + " was fired on tick " + wheel.position());
    }
    lastTick = wheel.position();
    lastOrder = entry.order;
    fired++;
  }

  /// Where every entry is: a change is a move, also from one level of the overflow to the next.
  private static byte[] places(List<TestEntry> entries) {
    byte[] places = new byte[entries.size()];
    for (int i = 0; i < places.length; i++) {
      places[i] = entries.get(i).where;
    }
    return places;
  }

  /// Each move goes one level down, or several at once.
  private static int moves(byte[] before, byte[] after) {
    int moves = 0;
    for (int i = 0; i < before.length; i++) {
      if (after[i] != WheelEntry.NOWHERE) {
        moves += before[i] - after[i];
      }
    }
    return moves;
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 100, 1_000, 1_000_000})
  void walk_hundredThousandInOneUnit_noTickMovesMoreThanItsShare(int limit) {
    int count = 100_000;
    Wheel wheel = wheel(WheelSettings.DEFAULT.withReinsertionBatchLimit(limit));
    long begin = 10L * HALF;
    List<TestEntry> entries = insert(wheel, count, begin, HALF);
    assertThat(wheel.overflowSize()).isEqualTo(count);
    int allowed = Math.max(limit, Math.ceilDiv(count, HALF));

    wheel.advanceTo(begin - 2L * HALF, e -> onTime(wheel, e));
    byte[] before = places(entries);
    while (wheel.position() < begin) {
      wheel.advanceTo(wheel.position() + 1, e -> onTime(wheel, e));
      byte[] after = places(entries);
      assertThat(moves(before, after)).isLessThanOrEqualTo(allowed);
      before = after;
    }

    assertThat(wheel.overflowSize()).isZero();
    wheel.advanceTo(begin + HALF, e -> onTime(wheel, e));
    assertThat(fired).isEqualTo(count);
  }

  /// The same for a driver that sleeps until the wheel wants to be called.
  @ParameterizedTest
  @ValueSource(ints = {1, 100, 1_000, 1_000_000})
  void wakeTicks_hundredThousandInOneUnit_noTickMovesMoreThanItsShare(int limit) {
    int count = 100_000;
    Wheel wheel = wheel(WheelSettings.DEFAULT.withReinsertionBatchLimit(limit));
    long begin = 10L * HALF;
    List<TestEntry> entries = insert(wheel, count, begin, HALF);
    int allowed = Math.max(limit, Math.ceilDiv(count, HALF));

    byte[] before = places(entries);
    int wakes = 0;
    while (wheel.overflowSize() > 0) {
      wheel.advanceTo(wheel.nextWakeTick(), e -> onTime(wheel, e));
      wakes++;
      byte[] after = places(entries);
      assertThat(moves(before, after)).isLessThanOrEqualTo(allowed);
      before = after;
    }

    assertThat(wakes).isLessThanOrEqualTo(HALF);
    assertThat(wheel.position()).isLessThan(begin);
    wheel.advanceTo(begin + HALF, e -> onTime(wheel, e));
    assertThat(fired).isEqualTo(count);
  }

  /// Entries of a unit of the second level walk through two moves each.
  @Test
  void walk_unitOfTheSecondLevel_noTickMovesMoreThanItsShare() {
    int count = 20_000;
    int limit = 10;
    long unit = 32L * HALF;
    Wheel wheel = wheel(WheelSettings.DEFAULT.withReinsertionBatchLimit(limit));
    long begin = 5 * unit;
    List<TestEntry> entries = insert(wheel, count, begin, unit);
    int share = Math.ceilDiv(2 * count, (int) unit);

    byte[] before = places(entries);
    wheel.advanceTo(begin - unit - 1, e -> onTime(wheel, e));
    int movesMax = 0;
    while (wheel.position() < begin + unit) {
      wheel.advanceTo(wheel.position() + 1, e -> onTime(wheel, e));
      byte[] after = places(entries);
      movesMax = Math.max(movesMax, moves(before, after));
      before = after;
    }

    // Random deadlines are not spread evenly over the units of the first level.
    assertThat(movesMax).isBetween(limit, limit + 2 * share);
    assertThat(fired).isEqualTo(count);
  }

  /// Entries of two levels come into range at the same time; neither is in a hurry.
  @Test
  void walk_twoLevelsInRange_shareTheLimit() {
    int limit = 10;
    long unit = 32L * HALF;
    Wheel wheel = wheel(WheelSettings.DEFAULT.withReinsertionBatchLimit(limit));
    List<TestEntry> entries = insert(wheel, 300, unit + HALF, HALF);
    entries.addAll(insert(wheel, 1_000, 2 * unit, unit));
    int share = Math.ceilDiv(300, HALF);

    wheel.advanceTo(unit - 1, e -> onTime(wheel, e));
    byte[] before = places(entries);
    for (int tick = 0; tick < 50; tick++) {
      wheel.advanceTo(wheel.position() + 1, e -> onTime(wheel, e));
      byte[] after = places(entries);
      assertThat(moves(before, after)).isBetween(limit, limit + share);
      before = after;
    }
  }

  @Test
  void advanceTo_onlyOnWakeTicks_nothingIsLate() {
    for (int limit : new int[] {1, 3, 100}) {
      for (int slots : new int[] {2, 8, 512}) {
        fired = 0;
        lastTick = 0;
        Wheel wheel =
            wheel(WheelSettings.DEFAULT.withSlots(slots).withReinsertionBatchLimit(limit));
        insert(wheel, 2_000, 1, 100_000);
        while (wheel.size() > 0) {
          wheel.advanceTo(wheel.nextWakeTick(), e -> onTime(wheel, e));
        }
        assertThat(fired).isEqualTo(2_000);
      }
    }
  }

  @Test
  void nextWakeTick_fewEntriesFarAway_isJustBeforeTheirUnit() {
    Wheel wheel = wheel(WheelSettings.DEFAULT);
    insert(wheel, 50, 10L * HALF, HALF);

    assertThat(wheel.nextWakeTick()).isEqualTo(10L * HALF - 1);
  }

  @Test
  void nextWakeTick_moreThanOneTickMayMove_isEarlierByTheTicksNeeded() {
    Wheel wheel = wheel(WheelSettings.DEFAULT);
    insert(wheel, 1_000, 10L * HALF, HALF);

    assertThat(wheel.nextWakeTick()).isBetween(10L * HALF - 11, 10L * HALF - 10);
  }

  @Test
  void overflowNearCapacity_atAndAboveTheThreshold_changesExactlyThere() {
    Wheel wheel = wheel(WheelSettings.DEFAULT.withOverflowCapacity(8));
    insert(wheel, 6, 10_000, HALF);
    assertThat(wheel.overflowNearCapacity()).isFalse();

    List<TestEntry> seventh = insert(wheel, 1, 10_000, HALF);
    assertThat(wheel.overflowNearCapacity()).isTrue();
    wheel.remove(seventh.getFirst());
    assertThat(wheel.overflowNearCapacity()).isFalse();
  }

  @Test
  void overflowNearCapacity_entriesMoveIn_ends() {
    Wheel wheel = wheel(WheelSettings.DEFAULT.withOverflowCapacity(8));
    insert(wheel, 7, 10L * HALF, HALF);
    assertThat(wheel.overflowNearCapacity()).isTrue();

    wheel.advanceTo(9L * HALF, e -> {});
    assertThat(wheel.overflowNearCapacity()).isFalse();
    assertThat(wheel.size()).isEqualTo(7);
  }

  @Test
  void overflowNearCapacity_thresholdOfOne_neverHolds() {
    Wheel wheel =
        wheel(WheelSettings.DEFAULT.withOverflowCapacity(4).withOverflowReinsertionThreshold(1.0));
    insert(wheel, 4, 10_000, HALF);

    assertThat(wheel.overflowNearCapacity()).isFalse();
  }

  /// Few entries could wait until just before their unit; a queue that is nearly full does not.
  @Test
  void nextWakeTick_overflowNearCapacity_movesAtOnceWhatIsInRange() {
    Wheel wheel = wheel(WheelSettings.DEFAULT.withOverflowCapacity(8).withReinsertionBatchLimit(1));
    insert(wheel, 8, 3L * HALF, HALF);
    assertThat(wheel.nextWakeTick()).as("not in range yet").isGreaterThan(HALF);
    wheel.advanceTo(2L * HALF, e -> {}); // in range: moves one, so seven are left
    assertThat(wheel.overflowNearCapacity()).isTrue();
    assertThat(wheel.nextWakeTick()).isEqualTo(2L * HALF + 1);

    wheel.advanceTo(2L * HALF + 1, e -> {});
    assertThat(wheel.overflowNearCapacity()).isFalse();
    assertThat(wheel.nextWakeTick()).isGreaterThan(2L * HALF + 2);
  }
}
