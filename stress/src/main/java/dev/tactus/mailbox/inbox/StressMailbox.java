package dev.tactus.mailbox.inbox;

import dev.tactus.dispatch.Dispatcher;
import dev.tactus.dispatch.DispatcherHost;
import dev.tactus.dispatch.DispatcherSettings;
import dev.tactus.dispatch.Dispatchers;
import dev.tactus.event.EventStream;
import dev.tactus.mailbox.DeadLetterReason;
import dev.tactus.scheduler.RuntimeToolbox;
import dev.tactus.scheduler.SchedulerSettings;
import dev.tactus.scheduler.WheelScheduler;
import dev.tactus.workers.FailureHandler;
import dev.tactus.workers.PumpPool;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/// A mailbox for messages that are digits, which writes down in which order it handled them.
final class StressMailbox extends Mailbox {
  /// What a system message does.
  enum Effect {
    SUSPEND,
    RESUME,
    CLOSE
  }

  private static final class Order extends SystemMessage {
    final Effect effect;

    Order(Effect effect) {
      this.effect = effect;
    }
  }

  private static final RuntimeToolbox TOOLBOX = RuntimeToolbox.manual();
  private static final EventStream EVENTS = new EventStream();

  /// For all mailboxes: nothing is refused here, so nothing is ever scheduled.
  private static final DispatcherHost HOST =
      new DispatcherHost(
          TOOLBOX.clock(),
          WheelScheduler.start(SchedulerSettings.defaults(), TOOLBOX, EVENTS),
          EVENTS,
          Thread::new,
          FailureHandler.UNCAUGHT);

  private final PumpPool pump;
  private final AtomicInteger refusedCount = new AtomicInteger();

  /// The messages in the order in which they were handled, as decimal digits.
  int digits;

  int systemHandled;
  int closings;

  private StressMailbox(PumpPool pump, Dispatcher dispatcher, @Nullable LocalQueue queue) {
    super(dispatcher, queue);
    this.pump = pump;
  }

  /// One that has begun and is idle.
  static StressMailbox idle(@Nullable LocalQueue queue) {
    PumpPool pump = PumpPool.of("stress", () -> {}, FailureHandler.UNCAUGHT);
    Dispatcher dispatcher =
        new Dispatchers(Map.of(Dispatchers.DEFAULT_ID, DispatcherSettings.pool(pump)), HOST)
            .lookup(Dispatchers.DEFAULT_ID);
    StressMailbox mailbox = new StressMailbox(pump, dispatcher, queue);
    mailbox.start();
    mailbox.runAll();
    return mailbox;
  }

  void order(Effect effect) {
    var _ = enqueueSystem(new Order(effect));
  }

  /// Runs a turn if one waits. Threads: one at a time.
  void runOne() {
    var _ = pump.runOne();
  }

  /// Runs turns until none waits.
  void runAll() {
    var _ = pump.runAll(Long.MAX_VALUE);
  }

  /// How many turns wait.
  int turnsWaiting() {
    return (int) pump.snapshot().waiting();
  }

  /// How many messages will not be delivered.
  int refusedMessages() {
    return refusedCount.get();
  }

  @Override
  protected void deliver(Object message) {
    digits = 10 * digits + (Integer) message;
  }

  @Override
  protected void handleSystem(SystemMessage message) {
    systemHandled++;
    switch (((Order) message).effect) {
      case SUSPEND -> suspend();
      case RESUME -> resume();
      case CLOSE -> close();
    }
  }

  @Override
  protected void endRequested() {
    close();
  }

  @Override
  protected void begin() {}

  @Override
  protected void undelivered(Object message, DeadLetterReason reason) {
    refusedCount.incrementAndGet();
  }

  @Override
  protected void undeliveredSystem(SystemMessage message) {}

  @Override
  protected void closed() {
    closings++;
  }
}
