/// Messages for code that is not an actor.
///
/// What enters: messages, sent to an address like that of any actor; and polls, from any thread.
/// What leaves: futures with one message each, in the order of the polls.
///
/// Threads: any; futures complete in turns of the default dispatcher. Start reading at
/// [dev.tactus.mailbox.poll.Receiver].
@NullMarked
package dev.tactus.mailbox.poll;

import org.jspecify.annotations.NullMarked;
