/// The suite `processes`: what a step, a yield, a message and an idle process cost, side by side
/// with virtual threads that do the same with a queue and a `CompletableFuture`.
///
/// [ProcessesSuite] lists contenders, groups and rows; a workload is a class of its own with its
/// hypothesis in the Javadoc: [ThroughputWorkload], [WakeUpWorkload], [IdleBytesWorkload]. They see
/// a contender only through [ProcessContender].
///
/// Threads: a workload runs on the child's main thread, processes on the contender's workers. Start
/// reading at [ProcessesSuite].
@NullMarked
package dev.tactus.bench.processes;

import org.jspecify.annotations.NullMarked;
