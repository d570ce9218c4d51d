/// Parts of Tactus inside of Apache Pekko, each switched on by a line of `application.conf`.
///
/// Enters: what Pekko hands to a plug-in, made by reflection from a class name: timers to
/// [TactusScheduler], mailboxes that have work to a [TactusExecutorConfigurator], messages to a
/// [TactusMailbox]. Leaves: tasks on Pekko's execution contexts, mailboxes that run on workers.
///
/// [TactusPekko] shows all of them from outside; [TactusManualScheduler] replaces time in tests.
///
/// Threads: each class says. What differs from Pekko's own parts is listed in the migration guide,
/// each with the test that shows it. Start reading at [TactusScheduler].
@NullMarked
package dev.tactus.pekko;

import org.jspecify.annotations.NullMarked;
