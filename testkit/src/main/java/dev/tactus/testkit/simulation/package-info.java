/// Deterministic simulation: a whole system on one thread, under a virtual clock, and every choice
/// from one seed.
///
/// What enters: a [dev.tactus.testkit.simulation.Scenario] and seeds. What leaves: for each seed a
/// [dev.tactus.testkit.simulation.Trace] that is the same on every machine, and for a seed that
/// fails the shortest list of choices that still fails.
///
/// The code that runs is the code of production; only the ends are replaced: a clock that is moved,
/// and a pool that chooses. Threads: one for each simulation. Start reading at
/// [dev.tactus.testkit.simulation.Simulation], then [dev.tactus.testkit.simulation.Sweep].
@NullMarked
package dev.tactus.testkit.simulation;

import org.jspecify.annotations.NullMarked;
