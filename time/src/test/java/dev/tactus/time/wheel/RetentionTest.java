package dev.tactus.time.wheel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tactus.requirement.Requirement;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/// What has left the wheel can be collected: no corner of it holds on.
@Requirement("S1.4")
final class RetentionTest {
  private static final int COLLECTIONS_MAX = 50;
  private static final long WAIT_MILLIS = 100;

  private final Wheel wheel =
      new Wheel(WheelSettings.DEFAULT.withSlots(8).withOverflowCapacity(4), dropped -> {});

  @Test
  void remove_fromSlot_entryIsCollected() throws InterruptedException {
    assertCollected(3, wheel::remove);
  }

  @Test
  void remove_fromOverflow_entryIsCollected() throws InterruptedException {
    assertCollected(1_000_000, wheel::remove);
  }

  @Test
  void remove_fromOverflowWhereAnotherWaits_entryIsCollected() throws InterruptedException {
    wheel.insert(TestEntry.once(0, 1_000_000));
    assertCollected(1_000_000, wheel::remove);
    assertThat(wheel.overflowSize()).isEqualTo(1);
  }

  @Test
  void remove_fromOverflowThatDropped_entryIsCollected() throws InterruptedException {
    assertCollected(
        1_000_000,
        entry -> {
          // The fifth does not fit: from now on the wheel remembers who would have to go next.
          for (int order = 2; order <= 5; order++) {
            wheel.insert(TestEntry.once(order, 1_000_000));
          }
          wheel.remove(entry);
        });
    assertThat(wheel.overflowSize()).isEqualTo(3);
  }

  @Test
  void advanceTo_firedEntry_isCollected() throws InterruptedException {
    assertCollected(1_000, entry -> wheel.advanceTo(1_000, fired -> {}));
  }

  @Test
  void clear_entries_areCollected() throws InterruptedException {
    assertCollected(1_000, entry -> wheel.clear(cleared -> {}));
  }

  private void assertCollected(long tick, Consumer<WheelEntry> takeOut)
      throws InterruptedException {
    ReferenceQueue<WheelEntry> collected = new ReferenceQueue<>();
    WeakReference<WheelEntry> entry = inAndOut(tick, takeOut, collected);
    for (int i = 0; i < COLLECTIONS_MAX; i++) {
      System.gc();
      if (collected.remove(WAIT_MILLIS) == entry) {
        return;
      }
    }
    throw new AssertionError("the wheel holds " + entry.get() + " although it has left");
  }

  /// A method of its own, so that no local variable holds the entry afterwards.
  private WeakReference<WheelEntry> inAndOut(
      long tick, Consumer<WheelEntry> takeOut, ReferenceQueue<WheelEntry> collected) {
    TestEntry entry = TestEntry.once(1, tick);
    wheel.insert(entry);
    takeOut.accept(entry);
    assertThat(entry.isLoose()).isTrue();
    return new WeakReference<>(entry, collected);
  }
}
