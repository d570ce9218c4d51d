package dev.tactus.workers;

/// A task was submitted to a pool that takes no more, or was left over when the pool stopped.
public final class PoolClosedException extends RuntimeException {
  PoolClosedException(String message) {
    super(message);
  }
}
