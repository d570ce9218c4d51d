package dev.tactus.time.wheel;

/// An entry that only has an order.
final class StressEntry extends WheelEntry {
  private static final long DEADLINE = 10;

  StressEntry() {
    super(DEADLINE, 0);
  }

  /// An entry with this number, for places that do not number.
  StressEntry(long number) {
    this();
    order = number;
  }

  /// Whether no list holds on to the entry.
  boolean isLoose() {
    return next == null && returnLink == null;
  }
}
