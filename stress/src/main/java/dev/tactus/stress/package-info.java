/// Checks what a run of the stress tests left behind.
///
/// jcstress fails on a forbidden outcome, but not on a test that never ran: one that needs more
/// threads than the machine has is passed over in silence. Enters: the directory with the results
/// of a run, and the compiled tests. Leaves: a table of what ran, and an exit code. The tests
/// themselves are in packages named like those that they test. One thread; start reading at
/// [StressResults].
@NullMarked
package dev.tactus.stress;

import org.jspecify.annotations.NullMarked;
