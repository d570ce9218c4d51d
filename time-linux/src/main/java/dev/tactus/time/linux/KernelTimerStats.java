package dev.tactus.time.linux;

/// What the kernel reported to a [KernelTickDriver] so far.
///
/// @param sleeps how often the driver went to sleep on its timer
/// @param wakes how many of these sleeps a wake-up ended
/// @param expirations how often the timer expired
/// @param missedExpirations how many of these passed before the driver looked: it was held up, by
///   its sink or by the machine, for longer than a tick. No tick is lost with them; they show that
///   the driver was late.
public record KernelTimerStats(long sleeps, long wakes, long expirations, long missedExpirations) {
  static final KernelTimerStats NONE = new KernelTimerStats(0, 0, 0, 0);

  KernelTimerStats sleep() {
    return new KernelTimerStats(sleeps + 1, wakes, expirations, missedExpirations);
  }

  KernelTimerStats wake() {
    return new KernelTimerStats(sleeps, wakes + 1, expirations, missedExpirations);
  }

  /// Adds expirations that a sleep was waiting for: the first ended it, the others were missed.
  KernelTimerStats awaited(long count) {
    return new KernelTimerStats(
        sleeps, wakes, expirations + count, missedExpirations + Math.max(0, count - 1));
  }

  /// Adds expirations that passed while nobody slept.
  KernelTimerStats missed(long count) {
    return new KernelTimerStats(sleeps, wakes, expirations + count, missedExpirations + count);
  }
}
