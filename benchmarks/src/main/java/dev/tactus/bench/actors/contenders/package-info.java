/// The contenders, each behind [ActorContender] and as close to its own API as that allows.
///
/// A workload sees an actor by the contender's own address (a reference, a channel, a queue, a
/// name), so that no wrapper is paid for, and gives it a [Handler], which is to the contender what
/// a user's own actor class is. Nothing is tuned but where a name says so; `docs/benchmarks.md`
/// lists how each is set up.
///
/// Threads: [ActorContender#tell] on any; [ActorContender#spawn] on the workload's thread;
/// everything of [Self] within a turn of that actor. Start reading at [TactusContender].
@NullMarked
package dev.tactus.bench.actors.contenders;

import org.jspecify.annotations.NullMarked;
