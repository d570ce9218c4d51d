package dev.tactus.time.wheel;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;

/// One random life of a wheel, checked against a [SortedOracle] at every step.
final class WheelCase {
  private static final int[] SLOTS = {2, 4, 8, 64, 512};
  private static final int[] BATCH_LIMITS = {1, 2, 7, 100, Integer.MAX_VALUE};
  private static final int ENTRIES_MAX = 200;

  /// More than one chunk of a list holds.
  private static final int CROWD = 3 * EntryList.CHUNK;

  /// What a consumer throws now and then.
  private static final class Interruption extends RuntimeException {
    private static final long serialVersionUID = 1L;

    Interruption() {
      super("interrupted", null, false, false);
    }
  }

  /// How often rare things happened, over many cases: a test in which they never do proves little.
  static final class Reached {
    long walked;
    long fired;
    long armedAnew;
    long movedIn;
    long removedOnTheirTick;
    long interrupted;
    long removedFromAFullChunk;
  }

  private final SplittableRandom random;
  private final Reached reached;
  private final WheelSettings settings;
  private final Wheel wheel;
  private final SortedOracle oracle = new SortedOracle();

  /// Numbers that were passed over, to be given later: entries do not arrive in order.
  private final long[] skippedOrders = new long[4];

  private int skippedCount;
  private long lastOrder;

  private WheelCase(long seed, Reached reached) {
    this.reached = reached;
    random = new SplittableRandom(seed);
    settings =
        WheelSettings.DEFAULT
            .withSlots(SLOTS[random.nextInt(SLOTS.length)])
            .withReinsertionBatchLimit(BATCH_LIMITS[random.nextInt(BATCH_LIMITS.length)]);
    wheel =
        new Wheel(
            settings,
            e -> {
              throw new AssertionError(e + " was dropped although there is room");
            });
    // Also far from tick 0, where the high levels of the overflow stand at odd places.
    wheel.advanceTo(random.nextBoolean() ? 0 : random.nextLong(1L << 40), this::fired);
  }

  /// Runs the case of this seed.
  static void run(long seed, Reached reached) {
    new WheelCase(seed, reached).run();
  }

  private void run() {
    int steps = 30 + random.nextInt(60);
    for (int step = 0; step < steps; step++) {
      act();
      checkState();
    }
    takeEverythingOut();
  }

  private void act() {
    switch (random.nextInt(10)) {
      case 0, 1, 2 -> insertSome();
      case 3 -> removeSome();
      case 4, 5 -> walk(1 + random.nextInt(2 * settings.slots() + 200));
      case 6 -> followWakeTicks(1 + random.nextInt(30));
      case 7 -> advanceTo(wheel.position() + random.nextInt(3 * settings.slots() + 1));
      case 8 -> advanceTo(wheel.position() + delay());
      default -> advanceTo(aroundFirst());
    }
  }

  private void insertSome() {
    boolean crowd = random.nextInt(64) == 0;
    int count = crowd ? CROWD : 1 + random.nextInt(20);
    boolean sameTick = crowd || random.nextInt(4) == 0;
    long tick = wheel.position() + delay();
    for (int i = 0; i < count && oracle.size() < (crowd ? CROWD : ENTRIES_MAX); i++) {
      insert(sameTick ? tick : wheel.position() + delay());
    }
  }

  private void insert(long deadlineTick) {
    int rank = random.nextInt(Wheel.RANKS);
    TestEntry entry =
        random.nextInt(8) == 0
            ? TestEntry.periodic(nextOrder(), deadlineTick, rank, delay())
            : TestEntry.ranked(nextOrder(), deadlineTick, rank);
    oracle.insert(entry, wheel.position());
    wheel.insert(entry);
  }

  /// Mostly the next number, now and then one that was left out before.
  private long nextOrder() {
    if (skippedCount > 0 && random.nextInt(4) == 0) {
      return skippedOrders[--skippedCount];
    }
    if (skippedCount < skippedOrders.length && random.nextInt(8) == 0) {
      skippedOrders[skippedCount++] = ++lastOrder;
    }
    return ++lastOrder;
  }

  /// From one tick to the longest allowed, each order of magnitude as likely; rarely in the past.
  private long delay() {
    if (random.nextInt(16) == 0) {
      return -random.nextInt(3);
    }
    long magnitude = 1L << random.nextInt(32);
    return 1 + random.nextLong(Math.min(magnitude, Integer.MAX_VALUE));
  }

  private void removeSome() {
    int count = 1 + random.nextInt(10);
    if (random.nextBoolean()) {
      removeMany(4 * count);
    } else {
      for (int i = 0; i < count; i++) {
        removeAny();
      }
    }
  }

  /// In any order, or the newest first, as they come when all are cancelled.
  private void removeMany(int count) {
    List<TestEntry> chosen = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      TestEntry entry = oracle.any(random);
      if (entry != null) {
        oracle.remove(entry);
        chosen.add(entry);
      }
    }
    if (random.nextBoolean()) {
      chosen.sort(Comparator.comparingLong((TestEntry e) -> e.order).reversed());
    }
    for (TestEntry entry : chosen) {
      reached.removedFromAFullChunk += entry.place >= EntryList.CHUNK ? 1 : 0;
      wheel.remove(entry);
      check(entry.isLoose(), "claims to wait after its removal");
      wheel.remove(entry); // what does not wait is left alone
    }
  }

  private void removeAny() {
    TestEntry entry = oracle.any(random);
    if (entry != null) {
      oracle.remove(entry);
      wheel.remove(entry);
      check(entry.isLoose(), "claims to wait after its removal");
      wheel.remove(entry); // what does not wait is left alone
    }
  }

  private void walk(int ticks) {
    reached.walked += ticks;
    for (int i = 0; i < ticks; i++) {
      advanceTo(wheel.position() + 1);
    }
  }

  /// As a driver does that sleeps from one wake-up to the next.
  private void followWakeTicks(int times) {
    for (int i = 0; i < times && wheel.nextWakeTick() != Wheel.NEVER; i++) {
      advanceTo(wheel.nextWakeTick());
    }
  }

  /// Next to the first deadline: just before, on it, or just after it.
  private long aroundFirst() {
    long first = oracle.firstTick();
    long target = first == Wheel.NEVER ? wheel.position() : first - 1 + random.nextInt(3);
    return Math.max(wheel.position(), target);
  }

  private void advanceTo(long target) {
    int beyond = wheel.overflowSize();
    while (isInterrupted(target)) {
      reached.interrupted++;
      checkWakeTick();
    }
    reached.movedIn += Math.max(0, beyond - wheel.overflowSize());
    check(wheel.position() >= target, "the wheel stopped before its target");
    check(oracle.firstTick() > wheel.position(), "something that is due did not come out");
    checkWakeTick();
  }

  private boolean isInterrupted(long target) {
    try {
      wheel.advanceTo(target, this::fired);
      return false;
    } catch (Interruption e) {
      return true;
    }
  }

  private void fired(WheelEntry fired) {
    TestEntry entry = (TestEntry) fired;
    reached.fired++;
    check(oracle.contains(entry), "came out although it does not wait");
    check(entry == oracle.first(), "came out before its turn");
    check(entry.expectedTick == wheel.position(), "came out on another tick than its own");
    check(entry.deadlineTick == entry.expectedTick, "came out with another deadline");
    check(entry.isLoose(), "came out with links");
    oracle.remove(entry);
    check(wheel.size() == oracle.size(), "the wheel counts wrongly while it fires");
    if (entry.periodTicks > 0 && random.nextInt(16) != 0) {
      entry.deadlineTick(entry.expectedTick + entry.periodTicks);
      oracle.insert(entry, wheel.position());
      wheel.insert(entry);
      reached.armedAnew++;
    }
    switch (random.nextInt(16)) {
      case 0 -> insert(wheel.position() + delay());
      case 1 -> removeAny();
      case 2 -> removeNext();
      case 3 -> throw new Interruption();
      default -> {}
    }
  }

  /// Often this one is due on the same tick.
  private void removeNext() {
    TestEntry entry = oracle.first();
    if (entry != null) {
      reached.removedOnTheirTick += entry.expectedTick == wheel.position() ? 1 : 0;
      oracle.remove(entry);
      wheel.remove(entry);
      check(entry.isLoose(), "claims to wait after its removal");
    }
  }

  /// Plain, because AssertJ would take most of the time of millions of steps.
  private void check(boolean holds, String claim) {
    if (!holds) {
      throw new AssertionError(
          "%s: at tick %d, first expected %s, %s"
              .formatted(claim, wheel.position(), oracle.first(), settings));
    }
  }

  private void checkWakeTick() {
    long wake = wheel.nextWakeTick();
    check(wake > wheel.position(), "the next wake-up lies in the past");
    long latest = Math.max(oracle.firstTick(), wheel.position() + 1);
    check(wake <= latest, "the next wake-up is too late");
    check(oracle.size() > 0 || wake == Wheel.NEVER, "an empty wheel wants to be woken");
  }

  private void checkState() {
    checkWakeTick();
    check(wheel.size() == oracle.size(), "the wheel counts wrongly");
    long[] expected = oracle.entries().stream().mapToLong(e -> e.order).sorted().toArray();
    long[] shown = new long[expected.length];
    int[] count = new int[1];
    wheel.forEach(e -> shown[count[0]++] = e.order);
    Arrays.sort(shown);
    check(count[0] == expected.length, "the wheel shows another number of entries");
    check(Arrays.equals(shown, expected), "the wheel shows other entries");
  }

  /// By removal, by clearing, or by letting time pass.
  private void takeEverythingOut() {
    switch (random.nextInt(3)) {
      case 0 -> {
        while (oracle.size() > 0) {
          removeAny();
        }
      }
      case 1 ->
          wheel.clear(
              e -> {
                check(oracle.remove((TestEntry) e), "was cleared although it does not wait");
                check(((TestEntry) e).isLoose(), "was cleared with links");
              });
      default -> {
        while (oracle.size() > 0) {
          advanceTo(oracle.lastTick());
        }
      }
    }
    check(oracle.size() == 0, "something was left");
    checkState();
    check(wheel.activeSlots() == 0 && wheel.overflowSize() == 0, "an empty wheel is not empty");
  }
}
