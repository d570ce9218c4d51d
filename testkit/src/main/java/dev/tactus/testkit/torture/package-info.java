/// Our own torture of the runtime: random actors that do everything at once, with faults, and an
/// oracle that knows what must hold whatever happens.
///
/// What enters: a seed, as a [dev.tactus.testkit.simulation.Simulation]. What leaves: nothing, or
/// an error that says which rule was broken. It is run in every build with thousands of seeds, and
/// by `tactus sim` for as long as one likes.
///
/// Threads: that of the simulation. Start reading at [dev.tactus.testkit.torture.Torture].
@NullMarked
package dev.tactus.testkit.torture;

import org.jspecify.annotations.NullMarked;
