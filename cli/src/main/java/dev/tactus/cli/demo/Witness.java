package dev.tactus.cli.demo;

import dev.tactus.actor.ActorEvent;
import dev.tactus.actor.ActorObserver;
import dev.tactus.actor.ActorRef;
import dev.tactus.actor.DeadLetter;
import dev.tactus.event.EventStream;
import dev.tactus.event.Subscription;
import dev.tactus.mailbox.MailboxPressure;
import dev.tactus.scheduler.SchedulerWarning;
import java.util.concurrent.atomic.LongAdder;

/// Counts what the system says that it does: its observer sees every message, its event stream the
/// rest.
///
/// Threads: any.
final class Witness implements ActorObserver {
  final WarningCounts warnings = new WarningCounts();
  final LongAdder sent = new LongAdder();
  final LongAdder sentByTimers = new LongAdder();

  /// Messages whose handler has ended, in whatever way.
  final LongAdder ended = new LongAdder();

  final LongAdder failed = new LongAdder();
  final LongAdder deadLetters = new LongAdder();
  final LongAdder restarts = new LongAdder();

  /// How often a mailbox came under pressure, and out of it.
  final LongAdder pressed = new LongAdder();

  final LongAdder relieved = new LongAdder();

  /// How often the whole system did.
  final LongAdder engaged = new LongAdder();

  void follow(EventStream events) {
    Subscription _ = events.subscribe(SchedulerWarning.class, this::warned);
    Subscription _ = events.subscribe(ActorEvent.Failed.class, _ -> failed.increment());
    Subscription _ = events.subscribe(ActorEvent.Restarted.class, _ -> restarts.increment());
    Subscription _ = events.subscribe(DeadLetter.class, _ -> deadLetters.increment());
    Subscription _ =
        events.subscribe(
            MailboxPressure.class, event -> (event.pressed() ? pressed : relieved).increment());
  }

  /// Pressure has a line of its own; all other warnings are listed.
  private void warned(SchedulerWarning warning) {
    if (warning instanceof SchedulerWarning.BackpressureState state) {
      if (state.engaged()) {
        engaged.increment();
      }
    } else {
      warnings.add(warning);
    }
  }

  @Override
  public void sent(ActorRef<?> receiver, Object message) {
    sent.increment();
    if (message instanceof DeviceMessage device && device.isOfTimer()) {
      sentByTimers.increment();
    }
  }

  @Override
  public void handling(ActorRef<?> receiver, Object message) {}

  @Override
  public void handled(ActorRef<?> receiver, Object message) {
    ended.increment();
  }
}
