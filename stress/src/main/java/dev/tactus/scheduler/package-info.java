/// Stress tests of the timer's state, of owed runs, of sleep and wake, and of the quota.
///
/// Each nested class is one test: two actors on two threads, then an arbiter that looks at what
/// they left. A [BareEngine] is a scheduler's engine on a clock that stands still, so that a test
/// decides when a tick comes and on which thread; a [HeldExecutor] decides when a timer runs.
///
/// The package has the name of the one it tests, so that it sees what is package-private. Leaves:
/// outcomes, which jcstress counts and grades. Start reading at [TimerStress].
@NullMarked
package dev.tactus.scheduler;

import org.jspecify.annotations.NullMarked;
