package dev.tactus.scheduler;

import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// The lanes of one scheduler. A thread has one place among them, by its number, and owns the lane
/// there if nobody did who is still alive.
///
/// Virtual threads own none: they come by the million, and each would only find out that it may.
///
/// Threads: any, except where a method says otherwise.
final class CancelLanes {
  private final CancelLane[] lanes;
  private final int mask;

  /// @param count how many lanes there are, a power of two
  CancelLanes(int count) {
    assert Integer.bitCount(count) == 1 : count;
    this.lanes = new CancelLane[count];
    for (int i = 0; i < count; i++) {
      lanes[i] = new CancelLane();
    }
    this.mask = count - 1;
  }

  /// The lane that this thread owns, or may own from now on; null when it has none.
  @Nullable CancelLane ofThisThread() {
    Thread thread = Thread.currentThread();
    long id = thread.threadId();
    CancelLane lane = lanes[(int) id & mask];
    // Only this thread can have written its own number.
    return lane.ownerId == id || tryOwn(lane, thread) ? lane : null;
  }

  private static boolean tryOwn(CancelLane lane, Thread thread) {
    return !thread.isVirtual() && lane.isFree() && lane.tryOwn(thread);
  }

  /// How many timers were cancelled by way of the lanes, wherever they were.
  long cancelled() {
    long sum = 0;
    for (CancelLane lane : lanes) {
      sum += lane.cancelled + lane.withdrawn;
    }
    return sum;
  }

  /// How many of them the ticking thread never saw.
  long withdrawn() {
    long sum = 0;
    for (CancelLane lane : lanes) {
      sum += lane.withdrawn;
    }
    return sum;
  }

  /// Whether there is nothing to drain but what its owner has yet to cancel, or never will.
  /// Threads: the ticking one, before it sleeps.
  boolean isDrained() {
    for (CancelLane lane : lanes) {
      if (!lane.isDrained()) {
        return false;
      }
    }
    return true;
  }

  /// Hands over what is cancelled, lane by lane. Threads: the ticking one.
  void drain(Consumer<Timer> consumer) {
    for (CancelLane lane : lanes) {
      if (!lane.isEmpty()) {
        lane.drain(consumer);
      }
    }
  }
}
