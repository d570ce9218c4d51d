package dev.tactus.workers;

/// Where tasks become ready: real workers, workers that a program moves step by step, an executor
/// of somebody else's, or the caller's own loop.
public sealed interface TaskPool
    permits WorkerPool, SteppedPool, ExecutorPool, PumpPool, ChoosingPool {
  /// Makes a task ready. From a turn of the same pool it goes to the worker that submits it, to be
  /// run next; from anywhere else to the global queue. It is never run by the caller.
  ///
  /// After a shutdown has begun, only turns of the pool itself can submit; after it has ended its
  /// wait, nobody.
  ///
  /// Threads: any; never blocks.
  ///
  /// @return whether it was accepted
  boolean trySubmit(Task task);

  /// The same for callers that count on it.
  ///
  /// @throws PoolClosedException when it was not accepted
  default void submit(Task task) {
    if (!trySubmit(task)) {
      throw new PoolClosedException(
          "A task was submitted to the worker pool '"
              + snapshot().name()
              + "' after its shutdown began: "
              + task
              + ". Submit earlier, or use trySubmit and handle the refusal.");
    }
  }

  /// How long the next turn is, in whatever its task counts.
  ///
  /// @param throughput what the task would do by itself
  default int turnLength(int throughput) {
    return throughput;
  }

  /// Says whether turns are to be measured now and then, so that tasks are told how long they took.
  /// Pools that somebody else moves measure none. Threads: any.
  default void measureTurns(boolean isWanted) {}

  /// What the pool has done and what waits. Threads: any.
  PoolSnapshot snapshot();
}
