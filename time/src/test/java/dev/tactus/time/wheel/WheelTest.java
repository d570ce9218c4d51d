package dev.tactus.time.wheel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tactus.requirement.Requirement;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

final class WheelTest {
  private final List<WheelEntry> fired = new ArrayList<>();
  private final Wheel wheel = wheelOf(8);

  private static Wheel wheelOf(int slots) {
    return new Wheel(
        WheelSettings.DEFAULT.withSlots(slots),
        e -> {
          throw new AssertionError(e + " was dropped");
        });
  }

  private TestEntry insert(long order, long tick) {
    TestEntry entry = TestEntry.once(order, tick);
    wheel.insert(entry);
    return entry;
  }

  @Test
  @Requirement("S1.2")
  void advanceTo_sameTickByDifferentWays_firesInOrderOfRegistration() {
    TestEntry far = insert(1, 100); // by way of the overflow
    TestEntry repeating = insert(2, 98); // armed anew, after the third is in its slot
    wheel.advanceTo(97, fired::add);
    TestEntry direct = insert(3, 100);

    wheel.advanceTo(
        100,
        e -> {
          fired.add(e);
          if (e == repeating && e.deadlineTick() == 98) {
            repeating.deadlineTick(100);
            wheel.insert(repeating);
          }
        });

    assertThat(fired).containsExactly(repeating, far, repeating, direct);
  }

  @Test
  @Requirement("S7.1")
  void advanceTo_longJump_firesOnTheFirstTickOfAHalf() {
    // Ticks at which a half of the wheel or a unit of some level begins, met in one jump.
    long[] ticks = {4, 8, 12, 128, 132, 4_096, 131_072};
    for (int i = 0; i < ticks.length; i++) {
      insert(ticks.length - i, ticks[i]);
    }
    List<Long> seen = new ArrayList<>();

    wheel.advanceTo(1L << 20, e -> seen.add(wheel.position()));

    assertThat(seen).containsExactly(4L, 8L, 12L, 128L, 132L, 4_096L, 131_072L);
  }

  @Test
  void insert_deadlineHasPassed_isDueOnTheNextTick() {
    wheel.advanceTo(50, fired::add);
    TestEntry late = insert(1, 7);

    assertThat(late.deadlineTick()).isEqualTo(51);
    assertThat(wheel.nextWakeTick()).isEqualTo(51);
    wheel.advanceTo(51, fired::add);
    assertThat(fired).containsExactly(late);
  }

  @Test
  @Requirement("S7.3")
  void insert_longestDelay_firesThereAndNotBefore() {
    for (int slots : new int[] {2, 512, 1 << 20}) {
      Wheel any = wheelOf(slots);
      any.advanceTo(12_345, fired::add);
      TestEntry last = TestEntry.once(1, 12_345L + Integer.MAX_VALUE);
      any.insert(last);

      any.advanceTo(12_344L + Integer.MAX_VALUE, fired::add);
      assertThat(fired).isEmpty();
      any.advanceTo(12_345L + Integer.MAX_VALUE, fired::add);
      assertThat(fired).containsExactly(last);
      fired.clear();
    }
  }

  @Test
  @Requirement("S7.3")
  void wheel_oneMillionEntries_firesAllInOrder() {
    int count = 1_000_000;
    Wheel large = wheelOf(512);
    SplittableRandom random = new SplittableRandom(7);
    for (int order = 1; order <= count; order++) {
      large.insert(TestEntry.once(order, 1 + random.nextLong(1L << random.nextInt(1, 31))));
    }
    assertThat(large.size()).isEqualTo(count);

    long[] last = new long[3]; // tick, order, count
    large.advanceTo(
        Integer.MAX_VALUE,
        e -> {
          boolean inOrder =
              e.deadlineTick > last[0] || (e.deadlineTick == last[0] && e.order > last[1]);
          if (!inOrder || e.deadlineTick != large.position()) {
            throw new AssertionError(e + " came after " + last[1] + "@" + last[0]);
          }
          last[0] = e.deadlineTick;
          last[1] = e.order;
          last[2]++;
        });

    assertThat(last[2]).isEqualTo(count);
    assertThat(large.size()).isZero();
  }

  /// A driver may sleep nearly all the time: it is needed once for each level on the way in.
  @Test
  @Requirement("S6.4")
  void nextWakeTick_oneVeryFarEntry_isAskedForAFewTimes() {
    Wheel large = wheelOf(512);
    TestEntry far = TestEntry.once(1, Integer.MAX_VALUE);
    large.insert(far);
    int wakes = 0;
    while (large.size() > 0) {
      large.advanceTo(large.nextWakeTick(), fired::add);
      wakes++;
    }

    assertThat(fired).containsExactly(far);
    assertThat(large.position()).isEqualTo(Integer.MAX_VALUE);
    assertThat(wakes).isLessThanOrEqualTo(8);
  }

  @Test
  @Requirement("S1.4")
  void remove_whileItsTickIsHandedOver_neverFires() {
    TestEntry first = insert(1, 3);
    TestEntry second = insert(2, 3);
    TestEntry third = insert(3, 3);
    TestEntry fourth = insert(4, 3);

    wheel.advanceTo(
        3,
        e -> {
          fired.add(e);
          wheel.remove(second);
          wheel.remove(fourth);
        });

    assertThat(fired).containsExactly(first, third);
    assertThat(second.isLoose()).isTrue();
    assertThat(fourth.isLoose()).isTrue();
    assertThat(wheel.size()).isZero();
    assertThat(wheel.nextWakeTick()).isEqualTo(Wheel.NEVER);
  }

  @Test
  @Requirement("S1.4")
  void remove_manyInAnyOrder_leavesTheOthersInTheirs() {
    for (int step : new int[] {1, 2, 3, 7}) {
      Wheel many = new Wheel(WheelSettings.DEFAULT, dropped -> {});
      List<TestEntry> entries = new ArrayList<>();
      for (int order = 1; order <= 100; order++) {
        TestEntry entry = TestEntry.once(order, 100_000);
        entries.add(entry);
        many.insert(entry);
      }
      List<TestEntry> left = new ArrayList<>();
      for (TestEntry entry : entries.reversed()) {
        if (entry.order() % step == 0) {
          many.remove(entry);
        } else {
          left.addFirst(entry);
        }
      }
      TestEntry last = TestEntry.once(101, 100_000);
      many.insert(last);
      left.add(last);
      assertThat(many.size()).isEqualTo(left.size());
      assertThat(entries).filteredOn(entry -> !left.contains(entry)).allMatch(TestEntry::isLoose);
      List<WheelEntry> came = new ArrayList<>();
      many.advanceTo(100_000, came::add);
      assertThat(came).isEqualTo(left);
    }
  }

  @Test
  void remove_whatDoesNotWait_changesNothing() {
    TestEntry waiting = insert(1, 3);
    TestEntry stranger = TestEntry.once(2, 3);

    wheel.remove(stranger);
    wheel.advanceTo(3, fired::add);
    wheel.remove(waiting);

    assertThat(fired).containsExactly(waiting);
    assertThat(wheel.size()).isZero();
  }

  @Test
  void advanceTo_consumerThrows_keepsTheRest() {
    insert(1, 3);
    TestEntry second = insert(2, 3);
    TestEntry third = insert(3, 5);
    IllegalStateException failure = new IllegalStateException("handler");

    assertThatThrownBy(
            () ->
                wheel.advanceTo(
                    6,
                    e -> {
                      throw failure;
                    }))
        .isSameAs(failure);

    assertThat(wheel.position()).isEqualTo(3);
    assertThat(wheel.size()).isEqualTo(2);
    assertThat(wheel.nextWakeTick()).isEqualTo(4);
    List<WheelEntry> shown = new ArrayList<>();
    wheel.forEach(shown::add);
    assertThat(shown).containsExactly(second, third);
    wheel.resume(fired::add);
    assertThat(fired).containsExactly(second);
    wheel.advanceTo(6, fired::add);
    assertThat(fired).containsExactly(second, third);
  }

  @Test
  void advanceTo_consumerThrewOnTheLastEntryLeft_isStillWokenForTheRest() {
    insert(1, 3);
    TestEntry second = insert(2, 3);
    assertThatThrownBy(
            () ->
                wheel.advanceTo(
                    3,
                    e -> {
                      throw new IllegalStateException("handler");
                    }))
        .isInstanceOf(IllegalStateException.class);

    // No slot and no overflow holds anything; the rest of tick 3 does not wait for ever.
    assertThat(wheel.nextWakeTick()).isEqualTo(4);
    wheel.advanceTo(4, fired::add);
    assertThat(fired).containsExactly(second);
    assertThat(wheel.nextWakeTick()).isEqualTo(Wheel.NEVER);
  }

  @Test
  void clear_entriesEverywhere_handsOverEachOnce() {
    TestEntry near = insert(1, 3);
    TestEntry next = insert(2, 6);
    TestEntry far = insert(3, 1_000_000);

    wheel.clear(fired::add);

    assertThat(fired).containsExactlyInAnyOrder(near, next, far);
    assertThat(List.of(near, next, far)).allMatch(TestEntry::isLoose);
    assertThat(wheel.size()).isZero();
    assertThat(wheel.activeSlots()).isZero();
    assertThat(wheel.overflowSize()).isZero();
    assertThat(wheel.nextWakeTick()).isEqualTo(Wheel.NEVER);
    TestEntry again = insert(4, 3);
    wheel.advanceTo(10, e -> assertThat(e).isSameAs(again));
  }

  @Test
  void sizes_entriesInSlotsAndBeyond_areCountedApart() {
    insert(1, 3);
    insert(2, 3);
    insert(3, 5);
    insert(4, 8); // the wheel's halves are 0 to 3 and 4 to 7

    assertThat(wheel.size()).isEqualTo(4);
    assertThat(wheel.overflowSize()).isEqualTo(1);
    assertThat(wheel.activeSlots()).isEqualTo(2);
    assertThat(wheel.slotSize(3)).isEqualTo(2);
    assertThat(wheel.slotSize(5)).isEqualTo(1);
    assertThat(wheel.slotSize(0)).isZero();
  }

  @Test
  void advanceTo_backwards_changesNothing() {
    wheel.advanceTo(10, fired::add);
    TestEntry entry = insert(1, 12);
    wheel.advanceTo(4, fired::add);

    assertThat(wheel.position()).isEqualTo(10);
    assertThat(fired).isEmpty();
    assertThat(entry.waits()).isTrue();
  }

  @Test
  void insert_whatWaitsAlready_isRefused() {
    TestEntry entry = insert(1, 3);

    assertThatThrownBy(() -> wheel.insert(entry)).isInstanceOf(AssertionError.class);
    assertThatThrownBy(() -> entry.deadlineTick(9)).isInstanceOf(AssertionError.class);
    assertThat(entry.deadlineTick()).isEqualTo(3);
  }

  /// After a very long stall a new far timer lies further from the position than any level reaches.
  @Test
  @Requirement({"S7.1", "S7.3"})
  void insert_beyondTheReachOfTheHighestLevel_isDueOnItsTick() {
    Wheel stalled = wheelOf(256);
    long far = (1L << 34) + 5;
    TestEntry first = TestEntry.once(1, 1);
    TestEntry last = TestEntry.once(2, far);
    TestEntry removed = TestEntry.once(3, far);
    TestEntry furthest = TestEntry.once(4, 1L << 40);
    for (TestEntry entry : List.of(first, last, removed, furthest)) {
      stalled.insert(entry);
    }
    List<Long> seen = new ArrayList<>();
    stalled.advanceTo(far - 1, e -> seen.add(stalled.position()));
    stalled.remove(removed);
    stalled.advanceTo(1L << 41, e -> seen.add(stalled.position()));

    assertThat(seen).containsExactly(1L, far, 1L << 40);
    assertThat(stalled.size()).isZero();
  }

  @Test
  @Requirement("S8.2")
  void advanceTo_consumerRemovesTheNextAndThrows_keepsTheRest() {
    TestEntry first = insert(1, 5);
    TestEntry second = insert(2, 5);
    TestEntry third = insert(3, 5);
    IllegalStateException error = new IllegalStateException("in the middle");

    assertThatThrownBy(
            () ->
                wheel.advanceTo(
                    5,
                    e -> {
                      fired.add(e);
                      wheel.remove(second);
                      throw error;
                    }))
        .isSameAs(error);
    wheel.resume(fired::add);

    assertThat(fired).containsExactly(first, third);
    assertThat(wheel.size()).isZero();
  }

  /// A wheel with little room, in which whoever hears of a drop throws.
  private static Wheel throwingWheel(int overflowCapacity, List<WheelEntry> dropped) {
    return new Wheel(
        WheelSettings.DEFAULT
            .withSlots(4)
            .withSlotCapacity(1)
            .withOverflowCapacity(overflowCapacity),
        e -> {
          dropped.add(e);
          throw new OutOfMemoryError("a passing lack of memory");
        });
  }

  @Test
  @Requirement("S4.6")
  void insert_whoeverHearsOfTheDropThrows_isDoneAllTheSame() {
    for (long tick : new long[] {2, 500}) {
      List<WheelEntry> dropped = new ArrayList<>();
      Wheel small = throwingWheel(1, dropped);
      TestEntry goes = TestEntry.ranked(1, tick, 0);
      TestEntry stays = TestEntry.ranked(2, tick, 1);
      small.insert(goes);
      assertThatThrownBy(() -> small.insert(stays)).isInstanceOf(OutOfMemoryError.class);
      assertThat(dropped).containsExactly(goes);
      assertThat(goes.isLoose()).isTrue();
      small.advanceTo(tick, fired::add);
      assertThat(fired).containsExactly(stays);
      fired.clear();
    }
  }

  @Test
  @Requirement("S4.6")
  void insert_afterAMoveFromTheOverflowThatThrew_dropsWhatStillWaits() {
    List<WheelEntry> dropped = new ArrayList<>();
    Wheel small = throwingWheel(2, dropped);
    TestEntry first = TestEntry.once(49, 100);
    TestEntry second = TestEntry.once(50, 100);
    small.insert(first);
    small.insert(second);
    // The overflow is full, and remembers from now on which would be next.
    TestEntry third = TestEntry.once(51, 100);
    assertThatThrownBy(() -> small.insert(third)).isInstanceOf(OutOfMemoryError.class);
    // Both move to one slot, which has room for one.
    assertThatThrownBy(() -> small.advanceTo(99, fired::add)).isInstanceOf(OutOfMemoryError.class);
    assertThat(dropped).containsExactly(third, second);
    small.insert(TestEntry.once(10, 5_000));
    small.insert(TestEntry.once(11, 5_000));
    TestEntry last = TestEntry.once(12, 5_000);
    assertThatThrownBy(() -> small.insert(last)).isInstanceOf(OutOfMemoryError.class);
    assertThat(dropped).containsExactly(third, second, last);
    small.advanceTo(100, fired::add);
    assertThat(fired).containsExactly(first);
  }
}
