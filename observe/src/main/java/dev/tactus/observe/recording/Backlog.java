package dev.tactus.observe.recording;

import dev.tactus.observe.Snapshot;
import java.util.ArrayDeque;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/// The snapshots that wait for the disk, and how many did not find room.
///
/// Threads: any offers and closes, one takes. Offering never waits for the disk: the lock is held
/// for a few instructions.
final class Backlog {
  /// What is written next.
  ///
  /// @param droppedBefore how many snapshots were left out since the one before
  record Next(Snapshot snapshot, long droppedBefore) {}

  private final int max;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private final ArrayDeque<Next> waiting = new ArrayDeque<>();
  private long droppedSince;
  private long droppedEver;
  private boolean closed;

  Backlog(int max) {
    this.max = max;
  }

  void offer(Snapshot snapshot) {
    lock.lock();
    try {
      if (closed) {
        return;
      }
      if (waiting.size() >= max) {
        droppedSince++;
        droppedEver++;
        return;
      }
      waiting.add(new Next(snapshot, droppedSince));
      droppedSince = 0;
      changed.signal();
    } finally {
      lock.unlock();
    }
  }

  /// Waits for the next one; null when there will be none.
  @Nullable Next take() {
    lock.lock();
    try {
      while (waiting.isEmpty() && !closed) {
        changed.awaitUninterruptibly();
      }
      return waiting.poll();
    } finally {
      lock.unlock();
    }
  }

  /// Takes no more; what waits can still be taken.
  void close() {
    lock.lock();
    try {
      closed = true;
      changed.signal();
    } finally {
      lock.unlock();
    }
  }

  /// How many were left out in all.
  long dropped() {
    lock.lock();
    try {
      return droppedEver;
    } finally {
      lock.unlock();
    }
  }

  /// How many were left out after the last that found room.
  long droppedAtTheEnd() {
    lock.lock();
    try {
      return droppedSince;
    } finally {
      lock.unlock();
    }
  }
}
