package dev.tactus.pekko;

import com.typesafe.config.Config;
import java.util.concurrent.TimeUnit;
import org.apache.pekko.actor.ActorRef;
import org.apache.pekko.actor.ActorSystem;
import org.apache.pekko.dispatch.MailboxType;
import org.apache.pekko.dispatch.MessageQueue;
import org.apache.pekko.dispatch.ProducesMessageQueue;
import org.apache.pekko.dispatch.ProducesPushTimeoutSemanticsMailbox;
import scala.Option;
import scala.concurrent.duration.Duration;
import scala.concurrent.duration.FiniteDuration;

/// Mailboxes of a bounded size for one receiver. A message for which there is no room within
/// `mailbox-push-timeout-time` becomes a dead letter; a negative time waits for ever, and zero does
/// not wait.
///
/// A `BalancingPool` has several receivers at one mailbox. Leave Pekko's bounded mailbox there:
/// Pekko refuses this one, and ends the system.
///
/// ```hocon
/// my-mailbox {
///   mailbox-type = "dev.tactus.pekko.TactusBoundedMailbox"
///   mailbox-capacity = 1000
///   mailbox-push-timeout-time = 0s
/// }
/// ```
public final class TactusBoundedMailbox
    implements MailboxType,
        ProducesMessageQueue<BoundedQueue>,
        ProducesPushTimeoutSemanticsMailbox {
  private final MailboxParts parts = new MailboxParts();
  private final int capacity;
  private final FiniteDuration pushTimeOut;

  /// Made by Pekko.
  ///
  /// @param settings those of the actor system
  /// @param config the section of the mailbox
  public TactusBoundedMailbox(ActorSystem.Settings settings, Config config) {
    this(
        config.getInt("mailbox-capacity"),
        FiniteDuration.apply(
            config.getDuration("mailbox-push-timeout-time", TimeUnit.NANOSECONDS),
            TimeUnit.NANOSECONDS));
  }

  TactusBoundedMailbox(int capacity, FiniteDuration pushTimeOut) {
    if (capacity < 1) {
      throw new IllegalArgumentException(
          "A mailbox-capacity of "
              + capacity
              + " was given; a bounded mailbox needs room for 1 message or more.");
    }
    this.capacity = capacity;
    this.pushTimeOut = pushTimeOut;
  }

  @Override
  public Duration pushTimeOut() {
    return pushTimeOut;
  }

  @Override
  public MessageQueue create(Option<ActorRef> owner, Option<ActorSystem> system) {
    parts.made(system);
    return new BoundedQueue(capacity, pushTimeOut, parts::overflowed);
  }
}
