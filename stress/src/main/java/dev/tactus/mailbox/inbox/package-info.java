/// Stress tests of the mailbox: sending, turns, suspension and closing at the same time.
///
/// Each nested class is one test: two actors on two threads, then an arbiter that runs what is left
/// and looks at what came out. A [StressMailbox] has a pump of its own, so that a test decides on
/// which thread a turn runs.
///
/// The package has the name of the one it tests, so that it sees what is package-private. Leaves:
/// outcomes, which jcstress counts and grades. Start reading at [MailboxStress].
@NullMarked
package dev.tactus.mailbox.inbox;

import org.jspecify.annotations.NullMarked;
