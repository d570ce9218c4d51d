/// The suite `timers`: what a timer costs, how exact it is and what it keeps, side by side.
///
/// [TimersSuite] lists contenders, groups and rows; each workload is a class of its own with its
/// hypothesis in the Javadoc: [PairsWorkload], [MemoryWorkload], [LatenessWorkload],
/// [BurstWorkload], [PeriodicWorkload], [IdleWorkload], [OneShotsWorkload]. They see a contender
/// only through [TimerContender][dev.tactus.bench.timers.contenders.TimerContender]; the
/// implementations are in `contenders`.
///
/// Threads: a workload runs on the child's main thread, its tasks on the contender's timer thread.
/// Start reading at [TimersSuite].
@NullMarked
package dev.tactus.bench.timers;

import org.jspecify.annotations.NullMarked;
