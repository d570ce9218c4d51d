package dev.tactus.scheduler;

import java.time.Duration;

/// What became of the tasks that were registered for the close of a scheduler.
///
/// @param succeeded how many returned
/// @param failed how many threw
/// @param took how long all of them took
public record OnCloseReport(int succeeded, int failed, Duration took) {}
