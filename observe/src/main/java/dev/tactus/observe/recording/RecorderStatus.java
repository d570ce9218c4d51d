package dev.tactus.observe.recording;

/// How a recorder gets on.
///
/// @param isRunning whether it still records
/// @param recorded snapshots that are in the file
/// @param dropped snapshots that were left out because the disk was slow
/// @param events events that are in the file
/// @param bytes what it has written
/// @param reason why it has stopped; empty while it runs
public record RecorderStatus(
    boolean isRunning, long recorded, long dropped, long events, long bytes, String reason) {}
