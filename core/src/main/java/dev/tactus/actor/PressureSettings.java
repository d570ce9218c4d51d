package dev.tactus.actor;

/// When a system counts as overloaded. Each mailbox under pressure counts for one; a dispatcher
/// that is refused turns, and a driver that is far behind, are enough by themselves.
///
/// @param engageAt from how many on it does
/// @param releaseAt at how many it does no more
/// @param capacityMin from which capacity on a mailbox can be under pressure. A smaller one is full
///   now and then by intent, as one that keeps the latest value is, and would come under pressure
///   and out of it with nearly every message
public record PressureSettings(int engageAt, int releaseAt, int capacityMin) {
  private static final int CAPACITY_MIN = 8;

  /// Eight mailboxes, down to four.
  public static final PressureSettings DEFAULT = new PressureSettings(8, 4);

  /// The same for mailboxes with a capacity of eight or more.
  public PressureSettings(int engageAt, int releaseAt) {
    this(engageAt, releaseAt, CAPACITY_MIN);
  }

  /// Checks the values.
  public PressureSettings {
    if (releaseAt < 0 || engageAt <= releaseAt) {
      throw new IllegalArgumentException(
          "A gauge cannot engage at "
              + engageAt
              + " and release at "
              + releaseAt
              + "; give 0 <= releaseAt < engageAt.");
    }
    if (capacityMin < 1) {
      throw new IllegalArgumentException(
          "Mailboxes cannot be under pressure from the capacity "
              + capacityMin
              + " on; give at least 1.");
    }
  }
}
