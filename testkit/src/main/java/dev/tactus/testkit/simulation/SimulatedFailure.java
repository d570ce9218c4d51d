package dev.tactus.testkit.simulation;

import dev.tactus.error.Coded;
import dev.tactus.error.ErrorCode;

/// A failure that the seed of a simulation has chosen.
public final class SimulatedFailure extends RuntimeException implements Coded {
  private static final long serialVersionUID = 1L;

  /// @param message what was made to fail
  public SimulatedFailure(String message) {
    super(ErrorCode.SIMULATED_FAILURE.mark(message));
  }

  @Override
  public ErrorCode code() {
    return ErrorCode.SIMULATED_FAILURE;
  }
}
