package dev.tactus.console;

import dev.tactus.observe.Snapshot;
import dev.tactus.observe.recording.Moment;
import dev.tactus.observe.recording.Recording;
import dev.tactus.observe.recording.RecordingException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// The recordings that were looked at last, held open: to open one is to walk over its file, and
/// who plays a recording asks for one snapshot after another.
///
/// A recording that has grown is opened again when its index is asked for, or a snapshot that was
/// not there before.
///
/// Threads: any; one reads at a time.
final class RecordingShelf implements AutoCloseable {
  private final int heldMax;
  private final ReentrantLock lock = new ReentrantLock();
  private final Map<Path, Held> held = new LinkedHashMap<>(16, 0.75f, true); // guarded by lock

  /// An open recording.
  ///
  /// @param bytes how long its file was
  /// @param key what the file is, whatever its name
  private record Held(Recording recording, long bytes, @Nullable Object key) {}

  RecordingShelf(int heldMax) {
    this.heldMax = heldMax;
  }

  /// The moments of a recording.
  ///
  /// @throws RecordingException when it is not one, or cannot be read
  List<Moment> index(Path file) throws IOException {
    return read(file, Integer.MAX_VALUE, Recording::index);
  }

  /// One snapshot of a recording.
  ///
  /// @throws RecordingException when it is not one, or cannot be read
  Optional<Snapshot> snapshot(Path file, int number) throws IOException {
    return read(
        file,
        number,
        recording ->
            number >= 1 && number <= recording.size()
                ? Optional.of(recording.snapshotAt(number))
                : Optional.empty());
  }

  private <T> T read(Path file, int upTo, Function<Recording, T> question) throws IOException {
    lock.lock();
    try {
      return question.apply(recording(file, upTo));
    } catch (RecordingException e) {
      forget(file); // it may be open on a file that is gone
      throw e;
    } finally {
      lock.unlock();
    }
  }

  private Recording recording(Path file, int upTo) throws IOException {
    BasicFileAttributes now =
        Files.readAttributes(file, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
    Held present = held.get(file);
    if (present != null && isGood(present, now, upTo)) {
      return present.recording;
    }
    forget(file);
    Recording opened = Recording.open(file);
    held.put(file, new Held(opened, now.size(), now.fileKey()));
    if (held.size() > heldMax) {
      forget(held.keySet().iterator().next());
    }
    return opened;
  }

  private static boolean isGood(Held present, BasicFileAttributes now, int upTo) {
    return Objects.equals(present.key, now.fileKey())
        && (now.size() == present.bytes
            || (now.size() > present.bytes && upTo <= present.recording.size()));
  }

  private void forget(Path file) {
    Held gone = held.remove(file);
    if (gone != null) {
      gone.recording.close();
    }
  }

  /// How many are held open.
  int size() {
    lock.lock();
    try {
      return held.size();
    } finally {
      lock.unlock();
    }
  }

  @Override
  public void close() {
    lock.lock();
    try {
      List.copyOf(held.keySet()).forEach(this::forget);
    } finally {
      lock.unlock();
    }
  }
}
