package dev.tactus.dispatch;

import dev.tactus.event.EventStream;
import dev.tactus.scheduler.Scheduler;
import dev.tactus.time.Clock;
import dev.tactus.workers.FailureHandler;
import java.util.concurrent.ThreadFactory;

/// What dispatchers get from their system.
///
/// @param clock where time comes from
/// @param scheduler for pauses; it does not refuse timers for a quota
/// @param events where events go
/// @param threads makes threads
/// @param failures gets to know of turns that ended with an error
public record DispatcherHost(
    Clock clock,
    Scheduler scheduler,
    EventStream events,
    ThreadFactory threads,
    FailureHandler failures) {}
