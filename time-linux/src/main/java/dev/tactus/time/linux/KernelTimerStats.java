package dev.tactus.time.linux;

/// What the kernel reported to a [KernelTickDriver] so far.
///
/// @param sleeps how often the driver went to sleep on its timer
/// @param wakes how many of these sleeps a wake-up ended
/// @param expirations how often the timer expired
/// @param missedExpirations how many of these nobody was waiting for any more, because the driver
///   was at work or the machine kept it from running. No tick is lost with them; many of them show
///   that the driver is late.
/// @param leadNanos how much earlier than a tick the timer expires at present, because it takes
///   that long to wake up
public record KernelTimerStats(
    long sleeps, long wakes, long expirations, long missedExpirations, long leadNanos) {
  static final KernelTimerStats NONE = new KernelTimerStats(0, 0, 0, 0, 0);

  KernelTimerStats sleep(long lead) {
    return new KernelTimerStats(sleeps + 1, wakes, expirations, missedExpirations, lead);
  }

  KernelTimerStats wake() {
    return new KernelTimerStats(sleeps, wakes + 1, expirations, missedExpirations, leadNanos);
  }

  /// Adds expirations that a sleep was waiting for: the first ended it, the others were missed.
  KernelTimerStats awaited(long count) {
    return new KernelTimerStats(
        sleeps, wakes, expirations + count, missedExpirations + Math.max(0, count - 1), leadNanos);
  }

  /// Adds expirations that passed while nobody slept.
  KernelTimerStats missed(long count) {
    return new KernelTimerStats(
        sleeps, wakes, expirations + count, missedExpirations + count, leadNanos);
  }
}
