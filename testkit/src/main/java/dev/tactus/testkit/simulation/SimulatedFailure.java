package dev.tactus.testkit.simulation;

/// A failure that the seed of a simulation has chosen.
public final class SimulatedFailure extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /// @param message what was made to fail
  public SimulatedFailure(String message) {
    super(message);
  }
}
