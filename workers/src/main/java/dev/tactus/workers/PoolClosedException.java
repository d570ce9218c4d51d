package dev.tactus.workers;

import dev.tactus.error.Coded;
import dev.tactus.error.ErrorCode;

/// A task was submitted to a pool that takes no more, or was left over when the pool stopped.
public final class PoolClosedException extends RuntimeException implements Coded {
  PoolClosedException(String message) {
    super(ErrorCode.POOL_CLOSED.mark(message));
  }

  @Override
  public ErrorCode code() {
    return ErrorCode.POOL_CLOSED;
  }
}
