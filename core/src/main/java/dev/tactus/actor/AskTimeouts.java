package dev.tactus.actor;

import dev.tactus.event.VmErrors;
import dev.tactus.scheduler.CancelReason;
import dev.tactus.scheduler.Scheduler;
import dev.tactus.scheduler.SchedulerException;
import dev.tactus.scheduler.TimedTask;
import dev.tactus.time.ClockKind;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.time.Duration;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// The questions of the last tick, before they get timers.
///
/// Nearly all questions are answered within microseconds, but a timer that another thread cancels
/// costs more than question and answer together. So a question with a long timeout goes on a list
/// first. The first one on it asks for a check a tick later, which gives a timer to each that is
/// still open, for the time that is left of its own; the others have cost one CAS. A question that
/// was answered is kept in memory until that check, so for two ticks at most. Where no tick comes,
/// as on virtual time that stands still, a list that has grown long is gone through by whoever adds
/// to it.
///
/// To read the clock takes as long as the rest of a question. So where the list is long, only every
/// [#NUMBERS_A_READING]th question on it reads the clock. It does so after it has seen the one
/// before it on the list, so all that were asked before it were asked before that reading: for
/// those between two readings, the later one counts, and for the last ones that of the check. They
/// may fail a little later for it, never earlier. On a clock that a program moves every question
/// reads it: there it costs nothing, and tests count on it.
///
/// **Linearization.** A question is on the list from its CAS on; the check takes the whole list by
/// one exchange. Who finds the list empty asks for the check, so there is one for each list.
///
/// **Where stack or memory ends.** Who asks for the check says so in its question, afterwards. Who
/// finds a question that does not say so, as a rule because its thread is just about to, asks as
/// well: so a list whose first question got no check has one with the next question, and now and
/// then a list has two. What the check cannot give a timer goes back on the list, below those that
/// were asked since: a question without a reading takes that of one above it, which must be later.
///
/// Threads: any.
final class AskTimeouts implements TimedTask {
  /// Shorter timeouts get a timer at once: a check may come two ticks after the question.
  private static final int TICKS_MIN = 4;

  /// With a timeout of so many ticks or more, two ticks more or less do not matter.
  private static final int TICKS_OF_LENIENT_MIN = 100;

  /// So many at the beginning of a list read the clock, and then one in so many; a power of two.
  private static final int NUMBERS_A_READING = 16;

  /// A list of so many is gone through, and then at each doubling; a power of two.
  static final int LONG_LIST = 1 << 16;

  private static final Duration LONGEST_AT_MOST = Duration.ofDays(1);

  private static final VarHandle NEWEST;

  static {
    try {
      NEWEST = MethodHandles.lookup().findVarHandle(AskTimeouts.class, "newest", AskRef.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private final ActorSystem system;

  /// For the checks, one a tick for all questions: the quota does not concern them.
  private final Scheduler checks;

  private final Duration shortest;
  private final Duration longest;
  private final Duration shortestOfLenient;
  private final boolean isClockMoved;

  /// The question that was added last; the others are behind it.
  private volatile @Nullable AskRef<?> newest;

  AskTimeouts(ActorSystem system) {
    this.system = system;
    this.checks = system.ownTimers();
    Duration tick = system.scheduler().resolution();
    this.shortest = tick.multipliedBy(TICKS_MIN);
    this.shortestOfLenient = tick.multipliedBy(TICKS_OF_LENIENT_MIN);
    this.isClockMoved = system.clockKind() == ClockKind.DETERMINISTIC;
    // One that no timer could wait for is refused at once, and not by the check.
    Duration possible = system.scheduler().settings().resolution().longestDelay();
    this.longest = possible.compareTo(LONGEST_AT_MOST) < 0 ? possible : LONGEST_AT_MOST;
  }

  /// Whether a timeout is long enough for the list; one that is not valid is not.
  boolean isLong(Duration timeout) {
    return timeout.compareTo(shortest) >= 0 && timeout.compareTo(longest) <= 0;
  }

  /// Adds a question.
  void add(AskRef<?> question, Duration timeout) {
    boolean isStrict = isClockMoved || timeout.compareTo(shortestOfLenient) < 0;
    AskRef<?> before;
    do {
      before = newest;
      int number = before == null ? 0 : before.number + 1;
      question.askedBefore = before;
      question.number = number;
      // Anew in each attempt: a reading has to come after the look at who was before.
      if (isStrict || question.hasReading() || readsTheClock(number)) {
        question.askedAt(system.nowNanos());
      }
    } while (!NEWEST.compareAndSet(this, before, question));
    if (before == null || !before.isHeard) {
      askForCheck();
    }
    question.isHeard = true;
    if (isLongAt(question.number)) {
      shorten();
    }
  }

  private static boolean isLongAt(int number) {
    return number >= LONG_LIST && (number & (number - 1)) == 0;
  }

  /// Lets go of those that were answered.
  private void shorten() {
    AskRef<?> open = takeOpen();
    AskRef<?> last = null;
    int number = 0;
    while (open != null) {
      AskRef<?> next = open.askedBefore;
      open.askedBefore = last;
      open.number = number++;
      last = open;
      open = next;
    }
    if (last != null && !putBack(last)) {
      askForCheck(); // the end of the scheduler, which ends the list, may have missed these
    }
  }

  private static boolean readsTheClock(int number) {
    return number < NUMBERS_A_READING || (number & (NUMBERS_A_READING - 1)) == 0;
  }

  private void askForCheck() {
    try {
      scheduleCheck();
    } catch (SchedulerException e) {
      run(); // each of them learns for itself why there is no timer
    }
  }

  private void scheduleCheck() {
    var unused = checks.scheduleOnce(checks.resolution(), this, Scheduler.DIRECT);
  }

  /// Checks. Threads: the one that ticks; any when that does not tick any more.
  @Override
  public void run() {
    endList(AskRef::startTimer);
  }

  private void endList(Consumer<AskRef<?>> action) {
    AskRef<?> question = takeOpen();
    AskRef<?> left = null;
    Throwable failure = null;
    while (question != null) {
      AskRef<?> next = question.askedBefore;
      question.askedBefore = null;
      try {
        action.accept(question);
      } catch (Throwable e) { // as a rule there is no memory for a timer
        question.askedBefore = left;
        left = question;
        failure = e;
      }
      question = next;
    }
    if (left != null) {
      boolean unused = putBack(left); // something is thrown already
    }
    if (failure != null) {
      VmErrors.report(failure);
      VmErrors.throwIfFatal(failure);
    }
  }

  /// Puts questions back on the list, below those that were asked since, and asks for another check
  /// if that is possible; if it is not, the next question does.
  ///
  /// @param questions the newest first
  /// @return whether there will be a check
  private boolean putBack(AskRef<?> questions) {
    AskRef<?> all = questions;
    all.isHeard = false;
    while (!NEWEST.compareAndSet(this, null, all)) {
      AskRef<?> since = (AskRef<?>) NEWEST.getAndSet(this, null);
      if (since != null) {
        AskRef<?> oldest = since;
        while (oldest.askedBefore != null) {
          oldest = oldest.askedBefore;
        }
        oldest.askedBefore = all;
        all = since;
        all.isHeard = false;
      }
    }
    try {
      scheduleCheck();
      all.isHeard = true;
      return true;
    } catch (Throwable e) {
      return false;
    }
  }

  /// Takes the list.
  ///
  /// @return those that are open, the oldest first; they are kept apart from the others, which a
  ///   link would keep in memory
  private @Nullable AskRef<?> takeOpen() {
    AskRef<?> question = (AskRef<?>) NEWEST.getAndSet(this, null);
    if (question == null) {
      return null; // another check has taken it
    }
    long notAfterNanos = nowNanos(question);
    AskRef<?> open = null;
    while (question != null) {
      AskRef<?> next = question.askedBefore;
      if (question.hasReading()) {
        notAfterNanos = question.askedNanos();
      }
      if (question.isDone()) {
        question.askedBefore = null;
      } else {
        question.askedAt(notAfterNanos);
        question.askedBefore = open;
        open = question;
      }
      question = next;
    }
    return open;
  }

  /// Reads the clock, after which a list was taken; if that fails, it is as if it was not.
  private long nowNanos(AskRef<?> taken) {
    try {
      return system.nowNanos();
    } catch (Throwable e) {
      boolean unused = putBack(taken);
      throw e;
    }
  }

  /// There will be no check by itself: for want of room it comes at once, and the end of the
  /// scheduler ends all questions. Threads: any.
  @Override
  public void givenUp(CancelReason reason) {
    if (reason == CancelReason.CLOSED) {
      endList(question -> question.givenUp(reason));
    } else {
      system.overdue().execute(this);
    }
  }
}
