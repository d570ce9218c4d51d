package dev.tactus.scheduler;

import dev.tactus.event.RuntimeEvent;

/// Something that happened in a scheduler: a warning that somebody should look at, or a diagnostic
/// that tells what a timer did.
public sealed interface SchedulerEvent extends RuntimeEvent
    permits SchedulerWarning, TimerDiagnostic {}
