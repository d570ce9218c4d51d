package dev.tactus.time.host;

import dev.tactus.time.Parker;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/// Waiting by `LockSupport`: a sleeping owner costs no CPU.
///
/// An interrupt ends the wait as an unpark does, and is cleared: a thread that waits here belongs
/// to the runtime, and a task that left it interrupted must not keep it from ever sleeping again.
public final class HostParker implements Parker {
  /// Set by unpark before the owner is known or awake; taken by park.
  private volatile boolean permit;

  private volatile @Nullable Thread owner;

  /// Creates a parker without an owner.
  public HostParker() {}

  @Override
  public void park(long nanos) {
    owner = Thread.currentThread();
    // The owner is published before the permit is read, and unpark sets the permit before it reads
    // the owner: one of the two sees the other.
    if (!permit && nanos > 0 && !Thread.interrupted()) {
      if (nanos == Long.MAX_VALUE) {
        LockSupport.park(this);
      } else {
        LockSupport.parkNanos(this, nanos);
      }
    }
    boolean unused = Thread.interrupted();
    permit = false;
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
