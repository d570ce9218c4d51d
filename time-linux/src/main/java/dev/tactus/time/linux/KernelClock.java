package dev.tactus.time.linux;

import dev.tactus.time.Clock;
import dev.tactus.time.ClockKind;

/// The kernel's monotonic clock, the one that a [KernelTickDriver]'s timer runs on.
///
/// A read is a call of `clock_gettime(CLOCK_MONOTONIC)`, which Linux answers without entering the
/// kernel. Once compiled it takes as long as `System.nanoTime()`, about 25 ns where both were
/// measured side by side; before that, in the interpreter, it takes a few microseconds. It leaves
/// 32 bytes for the young collector.
///
/// `System.nanoTime()` of HotSpot shows the same clock with the same origin. This class does not
/// build on that: other virtual machines may choose another origin, and the timer needs this one.
public final class KernelClock implements Clock {
  private static final KernelClock INSTANCE = new KernelClock();

  private KernelClock() {}

  /// The one clock of this machine.
  ///
  /// Where [KernelTickDriverProvider#obstacle()] reports an obstacle, reading it fails.
  public static KernelClock instance() {
    return INSTANCE;
  }

  @Override
  public long nanos() {
    return LibC.monotonicNanos();
  }

  @Override
  public ClockKind kind() {
    return ClockKind.HARDWARE;
  }
}
