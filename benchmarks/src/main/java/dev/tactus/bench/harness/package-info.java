/// The measuring machinery, free of any workload.
///
/// In comes a [Suite]: contenders, groups of stations, rows of the table. Out comes a list of
/// [Row]s. [Campaign] walks the rounds that [RoundPlan] grants; each turn is one contender in a JVM
/// of its own ([ChildJvms]), and [Relay] tells it when to do its next step. A child has its side of
/// that in [ChildBaton], and reports by [ResultLine]s; what other programs took of the machine
/// meanwhile comes from [CpuSnapshot]; [Samples] gathers, [RowJudge] compares.
///
/// Threads: the campaign runs on the caller; one reader per child. [HostTime] alone reads the clock
/// and sleeps. Start reading at [Campaign], then [Relay].
@NullMarked
package dev.tactus.bench.harness;

import org.jspecify.annotations.NullMarked;
