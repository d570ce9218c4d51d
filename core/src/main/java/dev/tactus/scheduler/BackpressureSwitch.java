package dev.tactus.scheduler;

import dev.tactus.event.Subscription;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

/// A gauge that a program sets by hand.
///
/// Threads: any.
public final class BackpressureSwitch implements BackpressureGauge {
  private final CopyOnWriteArrayList<Consumer<Boolean>> listeners = new CopyOnWriteArrayList<>();
  private boolean engaged;

  private BackpressureSwitch() {}

  /// A switch that is off.
  public static BackpressureSwitch released() {
    return new BackpressureSwitch();
  }

  /// Says that the system is under pressure.
  public void engage() {
    set(true);
  }

  /// Says that the pressure is over.
  public void release() {
    set(false);
  }

  private synchronized void set(boolean now) {
    if (engaged != now) {
      engaged = now;
      for (Consumer<Boolean> listener : listeners) {
        listener.accept(now);
      }
    }
  }

  @Override
  public synchronized boolean isEngaged() {
    return engaged;
  }

  @Override
  public Subscription onChange(Consumer<Boolean> listener) {
    Consumer<Boolean> added = listener::accept; // one of its own, also for a listener added twice
    listeners.add(added);
    return () -> listeners.remove(added);
  }
}
