package dev.tactus.console;

import dev.tactus.console.wire.RecordingIndex;
import dev.tactus.observe.Snapshot;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/// Reads recordings of snapshots.
///
/// Threads: any.
public interface RecordingReader {
  /// What a recording holds, the oldest first.
  ///
  /// @throws IOException when the file is not a recording, or cannot be read
  List<RecordingIndex.Entry> index(Path file) throws IOException;

  /// One snapshot of a recording.
  ///
  /// @throws IOException when the file is not a recording, or cannot be read
  Optional<Snapshot> snapshot(Path file, long number) throws IOException;
}
