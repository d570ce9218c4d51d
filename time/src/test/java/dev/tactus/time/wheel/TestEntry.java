package dev.tactus.time.wheel;

/// An entry that knows what a test expects of it.
final class TestEntry extends WheelEntry {
  /// How far ahead it is armed anew after each run; 0 for an entry that runs once.
  final long periodTicks;

  /// The tick at which it has to come out, whatever the wheel wrote into the entry.
  long expectedTick;

  /// Its index in the list of what waits; belongs to [SortedOracle].
  int index = -1;

  private TestEntry(long order, long deadlineTick, int rank, long periodTicks) {
    super(deadlineTick, rank);
    this.order = order;
    this.periodTicks = periodTicks;
  }

  /// One that the intake has not numbered yet.
  static TestEntry unnumbered(long deadlineTick) {
    return new TestEntry(0, deadlineTick, 0, 0);
  }

  static TestEntry once(long order, long deadlineTick) {
    return new TestEntry(order, deadlineTick, 0, 0);
  }

  static TestEntry ranked(long order, long deadlineTick, int rank) {
    return new TestEntry(order, deadlineTick, rank, 0);
  }

  static TestEntry periodic(long order, long deadlineTick, int rank, long periodTicks) {
    return new TestEntry(order, deadlineTick, rank, periodTicks);
  }

  /// Whether neither the entry points to a list, nor claims to be in one.
  boolean isLoose() {
    return next == null && returnLink == null && where == NOWHERE;
  }

  @Override
  public String toString() {
    return "#%d@%d(rank %d)".formatted(order, deadlineTick, rank);
  }
}
