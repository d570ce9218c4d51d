package dev.tactus.scheduler;

import dev.tactus.time.host.HostProcessor;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.lang.ref.WeakReference;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Where one thread leaves the one-shots that it cancels, for the ticking thread to take out.
///
/// ## Idea
///
/// To cancel a timer that waits in the wheel takes one compare-and-set of its state. To bring it to
/// the ticking thread by a stack that all threads share takes another, and to count it a third. A
/// queue with one producer and one consumer takes plain writes. So each of a few threads *owns* a
/// lane; who owns none uses the stack ([dev.tactus.time.wheel.Returns]).
///
/// ## Pushed before it is cancelled
///
/// After a push the canceller has to look whether the ticking thread sleeps, and between the two
/// there must be a fence. The compare-and-set of the state is one. So the timer is pushed *first*
/// and cancelled then, and what the ticking thread finds may be:
///
/// | state | what has happened | the ticking thread |
/// |---|---|---|
/// | CANCELLED | the usual | takes it out of the wheel |
/// | SCHEDULED | the owner is between push and compare-and-set | leaves it there |
/// | EXECUTING, COMPLETED | the timer was run first | forgets it |
///
/// One that was left is the newest of its lane. If there is one behind it, something was thrown at
/// the owner before it could cancel: then it is forgotten as well. Until there is one, nothing is
/// to be done, so the ticking thread may sleep over it: who cancels it after all looks for the
/// sleeper afterwards. A timer may be in several lanes, of several threads that cancel it. The
/// first that is drained takes it out.
///
/// Invariants: what is cancelled by way of a lane is in it before. Only the owner pushes, and only
/// the ticking thread drains.
///
/// Not an invariant: that all in a lane is cancelled; that an owner is alive.
///
/// Linearization point: the release of `pushed` puts a timer in.
final class CancelLane extends CancelLines.After {
  /// Asked for when the first lane is made: whoever cancels may have no stack left to load a class.
  private static final boolean IS_A_STEP_A_FENCE = HostProcessor.IS_A_STEP_A_FENCE;

  private static final VarHandle PUSHED;
  private static final VarHandle CANCELLED;
  private static final VarHandle WITHDRAWN;

  static {
    try {
      MethodHandles.Lookup lookup = MethodHandles.lookup();
      PUSHED = lookup.findVarHandle(CancelLines.Owned.class, "pushed", long.class);
      CANCELLED = lookup.findVarHandle(CancelLines.Owned.class, "cancelled", long.class);
      WITHDRAWN = lookup.findVarHandle(CancelLines.Owned.class, "withdrawn", long.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  /// The oldest chunk that may hold something. Written once, by the first owner.
  private volatile CancelLines.@Nullable Chunk first;

  /// The thread that owns it, written under the lock of the lane. Weak: a lane is no reason to keep
  /// a thread that has ended.
  private volatile WeakReference<Thread> owner = new WeakReference<>(null);

  /// Whether nobody owns it who is alive. Threads: any.
  boolean isFree() {
    Thread present = owner.get();
    return present == null || !present.isAlive();
  }

  /// Lets a thread own the lane, unless its owner is alive. Threads: that one.
  ///
  /// @return false when it is another's, or there is no memory for it
  synchronized boolean tryOwn(Thread thread) {
    if (!isFree()) { // if it is, what the one before has written is seen: isAlive() says so
      return false;
    }
    try {
      own(thread);
      return true;
    } catch (OutOfMemoryError e) {
      return false;
    }
  }

  private void own(Thread thread) {
    WeakReference<Thread> reference = new WeakReference<>(thread);
    if (first == null) {
      CancelLines.Chunk chunk = new CancelLines.Chunk(0);
      filling = chunk;
      first = chunk;
    }
    owner = reference;
    ownerId = thread.threadId(); // last: from now on it pushes
  }

  /// Puts a timer in that is about to be cancelled. Threads: the owner.
  ///
  /// @return false when there is no memory for it
  boolean tryPush(Timer timer) {
    CancelLines.Chunk chunk = filling;
    if (chunk == null) {
      return false;
    }
    long place = pushed;
    if (chunk.endsBefore(place)) {
      CancelLines.Chunk another;
      try {
        another = new CancelLines.Chunk(place);
      } catch (OutOfMemoryError e) {
        return false;
      }
      chunk.next = another;
      filling = another;
      chunk = another;
    }
    chunk.places[chunk.index(place)] = timer;
    // release: pairs with the read in drain(); publishes the place and the link. If the stack ends
    // here, the place is filled again by the next push.
    PUSHED.setRelease(this, place + 1);
    return true;
  }

  /// Stands between the cancellation of what was pushed and the look whether the ticking thread
  /// sleeps. Threads: the owner, after an atomic step.
  static void fence() {
    if (!IS_A_STEP_A_FENCE) {
      VarHandle.fullFence();
    }
  }

  /// Counts a cancelled timer. Threads: the owner.
  ///
  /// @param isWithdrawn whether the ticking thread never sees it
  void count(boolean isWithdrawn) {
    // release: whoever sees the count sees the cancellation.
    if (isWithdrawn) {
      WITHDRAWN.setRelease(this, withdrawn + 1);
    } else {
      CANCELLED.setRelease(this, cancelled + 1);
    }
  }

  /// Whether there is nothing to drain. Threads: the ticking one.
  boolean isEmpty() {
    return pushed == drained;
  }

  /// Whether there is nothing to drain but what its owner has yet to cancel, or never will.
  /// Threads: the ticking one, before it sleeps.
  boolean isDrained() {
    long end = pushed;
    long place = drained;
    return place == end || (place + 1 == end && isStillScheduled(place));
  }

  /// It changes nothing, since another thread may be clearing up at the close.
  private boolean isStillScheduled(long place) {
    CancelLines.Chunk chunk = emptying == null ? first : emptying;
    if (chunk != null && chunk.endsBefore(place)) {
      chunk = chunk.next;
    }
    Timer timer = chunk == null ? null : chunk.places[chunk.index(place)];
    // Volatile, behind the store to asleep: pairs with the CAS that cancels, before the owner looks
    // at asleep.
    return timer != null && timer.state == Timer.SCHEDULED;
  }

  /// Hands over what is cancelled. When the consumer throws, the next drain goes on with the timer
  /// after. Threads: the ticking one.
  void drain(Consumer<Timer> consumer) {
    long end = pushed;
    while (drained != end) {
      CancelLines.Chunk chunk = emptyingAt(drained);
      int index = chunk.index(drained);
      Timer timer = chunk.places[index];
      assert timer != null : "nothing at place " + drained;
      if (timer.state == Timer.SCHEDULED && drained + 1 == pushed) {
        return; // its owner is about to cancel it
      }
      chunk.places[index] = null;
      drained++;
      if (timer.isCancelled()) {
        consumer.accept(timer);
      }
    }
  }

  /// The chunk with the place that is drained next. Written to the lane only where it changes.
  private CancelLines.Chunk emptyingAt(long place) {
    CancelLines.Chunk chunk = emptying;
    if (chunk == null) {
      chunk = Objects.requireNonNull(first, "a push without a chunk");
      emptying = chunk;
    }
    if (chunk.endsBefore(place)) {
      CancelLines.Chunk emptied = chunk;
      chunk = Objects.requireNonNull(emptied.next, "a push without a link");
      emptied.next = null; // an old chunk that waits for the collector keeps no later one
      emptying = chunk;
    }
    return chunk;
  }
}
