/// The suite `watching`: what it costs a system of actors to be looked at.
///
/// [WatchingSuite] says what is measured and what is asked for. The contenders are one and the same
/// system and differ only by who looks at it, see [Observation]: [ObservedSystem] starts the one
/// that a turn needs, with its console and, where somebody looks, a [StreamClient]. The workloads
/// are those of the suite `actors`.
///
/// Threads: the child's main thread measures; beside it run those of the system, of the console and
/// of the client, all of them in the same JVM. Start reading at [WatchingSuite].
@NullMarked
package dev.tactus.bench.watching;

import org.jspecify.annotations.NullMarked;
