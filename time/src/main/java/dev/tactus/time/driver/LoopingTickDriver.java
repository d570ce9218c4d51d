package dev.tactus.time.driver;

/// A driver that needs a thread of its own, which its user provides.
public interface LoopingTickDriver extends TickDriver {
  /// Hands over ticks until the driver is stopped.
  ///
  /// When it throws, it can be called again and goes on where it was.
  void run();

  /// Makes [#run()] return soon, without handing over anything more. Threads: any.
  void requestStop();
}
