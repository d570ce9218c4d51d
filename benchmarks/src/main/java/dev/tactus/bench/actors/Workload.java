package dev.tactus.bench.actors;

/// Something that can be done over and over, in any amount.
interface Workload extends AutoCloseable {
  /// Does it once, waits until all of it is done, and checks what came of it.
  ///
  /// @param size how much of it; what that means is the workload's matter
  /// @return how many operations that were
  /// @throws IllegalStateException if the outcome is wrong
  long run(int size) throws Exception;

  /// Ends what the workload itself started. Actors end with their contender.
  @Override
  default void close() {}
}
