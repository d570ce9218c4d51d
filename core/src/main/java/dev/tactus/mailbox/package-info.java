/// What users choose about mailboxes: order, capacity, and what happens when one is full.
///
/// What enters: nothing at run time; these are settings ([dev.tactus.mailbox.MailboxSettings]) and
/// words for what can happen ([dev.tactus.mailbox.DeadLetterReason]). What leaves: the same, to the
/// registry of an actor system, and events about full mailboxes to the event stream.
///
/// The mailboxes themselves are in `dev.tactus.mailbox.inbox`, which is not exported. Start reading
/// at [dev.tactus.mailbox.MailboxSettings], then at `Mailbox` there.
@NullMarked
package dev.tactus.mailbox;

import org.jspecify.annotations.NullMarked;
