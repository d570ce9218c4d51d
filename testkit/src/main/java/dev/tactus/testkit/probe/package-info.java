/// Probes: actors that stand in for others in a test, and remember what they were told.
///
/// What enters: messages, by the probe's reference. What leaves: the same messages, one by one, to
/// the test that expects them; on virtual time in a simulation, with a limit of real time on real
/// dispatchers.
///
/// Threads: that of the test. Start reading at [dev.tactus.testkit.probe.TestProbe].
@NullMarked
package dev.tactus.testkit.probe;

import org.jspecify.annotations.NullMarked;
