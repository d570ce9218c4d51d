package dev.tactus.scheduler.log;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.FileChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/// Writes a file as a whole or not at all: into a file beside it, to the disk, then renamed.
final class WholeFile {
  /// What goes into the file.
  @FunctionalInterface
  interface Content {
    /// Writes it.
    void writeTo(OutputStream out) throws IOException;
  }

  private static final int NAMES_TRIED_MAX = 100;
  private static final AtomicLong NAMES = new AtomicLong();

  private WholeFile() {}

  /// Writes it. A thread that was interrupted before can do so, too, and still is afterwards; the
  /// channels of the JDK would refuse it.
  static void write(Path file, Content content) {
    boolean interrupted = Thread.interrupted();
    try {
      writeWhole(file, content);
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private static void writeWhole(Path file, Content content) {
    Path beside = null;
    try {
      if (Files.isDirectory(file)) {
        throw new IOException("it is a directory");
      }
      beside = fileBeside(file);
      fill(beside, content);
      Files.move(beside, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException e) {
      throw failed(file, beside, e);
    } catch (Error | RuntimeException e) {
      LogFileException unused = failed(file, beside, e); // takes away what was written
      throw e;
    }
  }

  /// An empty file of a name that nobody has: other processes and other threads save as well.
  private static Path fileBeside(Path file) throws IOException {
    Path name = file.getFileName();
    if (name == null) {
      throw new IOException("it names no file");
    }
    for (int tried = 1; ; tried++) {
      String unique = ProcessHandle.current().pid() + "-" + NAMES.incrementAndGet();
      Path beside = file.resolveSibling(name + "." + unique + ".tmp");
      try {
        return Files.createFile(beside);
      } catch (FileAlreadyExistsException e) {
        if (tried == NAMES_TRIED_MAX) {
          throw e;
        }
      }
    }
  }

  private static void fill(Path file, Content content) throws IOException {
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
      OutputStream out = new BufferedOutputStream(Channels.newOutputStream(channel), 1 << 16);
      content.writeTo(out);
      out.flush();
      channel.force(true); // a full disk shows here at the latest
    }
  }

  private static LogFileException failed(Path file, @Nullable Path beside, Throwable error) {
    String left = "Nothing was left behind, and a file that was there is unchanged.";
    if (beside != null) {
      try {
        Files.deleteIfExists(beside);
      } catch (IOException e) {
        error.addSuppressed(e);
        left = "The unfinished file " + beside + " could not be deleted.";
      }
    }
    return new LogFileException(
        file,
        "The recording could not be written to "
            + file
            + ": "
            + reason(error)
            + ". "
            + left
            + " Choose a file in an existing directory that can be written to, on a disk with"
            + " room.",
        error);
  }

  /// What went wrong, in words: some exceptions of the file system name just the file.
  static String reason(Throwable error) {
    String message = error.getMessage();
    return switch (error) {
      case NoSuchFileException e -> "there is no " + message;
      case AccessDeniedException e -> "access to " + message + " is denied";
      case ClosedByInterruptException e -> "the thread was interrupted meanwhile";
      default -> message == null ? error.getClass().getSimpleName() : message;
    };
  }
}
