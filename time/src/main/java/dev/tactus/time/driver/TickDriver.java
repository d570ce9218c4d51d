package dev.tactus.time.driver;

import dev.tactus.time.Clock;
import dev.tactus.time.TickScale;

/// Supplies ticks to one sink.
///
/// A driver never loses a tick: what it cannot hand over now it hands over with the next token.
/// After any stall, one hand-over brings the sink back to within a tick of now.
public interface TickDriver {
  /// What kind of driver this is.
  DriverKind kind();

  /// Binds the driver to its sink; done once, before anything else.
  ///
  /// @throws IllegalStateException when the driver has a sink already
  void attach(TickSink sink, Clock clock, TickScale scale);

  /// Says that a tick has passed. Wait-free and without allocation: it only counts.
  ///
  /// Threads: any, an interrupt handler in spirit.
  void notifyTick();

  /// Ends a sleep early, because the sink needs a hand-over sooner than it said. Threads: any.
  void wake();

  /// Stops handing over until [#resume()]; ticks are counted meanwhile. Threads: any.
  void suspend();

  /// Goes on after [#suspend()], with what was held back. Threads: any.
  void resume();

  /// The present state. Threads: any.
  DriverStatus status();

  /// Stops for good, after handing over what has passed until now. Further calls do nothing, unless
  /// ticks were left because the sink was busy: these are then tried again.
  ///
  /// Threads: any.
  DriverStatus.Flushed stopAndFlush();

  /// What the driver did so far. Threads: any.
  DriverStats stats();
}
