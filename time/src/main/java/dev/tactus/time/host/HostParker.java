package dev.tactus.time.host;

import dev.tactus.time.Parker;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/// Waiting by `LockSupport`: a sleeping owner costs no CPU.
public final class HostParker implements Parker {
  /// Set by unpark before the owner is known or awake; taken by park.
  private volatile boolean permit;

  private volatile @Nullable Thread owner;

  /// Creates a parker without an owner.
  public HostParker() {}

  @Override
  public boolean park(long nanos) {
    owner = Thread.currentThread();
    // The owner is published before the permit is read, and unpark sets the permit before it reads
    // the owner: one of the two sees the other.
    if (!permit && nanos > 0) { // who is interrupted does not wait there
      if (nanos == Long.MAX_VALUE) {
        LockSupport.park(this);
      } else {
        LockSupport.parkNanos(this, nanos);
      }
    }
    permit = false;
    return Thread.interrupted();
  }

  @Override
  public void unpark() {
    permit = true;
    Thread waiting = owner;
    if (waiting != null) {
      LockSupport.unpark(waiting);
    }
  }
}
