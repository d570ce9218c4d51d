/// Tests of code that uses timers, without a thread and without a sleep.
///
/// A [SchedulerHarness] is a scheduler on virtual time that writes down everything that happens:
/// what was registered, handed over, run and cancelled, and when. Its assertions compare that
/// history with what the scheduler promises. [RandomTimers] drives it from a seed; [QueueExecutor]
/// stands for an executor that is slow or refuses.
///
/// Enters: a seed. Leaves: nothing, or an `AssertionError` with the seed and the history. Threads:
/// one. Start reading at [SchedulerHarness].
@NullMarked
package dev.tactus.testkit;

import org.jspecify.annotations.NullMarked;
