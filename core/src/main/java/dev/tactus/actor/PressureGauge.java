package dev.tactus.actor;

import dev.tactus.dispatch.DispatcherEvent;
import dev.tactus.event.EventStream;
import dev.tactus.event.Subscription;
import dev.tactus.event.VmErrors;
import dev.tactus.scheduler.BackpressureGauge;
import dev.tactus.scheduler.BackpressureSwitch;
import java.util.HashSet;
import java.util.Set;
import java.util.function.Consumer;

/// The one gauge of a system: everything that is overloaded adds to it, and the scheduler follows
/// it.
///
/// | what | counts |
/// |---|---|
/// | a mailbox under pressure | 1 |
/// | a dispatcher whose host refuses turns | as much as it takes to engage |
/// | a driver that is behind by more than ten ticks | as much as it takes to engage |
///
/// It engages when the sum reaches `engageAt`, and releases when it is down to `releaseAt`, so that
/// it does not flutter.
///
/// Threads: any.
final class PressureGauge implements BackpressureGauge {
  private final BackpressureSwitch pressure = BackpressureSwitch.released();
  private final Set<String> refusing = new HashSet<>();
  private final PressureSettings settings;
  private int mailboxes;
  private boolean driverBehind;
  private boolean ended;

  PressureGauge(PressureSettings settings) {
    this.settings = settings;
  }

  /// Follows the dispatchers.
  void follow(EventStream events) {
    events.subscribe(
        DispatcherEvent.TurnRefused.class, event -> dispatcher(event.dispatcher(), true));
    events.subscribe(
        DispatcherEvent.Recovered.class, event -> dispatcher(event.dispatcher(), false));
  }

  /// A mailbox came under pressure, or is relieved of it.
  synchronized void mailbox(boolean pressed) {
    mailboxes += pressed ? 1 : -1;
    update();
  }

  private synchronized void dispatcher(String id, boolean refuses) {
    boolean changed = refuses ? refusing.add(id) : refusing.remove(id);
    if (changed) {
      update();
    }
  }

  /// The driver fell behind, or has caught up.
  synchronized void driver(boolean behind) {
    if (driverBehind != behind) {
      driverBehind = behind;
      update();
    }
  }

  /// Releases it for good, because the system ends.
  synchronized void end() {
    ended = true;
    update();
  }

  private void update() {
    int heavy = refusing.size() + (driverBehind ? 1 : 0);
    long sum = mailboxes + (long) heavy * settings.engageAt();
    boolean isOn = isEngaged() ? sum > settings.releaseAt() : sum >= settings.engageAt();
    try {
      if (isOn && !ended) {
        pressure.engage();
      } else {
        pressure.release();
      }
    } catch (Throwable e) {
      VmErrors.report(e); // of a subscriber: the mailbox that has changed has its message to handle
    }
  }

  @Override
  public boolean isEngaged() {
    return pressure.isEngaged();
  }

  @Override
  public Subscription onChange(Consumer<Boolean> listener) {
    return pressure.onChange(listener);
  }
}
