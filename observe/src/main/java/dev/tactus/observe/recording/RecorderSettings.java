package dev.tactus.observe.recording;

/// How a recorder goes about it.
///
/// @param waitingMax how many snapshots may wait for the disk; more are left out
/// @param bytesMax how long the file may become; the recorder stops before it is longer
public record RecorderSettings(int waitingMax, long bytesMax) {
  /// About a minute of a disk that does not answer; a gigabyte, which is a day or so.
  public static final RecorderSettings DEFAULT = new RecorderSettings(64, 1L << 30);

  /// Checks the values.
  public RecorderSettings {
    if (waitingMax < 1) {
      throw new IllegalArgumentException(
          "A recorder cannot let " + waitingMax + " snapshots wait; give 1 or more.");
    }
    if (bytesMax < 1) {
      throw new IllegalArgumentException(
          "A recording cannot have " + bytesMax + " bytes at most; give 1 or more.");
    }
  }

  /// The same with another number of snapshots that may wait.
  public RecorderSettings withWaitingMax(int other) {
    return new RecorderSettings(other, bytesMax);
  }

  /// The same with another length of the file.
  public RecorderSettings withBytesMax(long other) {
    return new RecorderSettings(waitingMax, other);
  }
}
