package dev.tactus.pekko;

import com.typesafe.config.Config;
import org.apache.pekko.actor.ActorRef;
import org.apache.pekko.actor.ActorSystem;
import org.apache.pekko.dispatch.MailboxType;
import org.apache.pekko.dispatch.MessageQueue;
import org.apache.pekko.dispatch.ProducesMessageQueue;
import scala.Option;

/// Unbounded mailboxes for one receiver: all dispatchers but a `BalancingDispatcher`.
///
/// ```hocon
/// pekko.actor.default-mailbox.mailbox-type = "dev.tactus.pekko.TactusMailbox"
/// pekko.actor.typed.default-mailbox.mailbox-type = "dev.tactus.pekko.TactusMailbox"
/// ```
public final class TactusMailbox implements MailboxType, ProducesMessageQueue<UnboundedQueue> {
  private final MailboxParts parts = new MailboxParts();

  /// Made by Pekko. There is nothing to set.
  ///
  /// @param settings those of the actor system
  /// @param config the section of the mailbox
  public TactusMailbox(ActorSystem.Settings settings, Config config) {}

  @Override
  public MessageQueue create(Option<ActorRef> owner, Option<ActorSystem> system) {
    parts.made(system);
    return new UnboundedQueue();
  }
}
