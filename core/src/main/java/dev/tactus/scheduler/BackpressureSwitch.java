package dev.tactus.scheduler;

import dev.tactus.event.Subscription;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

/// A gauge that a program sets by hand.
///
/// Threads: any.
public final class BackpressureSwitch implements BackpressureGauge {
  private final CopyOnWriteArrayList<Following> followings = new CopyOnWriteArrayList<>();
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
      for (Following following : followings) {
        following.listener.accept(now);
      }
    }
  }

  @Override
  public synchronized boolean isEngaged() {
    return engaged;
  }

  @Override
  public Subscription onChange(Consumer<Boolean> listener) {
    Following added = new Following(listener);
    followings.add(added);
    return added;
  }

  /// By identity, so that the same listener may be there twice.
  private final class Following implements Subscription {
    private final Consumer<Boolean> listener;

    Following(Consumer<Boolean> listener) {
      this.listener = listener;
    }

    @Override
    public void close() {
      followings.remove(this);
    }
  }
}
