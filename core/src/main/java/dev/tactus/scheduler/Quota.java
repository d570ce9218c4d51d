package dev.tactus.scheduler;

import dev.tactus.event.EventStream;
import dev.tactus.event.Subscription;
import java.util.function.Consumer;

/// Bounds how many timers are active.
///
/// ## Algorithm
///
/// A counter that every registration and every end would have to change is what makes timers slow
/// on many threads. Here it is derived. Registrations are numbered anyway, so `active = given -
/// refused - ended`. When at some moment `limit - active = free`, then the next `free`
/// registrations cannot exceed the limit, whatever else happens, because ends only make room. So it
/// is enough to compute the sum once and to remember the place at the counter up to which no look
/// is needed: [#safeUntil]. A registration compares its place with that, and only the one that
/// passes it computes the sum again.
///
/// While numbers are drawn by the clock there is no such place. Then what is free is divided among
/// the lanes, each of which has used up its share before it needs a look. Any look at the sum ends
/// that first, so that no share is left to be used.
///
/// The same holds for the adaptive limit. When the limit changes, `safeUntil` is 0 until the next
/// look. Timers of priority LOW, which are refused altogether while the system is under pressure,
/// ask for that as well ([#isEngaged]).
///
/// Every refusal is counted under the lock. So whoever holds it knows at one moment how many timers
/// were taken: no refusal comes between the two figures that this is the difference of.
final class Quota {
  /// What [#look] finds where there is room: otherwise it counts at least the timer in question.
  static final long FITS = 0;

  /// Less than that is not worth it to share.
  private static final long SHARE_MIN = 1_024;

  /// Beside the number of active timers: the system was under pressure.
  private static final long PRESSED = 1L << 62;

  private final long fullLimit;
  private final long adaptiveLimit;
  private final Numbering numbering;
  private final SchedulerCounters counters;
  private final EventStream events;
  private final long shareMin;

  /// Registrations with a place at the counter up to this one need no look. Written under the lock.
  private volatile long safeUntil;

  private volatile boolean engaged;

  /// Timers that got a number and were then refused. Under the lock.
  private long refused;

  Quota(
      SchedulerSettings settings,
      Numbering numbering,
      SchedulerCounters counters,
      EventStream events) {
    this(settings, numbering, counters, events, SHARE_MIN);
  }

  /// @param shareMin how much there must be for each lane, from 1
  Quota(
      SchedulerSettings settings,
      Numbering numbering,
      SchedulerCounters counters,
      EventStream events,
      long shareMin) {
    this.shareMin = shareMin;
    this.fullLimit = settings.systemQuota();
    this.adaptiveLimit = Math.max(1, (long) (fullLimit * settings.adaptiveQuotaShare()));
    this.numbering = numbering;
    this.counters = counters;
    this.events = events;
  }

  long safeUntil() {
    return safeUntil;
  }

  /// Whether the system is under pressure.
  boolean isEngaged() {
    return engaged;
  }

  /// The quota that is in force now.
  long limit() {
    return engaged ? adaptiveLimit : fullLimit;
  }

  /// Lets somebody follow a gauge, beginning with what it says now. It may change between the
  /// question and the answer, and tell of that first; then it is asked again.
  ///
  /// @return what ends it
  static Subscription follow(BackpressureGauge gauge, Consumer<Boolean> follower) {
    Subscription following = gauge.onChange(follower);
    boolean now;
    do {
      now = gauge.isEngaged();
      follower.accept(now);
    } while (gauge.isEngaged() != now);
    return following;
  }

  /// Follows the gauge.
  void pressure(boolean now) {
    long limit;
    synchronized (this) {
      if (engaged == now) {
        return;
      }
      beginByCount(); // takes back shares of the limit before
      engaged = now;
      safeUntil = 0;
      limit = limit();
    }
    events.publish(new SchedulerWarning.BackpressureState(now, limit));
  }

  /// How many timers got a number and were not refused, at one moment: those that were registered,
  /// and those on their way in, of which some may still be refused.
  synchronized long taken() {
    return numbering.given() - refused;
  }

  /// Counts a timer that got a number and is refused for another reason than the quota.
  synchronized void countRefusal() {
    refused++;
  }

  /// Looks whether a timer fits that has a number beyond what is known to be safe.
  ///
  /// @return [#FITS]; or by what it does not, for [#exceeded]: its number is then accounted for
  synchronized long look(Priority priority) {
    beginByCount(); // takes back shares that are not used
    long limit = limit();
    long ended = counters.ended(); // before the other, so that the difference is never too small
    long beside = numbering.givenBesideCounter(); // before the other, for the same reason
    long counted = numbering.counted();
    long given = beside + counted;
    // With this timer, and with others that are on their way in.
    long active = given - refused - ended;
    if (active <= limit && !(engaged && priority == Priority.LOW)) {
      safeUntil = Math.max(safeUntil, counted + (limit - active));
      return FITS;
    }
    refused++;
    return engaged ? active | PRESSED : active;
  }

  /// Waits for a change of epochs to end, and gives the calling thread another share if it has used
  /// up its own.
  synchronized void share() {
    if (numbering.needsShare()) {
      beginByClock();
    }
  }

  /// Judges now and then what kind of numbers there should be. Threads: the ticking one.
  ///
  /// @param isClockAllowed whether they may have gaps
  void judgeNumbering(long nowNanos, boolean isClockAllowed) {
    if (numbering.isJudgementDue(nowNanos)) {
      number(numbering.isClockWorthIt(nowNanos) && isClockAllowed);
    }
  }

  /// Lets numbers be drawn by the clock, where there is room enough, or by count.
  void number(boolean byClock) {
    if (numbering.isByClock() != byClock) {
      synchronized (this) {
        if (byClock) {
          beginByClock();
        } else {
          beginByCount();
        }
      }
    }
  }

  /// Lets numbers be drawn by the clock, each lane its share of what is free; by count, where that
  /// is too little, or the limit may change soon, or there is no memory for it.
  private void beginByClock() {
    long gone = refused + counters.ended(); // before what was given, as in look()
    boolean isByClock = false;
    try {
      isByClock = !engaged && numbering.tryBeginByClock(limit(), gone, shareMin);
    } catch (OutOfMemoryError e) {
      // By count it does as well.
    }
    if (!isByClock) {
      beginByCount();
    }
  }

  /// Lets numbers be drawn from the counter, if they are not; the first one needs a look.
  private void beginByCount() {
    if (numbering.isByClock()) {
      safeUntil = 0;
      numbering.beginByCount();
    }
  }

  /// Tells that a timer did not fit.
  ///
  /// @param excess what [#look] has found
  QuotaExceededException exceeded(Priority priority, long excess) {
    boolean pressed = (excess & PRESSED) != 0;
    long limit = pressed ? adaptiveLimit : fullLimit;
    events.publish(new SchedulerWarning.QuotaReached(limit, pressed));
    return new QuotaExceededException(priority, (excess & ~PRESSED) - 1, limit, pressed);
  }
}
