package dev.tactus.actor;

/// When a system counts as overloaded. Each mailbox under pressure counts for one; a dispatcher
/// that is refused turns, and a driver that is far behind, are enough by themselves.
///
/// @param engageAt from how many on it does
/// @param releaseAt at how many it does no more
public record PressureSettings(int engageAt, int releaseAt) {
  /// Eight mailboxes, down to four.
  public static final PressureSettings DEFAULT = new PressureSettings(8, 4);

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
  }
}
