package dev.tactus.observe.recording;

import dev.tactus.observe.Snapshot;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.jspecify.annotations.Nullable;

/// The bytes of a recording.
final class RecordingFile {
  private static final int CHUNK = 1 << 16;

  /// A file that is written to at its end.
  record Appending(OutputStream out, long lengthBefore) {}

  /// The byte that a recorder locks. It lies far behind the end of every file, so that no reader
  /// meets the lock where locks are for readers as well.
  private static final long LOCKED = Long.MAX_VALUE - 1;

  /// The end of a file. It holds the lock, which the JDK forgets when nobody does, and which goes
  /// when the channel is closed.
  private static final class End extends OutputStream {
    private final OutputStream out;

    @SuppressWarnings("unused") // held
    private final @Nullable FileLock lock;

    End(FileChannel channel, @Nullable FileLock lock) {
      this.out = Channels.newOutputStream(channel);
      this.lock = lock;
    }

    @Override
    public void write(int b) throws IOException {
      out.write(b);
    }

    @Override
    public void write(byte[] bytes, int from, int length) throws IOException {
      out.write(bytes, from, length);
    }

    @Override
    public void close() throws IOException {
      out.close();
    }
  }

  private RecordingFile() {}

  /// Goes on with a recording, or begins one.
  static Appending append(Path file) {
    FileChannel channel = null;
    try {
      channel =
          FileChannel.open(
              file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
      FileLock lock = lock(file, channel);
      if (channel.size() > 0) {
        requireSound(file, channel);
        channel.truncate(endOfLastLine(channel));
      }
      channel.position(channel.size());
      return new Appending(new End(channel, lock), channel.size());
    } catch (IOException e) {
      close(channel);
      throw RecordingException.unreachable(
          file
              + " cannot be written: "
              + e
              + ". Give a file in a folder that exists and that this program may write to.",
          e);
    } catch (RecordingException e) {
      close(channel);
      throw e;
    }
  }

  /// Keeps other recorders away, of this program and of others: two that write to one file would
  /// write over each other.
  ///
  /// @return null where the file system knows no locks
  private static @Nullable FileLock lock(Path file, FileChannel channel) {
    FileLock lock;
    try {
      lock = channel.tryLock(LOCKED, 1, false);
    } catch (OverlappingFileLockException e) {
      lock = null; // by a recorder of this program
    } catch (IOException e) {
      return null;
    }
    if (lock == null) {
      throw RecordingException.unreachable(
          file
              + " is being written by another recorder. Give another file, or end that recorder"
              + " first.",
          null);
    }
    return lock;
  }

  private static void close(@Nullable FileChannel channel) {
    if (channel != null) {
      try {
        channel.close();
      } catch (IOException e) {
        // What went wrong first is told; nothing was written.
      }
    }
  }

  /// The beginning of the first line; not whole where it has no line feed.
  private static String firstLine(FileChannel channel) throws IOException {
    ByteBuffer buffer = ByteBuffer.allocate(Lines.PREFIX);
    channel.read(buffer, 0);
    return new String(buffer.array(), 0, buffer.position(), StandardCharsets.UTF_8)
        .lines()
        .findFirst()
        .orElse("");
  }

  /// Checks that a file begins as a recording does. One whose recorder ended before it had written
  /// the first line counts: no snapshot is in it, and nothing else.
  ///
  /// @throws RecordingException when it is something else, or of another version
  static void requireSound(Path file, FileChannel channel) throws IOException {
    String line = firstLine(channel);
    boolean isTornHeader = line.length() == channel.size() && Lines.HEADER_START.startsWith(line);
    if (!isTornHeader) {
      requireHeader(file, line);
    }
  }

  private static void requireHeader(Path file, String line) {
    if (!(Lines.kind(line) instanceof Lines.Kind.Header header)) {
      throw RecordingException.unsound(
          file
              + " is not a recording: its first line does not begin with {\"tactusRecording\":"
              + Lines.VERSION
              + ",. Give a file that `tactus record` or a Recorder has written.",
          null);
    }
    if (header.version() != Lines.VERSION || header.snapshotVersion() != Snapshot.VERSION) {
      throw RecordingException.unsound(
          file
              + " is a recording of version "
              + header.version()
              + " with snapshots of version "
              + header.snapshotVersion()
              + "; this program knows version "
              + Lines.VERSION
              + " with snapshots of version "
              + Snapshot.VERSION
              + ". Use the program that has written it.",
          null);
    }
  }

  private static long endOfLastLine(FileChannel channel) throws IOException {
    ByteBuffer buffer = ByteBuffer.allocate(CHUNK);
    long end = channel.size();
    while (end > 0) {
      long begin = Math.max(0, end - CHUNK);
      buffer.clear().limit((int) (end - begin));
      readFully(channel, buffer, begin);
      for (int i = buffer.limit() - 1; i >= 0; i--) {
        if (buffer.get(i) == '\n') {
          return begin + i + 1;
        }
      }
      end = begin;
    }
    return 0;
  }

  /// Fills the buffer up to its limit, and flips it.
  static void readFully(FileChannel channel, ByteBuffer buffer, long from) throws IOException {
    long at = from;
    while (buffer.hasRemaining()) {
      int read = channel.read(buffer, at);
      if (read < 0) {
        throw new IOException("the file has become shorter");
      }
      at += read;
    }
    buffer.flip();
  }
}
