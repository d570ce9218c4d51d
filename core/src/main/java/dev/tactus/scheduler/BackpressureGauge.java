package dev.tactus.scheduler;

import java.util.function.Consumer;

/// Tells whether the system is under pressure. While it is, the scheduler takes fewer timers.
public interface BackpressureGauge {
  /// Whether the system is under pressure now.
  boolean isEngaged();

  /// Calls this whenever the answer changes, with the new answer.
  void onChange(Consumer<Boolean> listener);
}
