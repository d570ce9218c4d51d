package dev.tactus.time.host;

import java.util.concurrent.ThreadLocalRandom;

/// Seeds for what should differ from run to run. Whoever wants the same run again names a seed.
public final class HostSeed {
  private HostSeed() {}

  /// A seed that nobody can foresee. Threads: any.
  public static long next() {
    return ThreadLocalRandom.current().nextLong();
  }
}
