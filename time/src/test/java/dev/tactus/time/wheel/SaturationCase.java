package dev.tactus.time.wheel;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;

/// One random life of a wheel with too little room, checked against a [SaturationOracle].
final class SaturationCase {
  private static final int[] SLOTS = {2, 4, 8, 16};

  private final SplittableRandom random;
  private final Wheel wheel;
  private final SaturationOracle oracle;
  private final List<TestEntry> dropped = new ArrayList<>();
  private final int delayMax;
  private long lastOrder;
  private long dropCount;

  private SaturationCase(long seed) {
    random = new SplittableRandom(seed);
    WheelSettings settings =
        new WheelSettings(
            SLOTS[random.nextInt(SLOTS.length)],
            1 + random.nextInt(4),
            1 + random.nextInt(12),
            Integer.MAX_VALUE,
            0.75);
    delayMax = settings.slots() * (random.nextBoolean() ? 3 : 100);
    oracle = new SaturationOracle(settings);
    wheel = new Wheel(settings, e -> dropped.add((TestEntry) e));
  }

  /// Runs the case of this seed.
  ///
  /// @return how many entries were dropped
  static long run(long seed) {
    SaturationCase life = new SaturationCase(seed);
    life.run();
    return life.dropCount;
  }

  private void run() {
    for (int step = 0; step < 80; step++) {
      switch (random.nextInt(8)) {
        case 0 -> removeAny();
        case 1 -> advance(1);
        case 2 -> advance(random.nextInt(delayMax));
        default -> insertSome();
      }
      compare();
    }
  }

  private void insertSome() {
    int count = 1 + random.nextInt(4);
    long tick = wheel.position() + 1 + random.nextInt(delayMax);
    for (int i = 0; i < count; i++) {
      insert(
          TestEntry.periodic(
              ++lastOrder,
              random.nextBoolean() ? tick : wheel.position() + random.nextInt(delayMax),
              random.nextInt(Wheel.RANKS),
              random.nextInt(3) == 0 ? 1 + random.nextInt(delayMax) : 0));
    }
  }

  private void insert(TestEntry entry) {
    oracle.insert(entry);
    wheel.insert(entry);
  }

  private void removeAny() {
    List<TestEntry> waiting = oracle.waiting();
    if (!waiting.isEmpty()) {
      TestEntry entry = waiting.get(random.nextInt(waiting.size()));
      oracle.remove(entry);
      wheel.remove(entry);
    }
  }

  /// Both sides fire alone, each arming periodic entries anew, and then have to agree.
  private void advance(int ticks) {
    long target = wheel.position() + ticks;
    List<String> expected = new ArrayList<>();
    List<String> fired = new ArrayList<>();
    List<TestEntry> twins = new ArrayList<>();
    oracle.advanceTo(
        target,
        e -> {
          expected.add(e.order + "@" + e.expectedTick);
          if (e.periodTicks > 0) {
            // The wheel still has to fire the entry itself, so the oracle goes on with a twin.
            TestEntry twin =
                TestEntry.periodic(e.order, e.expectedTick + e.periodTicks, e.rank, e.periodTicks);
            twins.add(twin);
            oracle.insert(twin);
          }
        });
    List<TestEntry> armed = new ArrayList<>();
    wheel.advanceTo(
        target,
        e -> {
          TestEntry entry = (TestEntry) e;
          fired.add(entry.order + "@" + wheel.position());
          if (entry.periodTicks > 0) {
            TestEntry twin = twins.get(armed.size());
            armed.add(twin);
            wheel.insert(twin);
          }
        });
    assertThat(fired).isEqualTo(expected);
  }

  private void compare() {
    dropped.sort(Comparator.comparingLong(e -> e.order));
    assertThat(dropped).as("dropped").isEqualTo(oracle.takeDropped());
    assertThat(dropped).allMatch(TestEntry::isLoose);
    dropCount += dropped.size();
    dropped.clear();
    List<WheelEntry> waiting = new ArrayList<>();
    wheel.forEach(waiting::add);
    waiting.sort(Comparator.comparingLong(WheelEntry::order));
    assertThat(waiting).as("waiting").isEqualTo(oracle.waiting());
    assertThat(wheel.size()).isEqualTo(waiting.size());
    assertThat(wheel.overflowSize()).isEqualTo(oracle.overflowSize());
  }
}
