package dev.tactus.mailbox.inbox;

import dev.tactus.mailbox.MailboxSettings;
import dev.tactus.mailbox.OverflowStrategy;
import org.jspecify.annotations.Nullable;

/// Makes the queue that a mailbox was asked for.
public final class Queues {
  private Queues() {}

  /// The queue of such a mailbox; null where the inbox itself is enough.
  public static @Nullable LocalQueue of(MailboxSettings settings) {
    return switch (settings.order()) {
      case FIFO ->
          settings.isBounded() && settings.overflow() == OverflowStrategy.DROP_HEAD
              ? new SharedQueue()
              : null;
      case DEQUE -> new DequeQueue();
      case PRIORITY -> new PriorityOrder(settings.comparator().orElseThrow());
      case CONTROL_AWARE -> new ControlQueue();
    };
  }
}
