package dev.tactus.workers;

import dev.tactus.error.ErrorCode;

/// What settings may hold.
final class Checks {
  private Checks() {}

  /// Fails with what was given and what is allowed.
  static void require(boolean holds, String name, Object given, String allowed) {
    if (!holds) {
      throw new IllegalArgumentException(
          ErrorCode.INVALID_POOL_SETTING.mark(
              "The worker pool's " + name + " was " + given + "; allowed is " + allowed + "."));
    }
  }
}
