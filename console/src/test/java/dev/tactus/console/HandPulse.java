package dev.tactus.console;

import java.time.Duration;

/// A pulse that beats when a test says so.
final class HandPulse implements Pulse {
  private volatile Runnable beat = () -> {};

  @Override
  public Runnable begin(Duration every, Runnable action) {
    beat = action;
    return () -> beat = () -> {};
  }

  void beat() {
    beat.run();
  }
}
