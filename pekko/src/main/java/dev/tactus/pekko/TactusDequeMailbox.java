package dev.tactus.pekko;

import com.typesafe.config.Config;
import org.apache.pekko.actor.ActorRef;
import org.apache.pekko.actor.ActorSystem;
import org.apache.pekko.dispatch.MailboxType;
import org.apache.pekko.dispatch.MessageQueue;
import org.apache.pekko.dispatch.ProducesMessageQueue;
import scala.Option;

/// Unbounded mailboxes in which messages can be put back before all others, for actors that stash.
///
/// ```hocon
/// pekko.actor.mailbox.unbounded-deque-based.mailbox-type = "dev.tactus.pekko.TactusDequeMailbox"
/// ```
public final class TactusDequeMailbox implements MailboxType, ProducesMessageQueue<DequeQueue> {
  private final MailboxParts parts = new MailboxParts();

  /// Made by Pekko. There is nothing to set.
  ///
  /// @param settings those of the actor system
  /// @param config the section of the mailbox
  public TactusDequeMailbox(ActorSystem.Settings settings, Config config) {}

  @Override
  public MessageQueue create(Option<ActorRef> owner, Option<ActorSystem> system) {
    parts.made(system);
    return new DequeQueue();
  }
}
