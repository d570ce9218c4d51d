/// Behind `sim` and `replay`: the torture with its progress, traces as text and as a picture, and
/// how a simulated test is found and run again.
///
/// What enters: a [dev.tactus.testkit.simulation.Trace], seeds, the name of a test. What leaves:
/// lines, one HTML file, a Maven command.
///
/// Threads: those of the sweep report progress; the rest is the main one. Start reading at
/// [dev.tactus.cli.sim.TortureRun], then [dev.tactus.cli.sim.Diagram].
@NullMarked
package dev.tactus.cli.sim;

import org.jspecify.annotations.NullMarked;
