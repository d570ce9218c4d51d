package dev.tactus.time.host;

/// Finds out whether there is stack enough for something that must not be thrown at half-way.
///
/// A class of its own, so that a model checker can leave it out: to that, so many calls of one
/// method look like a loop that never ends.
public final class StackProbe {
  /// How many calls deep it goes: about 4 KB where they are compiled. To wake somebody takes less
  /// than 2 KB where nothing is.
  private static final int CALLS = 128;

  private StackProbe() {}

  /// Returns where there is enough.
  ///
  /// @throws StackOverflowError where there is not
  public static void tryIt() {
    long unused = descend(CALLS, 0, 1);
  }

  /// The sum is for the compiler, which would leave out calls of no use.
  private static long descend(int calls, long a, long b) {
    return calls == 0 ? a : descend(calls - 1, b, a + calls) ^ a ^ b;
  }
}
