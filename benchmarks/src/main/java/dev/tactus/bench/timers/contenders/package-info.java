/// The contenders, each behind [TimerContender] and as close to its own API as that allows.
///
/// Every one fires its timers on a single thread: its timer thread where it can, a pool of one
/// thread where it cannot. Where a peer offers a choice, it gets what its documentation recommends:
/// removal on cancel for the JDK's executor, no leak detection for Netty, a same-thread execution
/// context for Pekko, its own reaper thread for Kafka.
///
/// Start reading at [TactusContender].
@NullMarked
package dev.tactus.bench.timers.contenders;

import org.jspecify.annotations.NullMarked;
