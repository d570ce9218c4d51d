package dev.tactus.pekko;

import org.apache.pekko.actor.ActorSystem;
import org.jspecify.annotations.Nullable;
import scala.Option;

/// Counts the mailboxes of one type for the system that they belong to.
///
/// Threads: any.
final class MailboxParts {
  private volatile @Nullable Parts parts;

  /// Counts a mailbox that is about to be made.
  void made(Option<ActorSystem> system) {
    Parts known = parts;
    if (known == null && system.isDefined()) {
      known = Parts.of(system.get().eventStream());
      parts = known;
    }
    if (known != null) {
      known.mailboxes.increment();
    }
  }

  /// Counts a message that did not get into a mailbox.
  void overflowed() {
    Parts known = parts;
    if (known != null) {
      known.overflowed.increment();
    }
  }
}
