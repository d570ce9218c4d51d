/// Processes: state machines that workers step, without a thread each.
///
/// A [Process] gets events and answers with commands and a status. Its commands go to handlers of a
/// [CommandRegistry], which answer by tag, now or later; the answer is an event of a later step.
/// Between steps a process costs some hundred bytes and no thread.
///
/// Enters: starts, messages and answers, by [Pid], from any thread. Leaves: calls of command
/// handlers, exit notices, and [ProcessWarning]s. Threads: a process is stepped by one worker at a
/// time; everything of [ProcessSystem] may be called by any thread. What waits between is a
/// [EventQueue], who runs next is decided by the [StateWord]. Start reading at [ProcessTask].
@NullMarked
package dev.tactus.process;

import org.jspecify.annotations.NullMarked;
