package dev.tactus.scheduler;

import dev.tactus.event.EventStream;
import dev.tactus.event.Subscription;
import dev.tactus.time.wheel.Intake;
import java.util.function.Consumer;

/// Bounds how many timers are active.
///
/// ## Algorithm
///
/// A counter that every registration and every end would have to change is what makes timers slow
/// on many threads. Here it is derived. Registrations are numbered anyway, so `active = numbered -
/// refused - ended`. When at some moment `limit - active = free`, then the next `free`
/// registrations cannot exceed the limit, whatever else happens, because ends only make room. So it
/// is enough to compute the sum once and to remember the number up to which no look is needed:
/// [#safeUntil]. A registration compares its number with that, and only the one that passes it
/// computes the sum again.
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

  /// Beside the number of active timers: the system was under pressure.
  private static final long PRESSED = 1L << 62;

  private final long fullLimit;
  private final long adaptiveLimit;
  private final Intake intake;
  private final SchedulerCounters counters;
  private final EventStream events;

  /// Registrations with a number up to this one need no look. Written under the lock.
  private volatile long safeUntil;

  private volatile boolean engaged;

  /// Timers that got a number and were then refused, by the quota or for another reason. Under the
  /// lock. Who refuses for another reason counts it here.
  long refused;

  Quota(SchedulerSettings settings, Intake intake, SchedulerCounters counters, EventStream events) {
    this.fullLimit = settings.systemQuota();
    this.adaptiveLimit = Math.max(1, (long) (fullLimit * settings.adaptiveQuotaShare()));
    this.intake = intake;
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
      engaged = now;
      safeUntil = 0;
      limit = limit();
    }
    events.publish(new SchedulerWarning.BackpressureState(now, limit));
  }

  /// How many timers got a number and were not refused, at one moment: those that were registered,
  /// and those on their way in, of which some may still be refused.
  synchronized long taken() {
    return intake.numbered() - refused;
  }

  /// Looks whether a timer fits that has a number beyond what is known to be safe.
  ///
  /// @return [#FITS]; or by what it does not, for [#exceeded]: its number is then accounted for
  synchronized long look(Priority priority) {
    long limit = limit();
    long ended = counters.ended(); // before the other, so that the difference is never too small
    long given = intake.numbered();
    // With this timer, and with others that are on their way in.
    long active = given - refused - ended;
    if (active <= limit && !(engaged && priority == Priority.LOW)) {
      safeUntil = Math.max(safeUntil, given + (limit - active));
      return FITS;
    }
    refused++;
    return engaged ? active | PRESSED : active;
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
