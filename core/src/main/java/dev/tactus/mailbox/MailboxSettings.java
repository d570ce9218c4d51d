package dev.tactus.mailbox;

import dev.tactus.error.ErrorCode;
import java.time.Duration;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/// How a mailbox keeps its messages.
///
/// @param order in which order messages are taken
/// @param comparator what [Order#PRIORITY] compares by, the smallest first; equal messages keep
///   their order
/// @param capacity how many messages it holds at most; [#UNLIMITED] for any number
/// @param overflow what happens to a message beyond that
/// @param pushTimeout how long a message may wait for room with [OverflowStrategy#BLOCK]
public record MailboxSettings(
    Order order,
    Optional<Comparator<Object>> comparator,
    int capacity,
    OverflowStrategy overflow,
    Duration pushTimeout) {
  /// The capacity of a mailbox without a bound.
  public static final int UNLIMITED = Integer.MAX_VALUE;

  private static final Duration PUSH_TIMEOUT = Duration.ofSeconds(10);

  /// In which order messages are taken.
  public enum Order {
    /// First in, first out.
    FIFO,
    /// First in, first out, with a front to put messages back to.
    DEQUE,
    /// By the comparator.
    PRIORITY,
    /// [ControlMessage]s first.
    CONTROL_AWARE
  }

  /// Checks the values.
  public MailboxSettings {
    Objects.requireNonNull(order, "order");
    Objects.requireNonNull(comparator, "comparator");
    Objects.requireNonNull(overflow, "overflow");
    if (capacity < 1) {
      throw new IllegalArgumentException(
          ErrorCode.INVALID_MAILBOX_SETTING.mark(
              "A mailbox cannot have the capacity "
                  + capacity
                  + "; give at least 1, or MailboxSettings.UNLIMITED."));
    }
    if (pushTimeout.isNegative() || pushTimeout.isZero()) {
      throw new IllegalArgumentException(
          ErrorCode.INVALID_MAILBOX_SETTING.mark(
              "A push timeout must be longer than zero, but it was "
                  + pushTimeout
                  + "; choose another overflow strategy to refuse at once."));
    }
    if ((order == Order.PRIORITY) != comparator.isPresent()) {
      throw new IllegalArgumentException(
          ErrorCode.INVALID_MAILBOX_SETTING.mark(
              "A comparator belongs to the order PRIORITY and to no other, but the order was "
                  + order
                  + (comparator.isPresent() ? " with" : " without")
                  + " a comparator; use MailboxSettings.priority(comparator)."));
    }
    if (overflow == OverflowStrategy.DROP_HEAD && order != Order.FIFO && capacity != UNLIMITED) {
      throw new IllegalArgumentException(
          ErrorCode.INVALID_MAILBOX_SETTING.mark(
              "DROP_HEAD was asked for with the order "
                  + order
                  + "; it works with the order FIFO only, where the head is the oldest message."
                  + " Choose another overflow strategy."));
    }
  }

  /// First in, first out, without a bound: the default, and the fastest.
  public static MailboxSettings unbounded() {
    return of(Order.FIFO, Optional.empty());
  }

  /// First in, first out, at most so many messages.
  public static MailboxSettings bounded(int capacity, OverflowStrategy overflow) {
    return unbounded().withCapacity(capacity, overflow);
  }

  /// With a front to put messages back to, which a stash needs.
  public static MailboxSettings deque() {
    return of(Order.DEQUE, Optional.empty());
  }

  /// The smallest message first. The comparator sees every message that is sent to the actor.
  @SuppressWarnings("unchecked") // whoever names the comparator knows the messages of the actor
  public static <M> MailboxSettings priority(Comparator<? super M> comparator) {
    Objects.requireNonNull(comparator, "comparator: say which message comes first");
    return of(Order.PRIORITY, Optional.of((Comparator<Object>) comparator));
  }

  /// [ControlMessage]s before all others.
  public static MailboxSettings controlAware() {
    return of(Order.CONTROL_AWARE, Optional.empty());
  }

  private static MailboxSettings of(Order order, Optional<Comparator<Object>> comparator) {
    return new MailboxSettings(
        order, comparator, UNLIMITED, OverflowStrategy.DEAD_LETTER, PUSH_TIMEOUT);
  }

  /// The same for at most so many messages.
  public MailboxSettings withCapacity(int messages, OverflowStrategy strategy) {
    return new MailboxSettings(order, comparator, messages, strategy, pushTimeout);
  }

  /// The same with another time to wait for room.
  public MailboxSettings withPushTimeout(Duration timeout) {
    return new MailboxSettings(order, comparator, capacity, overflow, timeout);
  }

  /// Whether it refuses messages beyond its capacity.
  public boolean isBounded() {
    return capacity != UNLIMITED;
  }

  /// What it can do.
  public Set<QueueCapability> capabilities() {
    Set<QueueCapability> all =
        EnumSet.of(isBounded() ? QueueCapability.BOUNDED : QueueCapability.UNBOUNDED);
    switch (order) {
      case FIFO -> {}
      case DEQUE -> all.add(QueueCapability.DEQUE);
      case PRIORITY -> all.add(QueueCapability.PRIORITY);
      case CONTROL_AWARE -> all.add(QueueCapability.CONTROL_AWARE);
    }
    return all;
  }
}
