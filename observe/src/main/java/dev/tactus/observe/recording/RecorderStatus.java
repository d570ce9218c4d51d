package dev.tactus.observe.recording;

import dev.tactus.error.ErrorCode;
import java.util.Optional;

/// How a recorder gets on.
///
/// @param isRunning whether it still records
/// @param recorded snapshots that are in the file
/// @param dropped snapshots that were left out because the disk was slow
/// @param events events that are in the file
/// @param eventFailures how many times the source did not give its events; they are asked for again
///   with the next snapshot
/// @param bytes what it has written
/// @param reason why it has stopped, with the code at its end; `closed` when it was, empty while it
///   runs
/// @param code what the reason is; empty while it runs, and when it was closed
public record RecorderStatus(
    boolean isRunning,
    long recorded,
    long dropped,
    long events,
    long eventFailures,
    long bytes,
    String reason,
    Optional<ErrorCode> code) {}
