package dev.tactus.workers;

import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/// The textbook shortcut that W5 warns of: a thief claims several tasks by one CAS. It is wrong,
/// and is here to show that the checks of [WorkDeque] would notice.
final class BatchCasDeque {
  private static final int CAPACITY = 8;

  private final AtomicLong top = new AtomicLong();
  private final AtomicLong bottom = new AtomicLong();
  private final AtomicReferenceArray<@Nullable Task> ring = new AtomicReferenceArray<>(CAPACITY);

  void push(Task task) {
    long b = bottom.get();
    ring.set((int) b % CAPACITY, task);
    bottom.set(b + 1);
  }

  @Nullable Task pop() {
    long b = bottom.get() - 1;
    bottom.set(b);
    long t = top.get();
    if (t < b) {
      return ring.get((int) b % CAPACITY);
    }
    Task last = t == b && top.compareAndSet(t, t + 1) ? ring.get((int) b % CAPACITY) : null;
    bottom.set(b + 1);
    return last;
  }

  int stealHalf(@Nullable Task[] into) {
    long t = top.get();
    int half = (int) (bottom.get() - t + 1) / 2;
    for (int i = 0; i < half; i++) {
      into[i] = ring.get((int) (t + i) % CAPACITY);
    }
    return half > 0 && top.compareAndSet(t, t + half) ? half : 0;
  }
}
