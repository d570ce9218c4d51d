/// The suite `pekko`: one Pekko program, run with Pekko's own parts and with ours.
///
/// [PekkoSuite] says what is measured, [PekkoRows] what is asked for. The two contenders differ by
/// the lines of configuration in [PekkoParts] and by nothing else. The timer workloads go through
/// the actor system's scheduler, the others are [ActorProgram]s.
///
/// Threads: the child's main thread, beside those of the actor system. Start reading at
/// [PekkoSuite].
@NullMarked
package dev.tactus.bench.pekko;

import org.jspecify.annotations.NullMarked;
