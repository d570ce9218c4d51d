package dev.tactus.bench.report;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/// A file that a run will write when it is over.
public final class ReportFile {
  private ReportFile() {}

  /// Makes sure, before minutes are spent, that the file can be written. What it holds stays.
  ///
  /// @throws IllegalArgumentException if it cannot, with the reason
  public static void checkWritable(Path file) {
    if (Files.isDirectory(file)) {
      throw new IllegalArgumentException(file + " is a directory; give the name of a file");
    }
    Path folder = file.toAbsolutePath().getParent();
    if (folder == null || !Files.isDirectory(folder)) {
      throw new IllegalArgumentException(
          file
              + " cannot be written: the directory "
              + folder
              + " does not exist; create it first");
    }
    try {
      boolean existed = Files.exists(file);
      Files.newByteChannel(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE).close();
      if (!existed) {
        Files.delete(file);
      }
    } catch (IOException e) {
      throw new IllegalArgumentException(
          file + " cannot be written (" + e + "); give a file that this user may write", e);
    }
  }

  /// Writes the file.
  public static void write(Path file, String text) {
    try {
      Files.writeString(file, text);
    } catch (IOException e) {
      throw new UncheckedIOException(file + " could not be written", e);
    }
  }
}
