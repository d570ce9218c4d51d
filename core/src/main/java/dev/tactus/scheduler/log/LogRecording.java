package dev.tactus.scheduler.log;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;

/// What a log held at one moment. Immutable.
///
/// The file is text, one entry a line, in ASCII: people can read it, and line tools can work on it.
///
/// ```
/// tactus-log 1
/// name=tactus
/// resolution=10000000
/// ...
/// entries=2
/// schedule id=1 at=0 mode=ONE_SHOT delay=5000000 period=0 tick=1 priority=NORMAL executor=direct
/// fire id=1 at=10000000 scheduled=0 tick=1 runs=1 executor=direct
/// end
/// ```
///
/// @param header what the entries have in common
/// @param overwritten how many older entries there were, which the log does not hold any more
/// @param entries oldest first
public record LogRecording(LogHeader header, long overwritten, List<LogEntry> entries) {
  /// The version of the file format that this release writes, and the only one that it reads.
  public static final int FORMAT_VERSION = 1;

  /// How many entries a recording has at most, 1,048,576: with that a hostile file cannot fill the
  /// memory.
  public static final int ENTRIES_MAX = 1 << 20;

  /// Checks the values.
  public LogRecording {
    Objects.requireNonNull(header, "header");
    entries = List.copyOf(entries);
    if (overwritten < 0) {
      throw new IllegalArgumentException(
          "A recording was given " + overwritten + " overwritten entries; allowed is 0 or more.");
    }
    if (entries.size() > ENTRIES_MAX) {
      throw new IllegalArgumentException(
          "A recording was given "
              + entries.size()
              + " entries; allowed are "
              + ENTRIES_MAX
              + ". Use a log of a smaller capacity.");
    }
  }

  /// Whether the first entries were overwritten before this was taken.
  public boolean isTruncated() {
    return overwritten > 0;
  }

  /// Writes the recording to a file, which is replaced as a whole: whatever happens, there is the
  /// file as it was before or the new one, never a half.
  ///
  /// @throws LogFileException when the file system does not allow it; nothing is left behind then
  public void save(Path file) {
    WholeFile.write(file, out -> LogWriter.write(this, out));
  }

  /// Reads a recording from a file.
  ///
  /// @throws LogParseException when the text is not a recording
  /// @throws LogFileException when the file cannot be read
  public static LogRecording load(Path file) {
    boolean interrupted = Thread.interrupted(); // the channels of the JDK would refuse to read
    try {
      return parse(file);
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private static LogRecording parse(Path file) {
    try (InputStream in = new BufferedInputStream(Files.newInputStream(file), 1 << 16)) {
      return new LogParser(file.toString(), in).parse();
    } catch (IOException e) {
      throw new LogFileException(
          file,
          "The recording "
              + file
              + " could not be read: "
              + WholeFile.reason(e)
              + ". Give the path of a readable file that LogRecording.save wrote.",
          e);
    }
  }
}
