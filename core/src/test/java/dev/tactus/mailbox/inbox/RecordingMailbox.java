package dev.tactus.mailbox.inbox;

import dev.tactus.dispatch.Dispatcher;
import dev.tactus.mailbox.DeadLetterReason;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/// A mailbox that writes down what happens to it, and notices when two turns run at once.
final class RecordingMailbox extends Mailbox {
  /// What a system message does.
  enum Effect {
    NOTHING,
    SUSPEND,
    RESUME,
    CLOSE,
    FAIL
  }

  /// A system message.
  static final class Order extends SystemMessage {
    final Effect effect;
    final Object tag;

    Order(Effect effect, Object tag) {
      this.effect = effect;
      this.tag = tag;
    }

    @Override
    public String toString() {
      return tag.toString();
    }
  }

  /// A message that did not arrive.
  record Refused(Object message, DeadLetterReason reason) {}

  /// Everything that was handled, system messages as [Order]s, in order. Owner's.
  final List<Object> handled = new ArrayList<>();

  final Queue<Refused> refused = new ConcurrentLinkedQueue<>();
  final Queue<SystemMessage> refusedSystem = new ConcurrentLinkedQueue<>();
  final AtomicInteger closings = new AtomicInteger();
  volatile boolean twoAtOnce;
  int begun;

  private final AtomicBoolean busy = new AtomicBoolean();
  private final @Nullable BiConsumer<RecordingMailbox, Object> reaction;

  RecordingMailbox(Dispatcher dispatcher, @Nullable LocalQueue queue) {
    this(dispatcher, queue, null);
  }

  /// @param reaction called with each message
  RecordingMailbox(
      Dispatcher dispatcher,
      @Nullable LocalQueue queue,
      @Nullable BiConsumer<RecordingMailbox, Object> reaction) {
    super(dispatcher, queue);
    this.reaction = reaction;
  }

  void launch() {
    start();
  }

  private void enter() {
    if (!busy.compareAndSet(false, true)) {
      twoAtOnce = true;
    }
  }

  @Override
  protected void begin() {
    enter();
    begun++;
    busy.set(false);
  }

  @Override
  protected void endRequested() {
    close();
  }

  @Override
  protected void deliver(Object message) {
    enter();
    try {
      handled.add(message);
      if (reaction != null) {
        reaction.accept(this, message);
      }
    } finally {
      busy.set(false);
    }
  }

  @Override
  protected void handleSystem(SystemMessage message) {
    enter();
    try {
      Order order = (Order) message;
      handled.add(order);
      switch (order.effect) {
        case NOTHING -> {}
        case SUSPEND -> suspend();
        case RESUME -> {
          if (isSuspended()) {
            resume();
          }
        }
        case CLOSE -> close();
        case FAIL -> throw new IllegalStateException("told to fail");
      }
    } finally {
      busy.set(false);
    }
  }

  boolean isInTurn() {
    return isTurnOfCurrentThread();
  }

  void back(Object message) {
    putBack(message);
  }

  void suspendNow() {
    suspend();
  }

  @Override
  protected void undelivered(Object message, DeadLetterReason reason) {
    refused.add(new Refused(message, reason));
  }

  @Override
  protected void undeliveredSystem(SystemMessage message) {
    refusedSystem.add(message);
  }

  @Override
  protected void closed() {
    closings.incrementAndGet();
  }

  boolean order(Effect effect, Object tag) {
    return enqueueSystem(new Order(effect, tag));
  }

  @Override
  public String toString() {
    return "recording mailbox";
  }
}
