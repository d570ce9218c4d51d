/// Mailboxes: where messages wait, and the protocol that decides who runs an actor.
///
/// What enters: messages from any thread (`Mailbox.enqueue`), system messages
/// (`Mailbox.enqueueSystem`), turns from a dispatcher (`Mailbox.run`). What leaves: one message
/// after another to the actor (`deliver`), in turns that never overlap; what cannot be delivered,
/// to `undelivered`, exactly once.
///
/// Threads: senders are any; everything else is the owner's, which is whoever found the mailbox
/// idle, and then the turn that this one asked for. Start reading at
/// [dev.tactus.mailbox.inbox.Mailbox].
@NullMarked
package dev.tactus.mailbox.inbox;

import org.jspecify.annotations.NullMarked;
