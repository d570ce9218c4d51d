package dev.tactus.process;

import dev.tactus.event.EventStream;
import dev.tactus.scheduler.Scheduler;
import dev.tactus.time.Clock;
import dev.tactus.workers.TaskPool;
import java.util.Objects;

/// What a system of processes stands on. It belongs to whoever made it, who closes it after the
/// system has stopped.
///
/// On a [dev.tactus.workers.SteppedPool] and a scheduler with virtual time the same processes run
/// without a thread, in an order that a seed decides.
///
/// @param pool runs the processes
/// @param scheduler brings delays and deadlines
/// @param clock tells when a process started
/// @param events where warnings go
public record ProcessToolbox(TaskPool pool, Scheduler scheduler, Clock clock, EventStream events) {
  /// Checks that everything is there.
  public ProcessToolbox {
    Objects.requireNonNull(pool, "pool");
    Objects.requireNonNull(scheduler, "scheduler");
    Objects.requireNonNull(clock, "clock");
    Objects.requireNonNull(events, "events");
  }
}
