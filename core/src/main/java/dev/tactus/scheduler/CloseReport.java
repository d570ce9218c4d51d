package dev.tactus.scheduler;

import dev.tactus.time.driver.DriverStatus;

/// How the close of a scheduler went.
///
/// @param driver what the driver handed over while it stopped
/// @param delivered how many timers were due at that moment and were handed to their executors
/// @param onClose what became of the tasks that were registered for the close
/// @param cancelled how many timers were not due and were cancelled
/// @param forced whether something did not end within the shutdown timeout and was left behind
public record CloseReport(
    DriverStatus.Flushed driver,
    long delivered,
    OnCloseReport onClose,
    long cancelled,
    boolean forced) {}
