package dev.tactus.console.wire;

import dev.tactus.observe.recording.Moment;
import java.util.List;

/// What a recording holds.
///
/// @param name its name
/// @param snapshots its snapshots, the oldest first
public record RecordingIndex(String name, List<Moment> snapshots) {
  /// Copies the list.
  public RecordingIndex {
    snapshots = List.copyOf(snapshots);
  }
}
