/// Stress tests of the two stacks between other threads and the owner of the wheel.
///
/// Each nested class is one test: two actors on two threads, then an arbiter that looks at what
/// they left. The package has the name of the one it tests, so that it sees what is
/// package-private. Enters: an [Intake] or [Returns] for each sample. Leaves: outcomes, which
/// jcstress counts and grades. Start reading at [IntakeStress].
@NullMarked
package dev.tactus.time.wheel;

import org.jspecify.annotations.NullMarked;
