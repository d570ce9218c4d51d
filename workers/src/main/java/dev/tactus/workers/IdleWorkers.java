package dev.tactus.workers;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.atomic.AtomicIntegerArray;

/// Who searches and who sleeps, in one word, so that a waker decides by one look and one CAS.
///
/// ## The word
///
/// | bits | field | meaning |
/// |---|---|---|
/// | 0 to 11 | searching | workers that have no work and look for some |
/// | 12 to 23 | sleeping | workers on the stack of sleepers |
/// | 24 to 35 | top | 1 + the number of the sleeper on top of the stack; 0 when it is empty |
/// | 36 to 63 | version | raised by each change of the stack, so that a CAS notices them |
///
/// ## Transitions
///
/// | call | who | change |
/// |---|---|---|
/// | [#tryBeginSearch] | a worker without work | searching + 1, while below the limit |
/// | [#endSearch] | a searcher that found work, or yields from now on | searching - 1 |
/// | [#announce] | a worker about to sleep | on top, sleeping + 1; a searcher: searching - 1 |
/// | [#wakeOne] | anybody, when nobody searches | the top is off, sleeping - 1, searching + 1 |
/// | [#wakeAny] | the shutdown, or anybody when one is overdue | the same, whoever searches |
///
/// A worker that is neither searching nor sleeping is busy. Who takes a sleeper off the stack has
/// to wake it; the sleeper counts as searching from that moment, not from the one in which it runs,
/// so that a second submitter does not wake a second sleeper for the same work. But a kernel may
/// have put it behind somebody else's thread, for milliseconds, while another core is free. So who
/// adds work and sees that it has been awaited for [#OVERDUE_NANOS] wakes another.
///
/// The stack is linked through [#below] by worker numbers. A sleeper leaves it only by being taken
/// off the top. So the one that went to sleep first is woken last; it stays at the bottom as long
/// as any other worker sleeps.
///
/// ## No wake-up is lost
///
/// Somebody who adds work to the global queue does so by an atomic addition and looks at the word
/// after it. A worker that goes to sleep announces itself by a CAS on the word and looks at the
/// queues after it. All four are sequentially consistent, so at least one sees the other: the
/// submitter finds the sleeper and wakes it, or the sleeper finds the work and wakes one instead
/// (itself, unless another went to sleep after it). If the submitter sees a searcher and wakes
/// nobody, then that searcher's next change of the word comes after the look: either it gives up
/// and looks at all queues after that, or it has found work. A searcher that finds work, and leaves
/// no other that searches, looks at the global queue once more and wakes another where there is
/// something.
///
/// A worker that adds work to its own deque looks without a fence. It may miss a sleeper that
/// announces itself at the same moment. Nothing is lost by that, since the worker is awake and
/// comes to the task itself. It takes its next task by an instruction that is also a full fence, or
/// after an atomic step by which its turn has ended, and looks again then.
final class IdleWorkers extends IdleLines.After {
  /// How many workers a pool can have.
  static final int WORKERS_MAX = (1 << 12) - 1;

  /// Nobody was woken.
  static final int NOBODY = -1;

  /// Who has not come after this long was not given a core: 10 µs are usual, and 99 in 100 come
  /// within 40.
  static final long OVERDUE_NANOS = 40_000;

  private static final int FIELD_BITS = 12;
  private static final long FIELD_MASK = WORKERS_MAX;
  private static final int SLEEPING_SHIFT = FIELD_BITS;
  private static final int TOP_SHIFT = 2 * FIELD_BITS;
  private static final int VERSION_SHIFT = 3 * FIELD_BITS;
  private static final long SEARCHER = 1;
  private static final long SLEEPER = 1L << SLEEPING_SHIFT;
  private static final long COUNTS = (SLEEPER * FIELD_MASK) | FIELD_MASK;

  private static final VarHandle WORD;

  static {
    try {
      WORD = MethodHandles.lookup().findVarHandle(IdleLines.Word.class, "word", long.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  /// For each sleeper 1 + the number of the one below it, 0 at the bottom. A sleeper writes its own
  /// before the CAS that puts it on the stack; who takes it off reads it before the CAS that does,
  /// and that CAS fails if the stack has changed in between.
  private final AtomicIntegerArray below;

  /// Creates one for workers that are all busy.
  ///
  /// @param searchersMax how many may begin to search on their own
  IdleWorkers(int workers, int searchersMax) {
    super(searchersMax);
    this.below = new AtomicIntegerArray(workers);
  }

  private static int searching(long word) {
    return (int) (word & FIELD_MASK);
  }

  private static int sleeping(long word) {
    return (int) (word >>> SLEEPING_SHIFT & FIELD_MASK);
  }

  private static int top(long word) {
    return (int) (word >>> TOP_SHIFT & FIELD_MASK);
  }

  /// The word after a change of the stack.
  private static long restacked(long word, long counts, int top) {
    long version = (word >>> VERSION_SHIFT) + 1;
    return (version << VERSION_SHIFT) | ((long) top << TOP_SHIFT) | (counts & COUNTS);
  }

  /// Counts a worker without work as searching, unless enough do. Threads: any; lock-free.
  boolean tryBeginSearch() {
    while (true) {
      long word = this.word;
      if (searching(word) >= searchersMax) {
        return false;
      }
      if (WORD.compareAndSet(this, word, word + SEARCHER)) {
        return true;
      }
    }
  }

  /// Ends the search of a worker that stays awake. Threads: that worker.
  ///
  /// @return whether it was the last one that searched
  boolean endSearch() {
    long word = (long) WORD.getAndAdd(this, -SEARCHER);
    assert searching(word) > 0 : "a search ended that had not begun";
    return searching(word) == 1;
  }

  /// Puts a worker on the stack of sleepers. It must look at all queues after that, and sleep only
  /// then. Threads: that worker; lock-free.
  ///
  /// @param wasSearching whether it counts as searching
  /// @return whether it is the bottom of the stack
  boolean announce(int worker, boolean wasSearching) {
    while (true) {
      long word = this.word;
      assert !wasSearching || searching(word) > 0 : "a search ended that had not begun";
      int under = top(word);
      below.setPlain(worker, under); // published by the CAS
      long counts = word + SLEEPER - (wasSearching ? SEARCHER : 0);
      if (WORD.compareAndSet(this, word, restacked(word, counts, worker + 1))) {
        return under == 0;
      }
    }
  }

  /// Whether a wake-up would be of use: somebody sleeps and nobody searches. Threads: any. Whoever
  /// must not miss a sleeper calls it after a full fence.
  boolean isWakeUseful() {
    long word = this.word;
    return (word & FIELD_MASK) == 0 && top(word) != 0;
  }

  /// Whether somebody sleeps, and who was woken before may be overdue. Threads: any.
  boolean isOneAwaited() {
    return awaitedSinceNanos != 0 && top(word) != 0;
  }

  /// A reading of the clock as a mark for [#awaitedSinceNanos].
  static long mark(long nanos) {
    return nanos == 0 ? 1 : nanos;
  }

  /// Whether who was woken should have come by now. Threads: any.
  boolean isOneOverdue(long nowNanos) {
    long since = awaitedSinceNanos;
    return since != 0 && nowNanos - since > OVERDUE_NANOS;
  }

  /// Takes a sleeper off the stack, unless somebody searches; it counts as searching from then on.
  /// Threads: any; lock-free.
  ///
  /// @return the number of the worker, which the caller has to wake, or [#NOBODY]
  int wakeOne() {
    return pop(false);
  }

  /// Takes a sleeper off the stack, whoever searches. Threads: any; lock-free.
  ///
  /// @return the number of the worker, which the caller has to wake, or [#NOBODY]
  int wakeAny() {
    return pop(true);
  }

  private int pop(boolean evenIfSearched) {
    while (true) {
      long word = this.word;
      int top = top(word);
      if (top == 0 || (!evenIfSearched && searching(word) > 0)) {
        return NOBODY;
      }
      int under = below.get(top - 1);
      long counts = word - SLEEPER + SEARCHER;
      if (WORD.compareAndSet(this, word, restacked(word, counts, under))) {
        return top - 1;
      }
    }
  }

  /// How many search. Threads: any.
  int searching() {
    return searching(word);
  }

  /// How many sleep. Threads: any.
  int sleeping() {
    return sleeping(word);
  }

  /// The word itself, to see whether anything has changed between two looks. Threads: any.
  long word() {
    return word;
  }
}
