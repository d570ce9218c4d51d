/// Timers: something runs once, or again and again, at a time that is known beforehand.
///
/// A call of [Scheduler] makes a [Timer], which enters the wheel through its intake. The
/// [TickEngine] owns the wheel; a tick driver calls it, and it hands what is due to the timer's
/// executor. [WheelScheduler] puts these together and is what one starts and closes.
///
/// Enters: tasks with a delay. Leaves: runs of these tasks on their executors, and
/// [SchedulerEvent]s. Threads: any schedules and cancels; one thread at a time ticks; tasks run on
/// their executors. Start reading at [TickEngine].
@NullMarked
package dev.tactus.scheduler;

import org.jspecify.annotations.NullMarked;
