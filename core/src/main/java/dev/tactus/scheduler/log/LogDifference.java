package dev.tactus.scheduler.log;

import java.util.Optional;

/// The first place where two logs differ.
///
/// @param entryNumber the number of the expected entry in its recording, from 1; one more than
///   there are entries when something happened after the last one; 0 when the headers differ
/// @param expected what the recording says; empty when it has no more
/// @param actual what happened instead; empty when nothing did
/// @param explanation the difference in words
public record LogDifference(
    int entryNumber, Optional<LogEntry> expected, Optional<LogEntry> actual, String explanation) {}
