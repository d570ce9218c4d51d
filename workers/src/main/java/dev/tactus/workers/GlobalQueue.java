package dev.tactus.workers;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.atomic.AtomicReferenceFieldUpdater;
import org.jspecify.annotations.Nullable;

/// The tasks that wait at no worker in particular, first in, first out: what comes from outside of
/// the pool, what overflows a deque, and what has used up its turn while others wait here.
///
/// ## Algorithm
///
/// Vyukov's intrusive queue for many producers and one consumer. A producer exchanges the tail for
/// its task and then links the task behind the one that it got: one atomic instruction, whatever
/// the others do. The consumer follows the links from the head. A stub stands in for a task where
/// there is none, so that head and tail never have to be empty: the consumer pushes it behind the
/// last task before it takes that one, because a producer may be about to link to it.
///
/// Any worker may be the consumer, one at a time: whoever gets the flag. Nobody waits for it.
/// Somebody who does not get it knows that another worker takes tasks at this moment.
///
/// Between the two steps of a producer its task, and all that were pushed behind it, cannot be
/// reached. [#take] then returns fewer than there are. A worker must not sleep over them, and does
/// not: [#isEmpty] goes by the counters, and a producer counts before it does anything else.
///
/// ## Invariants
///
/// - `taken` + `abandoned` ≤ pushed; the difference is the length, with those that cannot be
///   reached yet.
/// - From the head one reaches the tail by links, except for links that producers still owe.
/// - The stub is in the queue at most once.
///
/// Closing sets the highest bit of the counter of pushed tasks. A producer learns from the same
/// addition that counts its task whether the queue was closed before; so each task is either
/// counted before the closing, or refused. Workers may push on, by [#push], which does not look at
/// the bit: what they push was accepted when it came into the pool.
///
/// Not an invariant: the length may be too high by what a producer adds that is being refused, or
/// whose stack ends.
///
/// Linearization points: the exchange of the tail for the order; the addition to `pushed` for what
/// [#isEmpty] and [#length] tell and for acceptance; the CAS of the flag for who consumes.
final class GlobalQueue extends GlobalLines.AfterConsumer {
  private static final VarHandle PUSHED;
  private static final VarHandle TAKEN;
  private static final VarHandle CONSUMING;
  private static final VarHandle NEXT;

  static {
    try {
      MethodHandles.Lookup lookup = MethodHandles.lookup();
      PUSHED = lookup.findVarHandle(GlobalLines.Producers.class, "pushed", long.class);
      TAKEN = lookup.findVarHandle(GlobalLines.Consumer.class, "taken", long.class);
      CONSUMING = lookup.findVarHandle(GlobalLines.Consumer.class, "consuming", boolean.class);
      NEXT = lookup.findVarHandle(Task.class, "next", Task.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  /// No handle: one that returns a reference makes a call to cast it when it has exchanged. If the
  /// stack ended in that call, nobody would know any more behind which task to link.
  private static final AtomicReferenceFieldUpdater<GlobalLines.Producers, Task> TAIL =
      AtomicReferenceFieldUpdater.newUpdater(GlobalLines.Producers.class, Task.class, "tail");

  private static final long CLOSED = Long.MIN_VALUE;

  /// Stands in for a task.
  private static final class Stub extends Task {
    @Override
    protected boolean run() {
      throw new AssertionError("the stub of the global queue was taken for a task");
    }
  }

  private final Task stub;

  /// Creates an empty queue.
  GlobalQueue() {
    this(new Stub());
  }

  private GlobalQueue(Task stub) {
    super(stub);
    this.stub = stub;
  }

  /// Adds a task from outside. Threads: any; wait-free where it is taken.
  ///
  /// @return false when the queue is closed; the task is not in then
  boolean offer(Task task) {
    // The addition comes first: who sees the queue empty after it has slept over nothing.
    if (count(1) < 0) {
      synchronized (this) {
        abandoned++;
      }
      return false;
    }
    try {
      link(task, task);
    } catch (Throwable e) {
      synchronized (this) { // needs no call: see abandoned
        abandoned++;
      }
      throw e;
    }
    return true;
  }

  /// Adds a task that the pool has already, even if the queue is closed. Threads: any; wait-free.
  void push(Task task) {
    long unused = count(1);
    try {
      link(task, task);
    } catch (Throwable e) {
      synchronized (this) {
        abandoned++;
      }
      throw e;
    }
  }

  /// Adds several tasks at once, in their order. Threads: any; wait-free.
  void pushAll(@Nullable Task[] tasks, int count) {
    Task first = task(tasks, 0);
    Task last = first;
    for (int i = 1; i < count; i++) {
      Task task = task(tasks, i);
      NEXT.set(last, task);
      last = task;
    }
    long unused = count(count);
    try {
      link(first, last);
    } catch (Throwable e) {
      synchronized (this) {
        abandoned += count;
      }
      throw e;
    }
  }

  /// @return what was counted before
  private long count(long tasks) {
    return (long) PUSHED.getAndAdd(this, tasks);
  }

  private static Task task(@Nullable Task[] tasks, int index) {
    Task task = tasks[index];
    assert task != null : "no task at " + index;
    return task;
  }

  /// What this throws it throws before the tasks are in: between the exchange and the link no call
  /// is made that could.
  private void link(Task first, Task last) {
    NEXT.set(last, null);
    // The exchange is also a release: pairs with the acquire of the link below; publishes the task.
    Task before = TAIL.getAndSet(this, last);
    try {
      // release: pairs with the acquire in poll().
      NEXT.setRelease(before, first);
    } catch (Throwable e) {
      before.next = first; // volatile, and needs no call
    }
  }

  /// Takes tasks, oldest first. Threads: any; a second one at the same time gets none.
  ///
  /// @return how many were taken into `into`; may be fewer than there are
  int take(@Nullable Task[] into, int max) {
    // The plain look first, so that who cannot win does not take the cache line away.
    if (consuming || !CONSUMING.compareAndSet(this, false, true)) {
      return 0;
    }
    int count = 0;
    while (count < max) {
      Task task = poll();
      if (task == null) {
        break;
      }
      into[count++] = task;
    }
    if (count > 0) {
      TAKEN.setOpaque(this, (long) TAKEN.get(this) + count);
    }
    // release: pairs with the CAS above; hands head and taken to the next consumer.
    CONSUMING.setRelease(this, false);
    return count;
  }

  /// Takes the oldest task; null when there is none or it cannot be reached. The consumer only.
  private @Nullable Task poll() {
    Task first = head;
    // acquire: pairs with the release in link(); the task behind is complete.
    Task second = (Task) NEXT.getAcquire(first);
    if (first == stub) {
      if (second == null) {
        return null;
      }
      head = second;
      first = second;
      second = (Task) NEXT.getAcquire(first);
    }
    if (second == null) {
      if (tail != first) {
        return null; // a producer is between its two steps
      }
      link(stub, stub);
      second = (Task) NEXT.getAcquire(first);
      if (second == null) {
        return null; // a producer came in between
      }
    }
    head = second;
    NEXT.set(first, null);
    return first;
  }

  /// Whether nothing waits here. Threads: any.
  boolean isEmpty() {
    return length() <= 0;
  }

  /// Whether nothing waits here and it is not closed. Threads: any.
  boolean isOpenAndEmpty() {
    return !isClosed() && isEmpty();
  }

  /// How many tasks wait here. Threads: any.
  long length() {
    // These first: they never overtake pushed, so that nothing that waits is overlooked.
    long t = taken;
    long a = abandoned;
    return (pushed & ~CLOSED) - t - a;
  }

  /// Refuses whatever comes from outside from now on. Threads: any.
  void close() {
    PUSHED.getAndBitwiseOr(this, CLOSED);
  }

  /// Whether it is closed. Threads: any.
  boolean isClosed() {
    return pushed < 0;
  }
}
