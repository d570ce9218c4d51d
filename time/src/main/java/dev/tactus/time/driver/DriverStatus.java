package dev.tactus.time.driver;

/// What state a driver is in.
public sealed interface DriverStatus {
  /// It hands over in time.
  record Ok() implements DriverStatus {}

  /// It holds ticks that it could not hand over yet.
  ///
  /// @param pending how many
  record Backpressured(long pending) implements DriverStatus {}

  /// It was told to pause, or has not been started; ticks are counted meanwhile.
  record Suspended() implements DriverStatus {}

  /// It has stopped for good.
  ///
  /// @param drained how many ticks were handed over while stopping
  /// @param pending how many could not be handed over
  record Flushed(long drained, long pending) implements DriverStatus {}
}
