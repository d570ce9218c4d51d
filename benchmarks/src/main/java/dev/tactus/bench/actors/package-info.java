/// The suite `actors`: messages, actors that come and go, asks, latency and memory, against what a
/// user might pick instead.
///
/// [ActorsSuite] lists who competes in what, [ActorRows] what each row asks for, [Throughput] the
/// rows that count operations a second. A workload makes its actors once, by the interface of
/// `contenders`, and runs as often and as long as [Stretch] wants; every run checks what came of
/// it, so a contender that loses a message has no figure. [RawLimits] shows the machine's own.
///
/// Threads: a workload's own fields, and those of its handlers, are written by the child's main
/// thread before it sends the first message of a run and read after [Finish#await]; in between they
/// belong to the actor that uses them. Start reading at [PingPongWorkload].
@NullMarked
package dev.tactus.bench.actors;

import org.jspecify.annotations.NullMarked;
