/// The deterministic log: what timers did, kept, saved, and done again.
///
/// A [DeterministicLog] listens to the diagnostics of a scheduler and keeps the last of them in a
/// ring. Its [LogRecording] is an immutable copy that goes to a file and back. [LogReplay] does a
/// recording again in virtual time and says where the outcome differs; [LogDiff] compares two.
///
/// Enters: [dev.tactus.scheduler.TimerDiagnostic] events, or a file. Leaves: recordings, files, and
/// the first difference. Threads: any writes to a log and takes snapshots; a replay runs on its
/// caller's thread and starts none. Start reading at [DeterministicLog], then [LogReplay].
@NullMarked
package dev.tactus.scheduler.log;

import org.jspecify.annotations.NullMarked;
