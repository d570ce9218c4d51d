package dev.tactus.console.browser;

/// A figure that goes up and down like that of a busy system, but the same way in each run.
///
/// @param base what it is on average
/// @param swing how far it goes from there
/// @param phase where it begins, so that two waves differ
record Wave(double base, double swing, double phase) {
  /// The figure at a step; never negative.
  double at(long step) {
    double slow = 0.55 * Math.sin(step / 19.0 + phase);
    double fast = 0.25 * Math.sin(step / 4.7 + 2.3 * phase);
    double noise = 0.4 * (share(step, phase) - 0.5);
    return Math.max(0, base + swing * (slow + fast + noise));
  }

  /// The sum of all steps up to this one: what a counter of it shows.
  long total(long step) {
    double sum = 0;
    for (long at = 1; at <= step; at++) {
      sum += at(at);
    }
    return Math.round(sum);
  }

  /// A number from 0 up to 1 that looks random.
  static double share(long step, double phase) {
    long mixed = (step + 1) * 0x9E3779B97F4A7C15L ^ Double.doubleToLongBits(phase + 1);
    mixed = (mixed ^ (mixed >>> 32)) * 0xD6E8FEB86659FD93L;
    mixed = (mixed ^ (mixed >>> 32)) * 0xD6E8FEB86659FD93L;
    return ((mixed ^ (mixed >>> 32)) >>> 11) * 0x1.0p-53;
  }
}
