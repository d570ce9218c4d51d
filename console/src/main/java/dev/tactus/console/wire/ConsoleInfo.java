package dev.tactus.console.wire;

import java.util.List;

/// What a console is and can do.
///
/// @param version the form of what it sends, [dev.tactus.observe.Snapshot#VERSION]
/// @param system the name of the system that it shows
/// @param isReadOnly whether it can only be looked at
/// @param actions the actions that it takes; empty when it is read only
/// @param intervalMillis how often the stream is meant to show something new
/// @param hasRecordings whether it was given a folder with recordings
/// @param hasTraces whether it was given a folder with traces
public record ConsoleInfo(
    int version,
    String system,
    boolean isReadOnly,
    List<String> actions,
    long intervalMillis,
    boolean hasRecordings,
    boolean hasTraces) {
  /// Copies the list.
  public ConsoleInfo {
    actions = List.copyOf(actions);
  }
}
