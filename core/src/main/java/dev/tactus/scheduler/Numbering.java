package dev.tactus.scheduler;

import dev.tactus.time.Clock;
import dev.tactus.time.wheel.Intake;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/// Gives timers their numbers, whose order is that of registration, across all threads.
///
/// ## Idea
///
/// A counter that all threads add to is the simplest order there is, and the cheapest as long as
/// one thread registers. With several, its line of memory travels from core to core for each timer,
/// and all of them together register no more than that line can travel: some 15 million a second
/// where it takes 66 ns. So while threads meet at the counter, numbers are readings of the clock
/// instead, and nothing is shared. That costs each thread a look at the clock, which is why it is
/// not done always.
///
/// ## Why the clock gives the order
///
/// Only a clock will do whose readings say in which order they were made ([Clock#tellsOrder]). If
/// one registration has ended before another begins, the reading of the first was made before that
/// of the second, so its number is lower. Two at the same time may go in either order; the mark of
/// the lane makes their numbers different. A thread draws with the [NumberLane] that it owns; those
/// without share one, under a lock, and where many timers come from them there is no use in it.
///
/// ## Epochs
///
/// | epoch | a number is | drawn by |
/// |---|---|---|
/// | by count | `above` + the place at the counter | an atomic add |
/// | by the clock | `above` + the time since it began, and a mark | a reading, within a share |
/// | [#PAUSED] | nothing: it has no shares | nobody |
///
/// A number is drawn *within* its epoch: who has it looks again whether the epoch is still the
/// same, and draws another if it is not. Epochs change under the lock of the [Quota], by way of
/// PAUSED. All that was drawn within an epoch was drawn before PAUSED was written, and all numbers
/// of the next one are greater: by count, since the counter is read after that; by the clock,
/// likewise, with a margin for a processor that reads the epoch a little before the clock. Who
/// finds no number, because it is paused or its share is used up, asks the quota, and so waits for
/// the lock: drawing is lock-free within an epoch only.
///
/// ## What the quota needs
///
/// How many numbers were drawn is the sum of counter and lanes, less what was lost to a change of
/// epochs. An epoch by the clock gives each lane a share of what is free, so that nobody has to
/// look at the sum. A lane counts first, with a fence, and looks at the epoch then. So whoever has
/// written PAUSED sees the counts of all that are drawn within the epoch before. It may see one
/// more that is about to be taken back or lost: then it finds less room than there is.
///
/// Invariants: numbers are unique; the number of what was registered after another was is greater;
/// the sum is never less than the numbers that were drawn and are kept.
///
/// Not an invariant: that numbers have no gaps.
///
/// Linearization point: the add, or the reading of the clock, of the draw that is kept.
///
/// Threads: any draws; the ticking one judges; epochs change under the lock of the quota.
final class Numbering {
  /// No number.
  static final long NONE = 0;

  /// Of so many that draw from the counter, a power of two, two note it in their lanes: two in a
  /// row, so that both of two threads do that take turns. So few that a compiler leaves the call
  /// where it is.
  private static final int MEETING = 1_024;

  private static final int MEETING_ROW = 2;

  /// How often it is judged whether threads meet.
  private static final long JUDGE_NANOS = 10_000_000;

  /// A lane is busy if it draws a number so often, or more often.
  private static final long BUSY_NANOS = 2_000;

  /// A processor may look at the epoch a little before it reads the clock.
  private static final long REORDERING_NANOS = 1_000;

  /// No epoch by the clock begins or goes on above this. These are nine years of such epochs on two
  /// processors, and fifty days on 128; after that, numbers come from the counter.
  private static final long ABOVE_MAX = 1L << 62;

  private static final Epoch PAUSED = new Epoch(null);

  /// What numbers are made of for a while. Nothing of it changes once others can see it.
  static final class Epoch {
    /// By count, and made beforehand: to end an epoch by the clock takes no memory. Null for one
    /// that is by count itself.
    private final @Nullable Epoch after;

    /// What is added to a place at the counter, or to the time that has passed.
    private long above;

    /// When it began.
    private long sinceNanos;

    /// How many numbers each lane may draw by the clock.
    long share;

    private Epoch(@Nullable Epoch after) {
      this.after = after;
    }

    private boolean isByCount() {
      return after == null && this != PAUSED;
    }
  }

  private final Intake intake;
  private final CancelLanes lanes;
  private final Clock clock;
  private final boolean canUseClock;

  /// By how many bits a reading is shifted, to make room for marks.
  private final int markBits;

  /// For threads that own no lane; under its lock.
  private final NumberLane common;

  /// Numbers of the counter that nobody got, since the epoch had changed. Under the lock of common.
  private volatile long lost;

  private volatile Epoch epoch;

  /// The same, also while it is paused. Under the lock of the quota.
  private Epoch current;

  // Ticking thread only, from here.
  private final long[] judged;
  private long judgedAtNanos;

  Numbering(Intake intake, CancelLanes lanes, Clock clock) {
    this.intake = intake;
    this.lanes = lanes;
    this.clock = clock;
    this.canUseClock = clock.tellsOrder();
    this.common = new NumberLane(lanes.size() + 1);
    this.markBits = Integer.SIZE - Integer.numberOfLeadingZeros(common.mark);
    this.judged = new long[sharers()];
    this.judgedAtNanos = clock.nanos();
    this.current = new Epoch(null);
    this.epoch = current;
  }

  /// Gives a timer its number. Where this throws, it has none.
  ///
  /// @return its place at the counter, from 1, which is to be held against the quota; or less than
  ///   0 for one within a share: how many this lane has drawn, negated; or [#NONE], and the caller
  ///   has to ask [Quota#share]
  long draw(Timer timer) {
    if (epoch.isByCount()) {
      return drawCounted(timer);
    }
    CancelLane lane = lanes.ofThisThread();
    if (lane != null) {
      return drawByClock(timer, epoch, lane.numbers);
    }
    synchronized (common) { // who comes later sees no earlier epoch in there
      return drawByClock(timer, epoch, common);
    }
  }

  /// Gives a timer its number, if numbers are drawn from the counter.
  ///
  /// @return its place there; or [#NONE], and the timer has no number
  long drawCounted(Timer timer) {
    Epoch present = epoch;
    if (!present.isByCount()) {
      return NONE;
    }
    long place = intake.number(timer, present.above);
    // Volatile, after an atomic step: pairs with the write of PAUSED, behind which it is read.
    if (epoch == present) {
      return place;
    }
    synchronized (common) {
      lost++; // with no call, for which there may be no room
    }
    return NONE;
  }

  private long drawByClock(Timer timer, Epoch present, NumberLane lane) {
    if (!lane.hasShare(present)) {
      return NONE;
    }
    long count = lane.drawn + 1;
    // Volatile, a full fence before the look at the epoch: pairs with the write of PAUSED, behind
    // which the quota counts what was drawn.
    lane.drawn = count;
    boolean isKept = false;
    try {
      long number = reading(present, lane);
      while (number <= lane.latest) { // the clock has not moved since the last one
        Thread.onSpinWait();
        number = reading(present, lane);
      }
      Intake.assign(timer, number);
      VarHandle.loadLoadFence(); // so that a compiler looks at the epoch after the clock
      if (epoch == present) {
        lane.left--;
        lane.latest = number;
        isKept = true;
      }
    } finally {
      if (!isKept) {
        lane.drawn = count - 1;
      }
    }
    return isKept ? -count : NONE;
  }

  private long reading(Epoch present, NumberLane lane) {
    return present.above + ((clock.nanos() - present.sinceNanos) << markBits) + lane.mark;
  }

  /// Whether who has drawn this from the counter is to [#meet].
  static boolean isMeeting(long drawn) {
    return drawn > 0 && (drawn & (MEETING - 1)) < MEETING_ROW;
  }

  /// Notes that this thread draws from the counter.
  void meet() {
    if (canUseClock) {
      CancelLane lane = lanes.ofThisThread();
      NumberLane noting = lane == null ? common : lane.numbers;
      // Threads without a lane may overwrite each other's count; they count as one in any case.
      long more = noting.met + 1;
      noting.met = more;
    }
  }

  /// How many numbers were drawn. Threads: any. Never less than were drawn when this is called, but
  /// those that are being taken back count as well.
  long given() {
    long beside = givenBesideCounter(); // before the counter: what is lost was counted there before
    return beside + intake.numbered();
  }

  /// What is to be added to [#counted], and to be read before it.
  long givenBesideCounter() {
    long before = lost;
    return lanes.drawn() + common.drawn - before;
  }

  /// How many places at the counter were given.
  long counted() {
    return intake.numbered();
  }

  /// How many share what is free.
  int sharers() {
    return common.mark;
  }

  /// Whether numbers are drawn by the clock, or it is paused.
  boolean isByClock() {
    return !epoch.isByCount();
  }

  /// Whether the calling thread has used up its share. Under the lock of the quota.
  boolean needsShare() {
    CancelLane lane = lanes.ofThisThread();
    if (lane != null) {
      return lane.numbers.hasUsedUp(current);
    }
    synchronized (common) {
      return common.hasUsedUp(current);
    }
  }

  /// Begins an epoch by the clock if there is so much to share. Under the lock of the quota.
  ///
  /// @param limit how many timers may be active
  /// @param gone how many numbers were drawn of timers that are not active any more
  /// @param shareMin the least share
  /// @return whether it has begun
  boolean tryBeginByClock(long limit, long gone, long shareMin) {
    if (!canUseClock || share(limit, gone) < shareMin) {
      return false; // as it looks; nobody is paused for that
    }
    Epoch next = new Epoch(new Epoch(null));
    epoch = PAUSED;
    try {
      next.share = share(limit, gone);
      boolean isWorthIt = next.share >= shareMin && current.above < ABOVE_MAX;
      if (isWorthIt) {
        begin(next, 0);
      }
      return isWorthIt;
    } finally {
      epoch = current;
    }
  }

  private long share(long limit, long gone) {
    return (limit - (given() - gone)) / sharers();
  }

  /// Lets numbers be drawn from the counter. It takes no memory. Under the lock of the quota.
  void beginByCount() {
    Epoch next = current.after;
    if (next != null) {
      epoch = PAUSED;
      try {
        begin(next, intake.numbered());
      } finally {
        epoch = current;
      }
    }
  }

  private void begin(Epoch next, long belowFirst) {
    Epoch before = current;
    long now = clock.nanos();
    long above = before.above;
    if (before.after == null) {
      above += intake.numbered();
    } else {
      above += (now + REORDERING_NANOS - before.sinceNanos + 1) << markBits;
    }
    next.above = above - belowFirst;
    next.sinceNanos = now;
    current = next;
  }

  /// Whether it is time to judge what kind of numbers there should be. Threads: the ticking one.
  boolean isJudgementDue(long nowNanos) {
    return canUseClock && nowNanos - judgedAtNanos >= JUDGE_NANOS;
  }

  /// Judges whether threads meet at the counter, or would. Threads: the ticking one.
  boolean isClockWorthIt(long nowNanos) {
    long elapsed = nowNanos - judgedAtNanos;
    judgedAtNanos = nowNanos;
    int busy = 0;
    boolean isCommonBusy = false;
    for (int i = 0; i < judged.length; i++) {
      isCommonBusy = i == lanes.size();
      NumberLane lane = isCommonBusy ? common : lanes.numbersOf(i);
      long total = lane.drawn + MEETING / MEETING_ROW * lane.met;
      boolean isBusy = (total - judged[i]) * BUSY_NANOS >= elapsed;
      judged[i] = total;
      busy += isBusy ? 1 : 0;
      isCommonBusy &= isBusy;
    }
    return busy >= 2 && !isCommonBusy && isBelowMax(epoch, nowNanos);
  }

  private boolean isBelowMax(Epoch present, long nowNanos) {
    boolean isTimed = present.after != null;
    long passed = isTimed ? (nowNanos - present.sinceNanos) << markBits : 0;
    return present.above + passed < ABOVE_MAX;
  }
}
