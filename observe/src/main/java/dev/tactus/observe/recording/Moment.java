package dev.tactus.observe.recording;

/// One snapshot in a recording.
///
/// @param number its place in the recording, from 1. It is not the snapshot's own number: some may
///   not have been recorded, and a recording may hold several runs of a system.
/// @param atMillis the wall clock's time, since 1970
public record Moment(int number, long atMillis) {}
