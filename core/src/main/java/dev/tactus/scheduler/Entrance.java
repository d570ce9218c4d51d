package dev.tactus.scheduler;

import dev.tactus.time.wheel.Intake;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Where timers are taken in: each gets a number, is held against the [Quota] and pushed to the
/// [Intake]; or it is refused.
///
/// A number counts as a timer that was taken until its refusal is counted. So whatever ends the way
/// in, also an error of the virtual machine between two steps, is counted as a refusal. Where the
/// intake has the timer, nothing more is done here.
///
/// Threads: any.
final class Entrance {
  /// What is said of a driver that was given up, until there are better words.
  private static final String DRIVER_FAILED = "it failed again and again";

  private static final String DRIVER_FAILED_REFUSAL =
      "The scheduler takes no timers: its driver does not tick any more, because it failed again"
          + " and again. Close the scheduler and start one with another driver.";

  private final Intake intake;
  private final Quota quota;

  /// Why no timer is taken any more; null while timers are.
  private volatile @Nullable String refusal;

  /// Why the driver was given up; null while it was not.
  private volatile @Nullable String driverStopped;

  Entrance(Intake intake, Quota quota) {
    this.intake = intake;
    this.quota = quota;
  }

  /// Takes a timer in. Where it throws, the timer is not in.
  ///
  /// @param isLow whether it is of priority LOW, which is refused while the system is under
  ///   pressure
  /// @param isBeyondQuota whether the quota does not concern it
  void take(Timer timer, boolean isLow, boolean isBeyondQuota) {
    if (refusal != null) {
      throw closed(); // before it gets a number
    }
    long number = intake.number(timer);
    boolean isSettled = false; // it is in, or its refusal is counted
    try {
      if (!isBeyondQuota && (number > quota.safeUntil() || (isLow && quota.isEngaged()))) {
        if (refusal != null) {
          throw closed(); // rather than a quota that does not matter any more
        }
        Priority priority = timer.priority();
        long excess = quota.look(priority);
        isSettled = excess != Quota.FITS;
        if (isSettled) {
          throw quota.exceeded(priority, excess);
        }
      }
      isSettled = intake.push(timer);
      if (!isSettled) {
        throw closed();
      }
    } finally {
      if (!isSettled) {
        synchronized (quota) { // with no call, for which there may be no room on the stack
          quota.refused++;
        }
      }
    }
  }

  private SchedulerClosedException closed() {
    String why = refusal;
    return new SchedulerClosedException(
        why == null ? "The scheduler is closed. Start a new one." : why);
  }

  /// Takes no more timers, for this reason.
  void close(String why) {
    if (refusal == null) {
      refusal = why;
    }
    intake.seal();
  }

  /// Takes no more timers, because the driver was given up. Allocates nothing: there may be no
  /// memory, and who schedules must not be left to wait for a driver that is dead.
  void driverStopped() {
    driverStopped = DRIVER_FAILED;
    close(DRIVER_FAILED_REFUSAL);
  }

  /// Says in better words why the driver was given up, and no timer is taken.
  void explainDriverStopped(String why, String newRefusal) {
    driverStopped = why;
    if (DRIVER_FAILED_REFUSAL.equals(refusal)) {
      refusal = newRefusal;
    }
  }

  /// Why the driver was given up; empty while it was not.
  Optional<String> whyDriverStopped() {
    return Optional.ofNullable(driverStopped);
  }
}
