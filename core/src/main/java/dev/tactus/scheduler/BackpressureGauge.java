package dev.tactus.scheduler;

import dev.tactus.event.Subscription;
import java.util.function.Consumer;

/// Tells whether the system is under pressure. While it is, the scheduler takes fewer timers.
public interface BackpressureGauge {
  /// Whether the system is under pressure now.
  boolean isEngaged();

  /// Calls this whenever the answer changes, with the new answer.
  ///
  /// @return what a listener closes that ends before the gauge does; it is kept until then
  Subscription onChange(Consumer<Boolean> listener);
}
