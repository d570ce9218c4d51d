package dev.tactus.console;

import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/// Room for one thing, the latest: whoever is too slow to take each misses some, and nobody ever
/// waits to put one in.
///
/// Threads: any put, one takes.
final class LatestSlot<T> {
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();

  private @Nullable T latest; // guarded by lock
  private boolean isClosed; // guarded by lock

  /// Puts it in, in place of what is there.
  void put(T next) {
    lock.lock();
    try {
      latest = next;
      changed.signal();
    } finally {
      lock.unlock();
    }
  }

  /// Puts it in, unless something is there.
  void putIfEmpty(T next) {
    lock.lock();
    try {
      if (latest == null) {
        put(next);
      }
    } finally {
      lock.unlock();
    }
  }

  /// Waits for something, and takes it.
  ///
  /// @return null when the slot is closed
  @Nullable T take() throws InterruptedException {
    lock.lock();
    try {
      while (latest == null && !isClosed) {
        changed.await();
      }
      T taken = isClosed ? null : latest;
      latest = null;
      return taken;
    } finally {
      lock.unlock();
    }
  }

  /// Nothing more is taken.
  void close() {
    lock.lock();
    try {
      isClosed = true;
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }
}
