package dev.tactus.time;

/// What stands behind a [Clock], and with that how much drift a tick may show on it.
public enum ClockKind {
  /// Moved by a program, for example by a test: no drift is tolerated, because none can arise.
  DETERMINISTIC(0.0),
  /// The monotonic clock of the Java virtual machine.
  HOST(0.05),
  /// A clock that the operating system's timer hardware drives directly.
  HARDWARE(0.05);

  private final double driftBudget;

  ClockKind(double driftBudget) {
    this.driftBudget = driftBudget;
  }

  /// The share of one tick that a tick may be off before it is worth a warning.
  public double driftBudget() {
    return driftBudget;
  }
}
