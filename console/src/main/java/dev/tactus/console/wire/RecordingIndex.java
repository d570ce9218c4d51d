package dev.tactus.console.wire;

import java.util.List;

/// What a recording holds.
///
/// @param name its name
/// @param snapshots its snapshots, the oldest first
public record RecordingIndex(String name, List<Entry> snapshots) {
  /// Copies the list.
  public RecordingIndex {
    snapshots = List.copyOf(snapshots);
  }

  /// One snapshot of a recording.
  ///
  /// @param number its number, by which it can be asked for
  /// @param atMillis the wall clock's time when it was taken, since 1970
  public record Entry(long number, long atMillis) {}
}
