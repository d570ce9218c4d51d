/// Work-stealing workers that run tasks in turns.
///
/// Enters: a [Task], from any thread, through [TaskPool#submit]. Leaves: nothing; the task runs on
/// some worker, one turn at a time. [WorkerPool] has threads; [SteppedPool] is the same without
/// threads, moved by a program and a seed.
///
/// The walk of a task: run-next slot or deque of the submitting worker, or the global queue from
/// outside ([Worker], [WorkDeque], [GlobalQueue]); from there to whoever finds it first
/// ([WorkerLoop]); where nobody is awake, somebody is woken ([IdleWorkers], [Watch]).
///
/// Threads: each class says. Start reading at [WorkerPool], then [Worker].
@NullMarked
package dev.tactus.workers;

import org.jspecify.annotations.NullMarked;
