package dev.tactus.scheduler;

import dev.tactus.event.Subscription;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

/// A gauge that a program sets by hand.
///
/// A listener that sets it itself is told of that as well, and who comes after it in the row only
/// of what holds in the end. One that throws keeps nobody else from being told.
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
    if (engaged == now) {
      return;
    }
    engaged = now;
    FirstError first = new FirstError();
    for (Following following : followings) {
      first.attempt(following::tell);
    }
    first.throwIfAny();
  }

  @Override
  public synchronized boolean isEngaged() {
    return engaged;
  }

  @Override
  public synchronized Subscription onChange(Consumer<Boolean> listener) {
    Following added = new Following(listener, engaged);
    followings.add(added);
    return added;
  }

  /// By identity, so that the same listener may be there twice.
  private final class Following implements Subscription {
    private final Consumer<Boolean> listener;

    /// The answer that it knows. Under the lock of the switch.
    private boolean told;

    Following(Consumer<Boolean> listener, boolean told) {
      this.listener = Objects.requireNonNull(listener, "listener");
      this.told = told;
    }

    /// Tells the present answer, unless it is known.
    void tell() {
      if (told != engaged) {
        told = engaged;
        listener.accept(told);
      }
    }

    @Override
    public void close() {
      followings.remove(this);
    }
  }
}
