package dev.tactus.time.host;

/// The wall clock, for marks that people read. It may jump; nothing is measured by it.
public final class HostWallClock {
  private HostWallClock() {}

  /// Milliseconds since 1970. Threads: any.
  public static long millis() {
    return System.currentTimeMillis();
  }
}
