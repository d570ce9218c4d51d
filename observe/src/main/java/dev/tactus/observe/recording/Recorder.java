package dev.tactus.observe.recording;

import dev.tactus.error.ErrorCode;
import dev.tactus.observe.EventEntry;
import dev.tactus.observe.Snapshot;
import dev.tactus.observe.Source;
import dev.tactus.observe.Viewer;
import dev.tactus.observe.Viewing;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/// Writes the snapshots and events of a source to a file, until it is closed.
///
/// The system never waits for the disk: snapshots wait in a short queue for a thread of the
/// recorder. Where the disk does not keep up they are left out, counted, and the file says how
/// many. When the file cannot be written any more, on a full disk for example, the recorder stops,
/// and [#status()] says why; the system goes on. A source that does not give its events at once is
/// asked again with the next snapshot.
///
/// Each line is handed to the operating system at once, so a program that is killed loses nothing
/// that was written before.
///
/// Threads: any.
public final class Recorder implements Viewer, AutoCloseable {
  /// What a page of events has at most, and how many pages are read for one snapshot.
  private static final int EVENTS_PAGE = 500;

  private static final int PAGES_MAX = 10;

  /// Why it writes no more.
  private record Stopped(String reason, Optional<ErrorCode> code) {
    static final Stopped CLOSED = new Stopped("closed", Optional.empty());

    static Stopped because(ErrorCode code, String reason) {
      return new Stopped(code.mark(reason), Optional.of(code));
    }
  }

  /// The file would become longer than it may.
  private static final class LimitReached extends IOException {
    private static final long serialVersionUID = 1L;
  }

  private final Source source;
  private final OutputStream out;
  private final long lengthBefore;
  private final RecorderSettings settings;
  private final Backlog backlog;
  private final Thread thread;
  private final AtomicBoolean isClosing = new AtomicBoolean();
  private volatile @Nullable Viewing viewing;

  // Written by the recorder's thread only.
  private final AtomicLong recorded = new AtomicLong();
  private final AtomicLong events = new AtomicLong();
  private final AtomicLong eventFailures = new AtomicLong();
  private final AtomicLong bytes = new AtomicLong();
  private volatile @Nullable Stopped stopped;
  private long latestEvent = -1;
  private long latestMillis;
  private long latestNumber;
  private long latestUpNanos;

  private Recorder(Source source, OutputStream out, long lengthBefore, RecorderSettings settings) {
    this.source = source;
    this.out = out;
    this.lengthBefore = lengthBefore;
    this.settings = settings;
    this.backlog = new Backlog(settings.waitingMax());
    this.thread = new Thread(this::run, "tactus-recorder");
    thread.setDaemon(true);
  }

  /// Records to this file. A recording that is there already is gone on with; its last line is cut
  /// off where it is not whole, its first one too.
  ///
  /// @throws RecordingException when the file is something else, is being recorded to, or cannot be
  ///   written
  public static Recorder start(Source source, Path file, RecorderSettings settings) {
    RecordingFile.Appending appending = RecordingFile.append(file);
    return start(source, appending.out(), appending.lengthBefore(), settings);
  }

  /// Records to this stream, which is closed at the end.
  static Recorder start(
      Source source, OutputStream out, long lengthBefore, RecorderSettings settings) {
    Recorder recorder = new Recorder(source, out, lengthBefore, settings);
    recorder.thread.start();
    Viewing viewing;
    try {
      viewing = source.view(recorder);
    } catch (RuntimeException | Error e) {
      recorder.close(); // nobody else can: it lets go of the stream
      throw e;
    }
    recorder.viewing = viewing;
    if (recorder.stopped != null) {
      viewing.close(); // it stopped before it could close this itself
    }
    return recorder;
  }

  @Override
  public void show(Snapshot snapshot) {
    backlog.offer(snapshot);
  }

  /// How it gets on.
  public RecorderStatus status() {
    Stopped how = stopped;
    return new RecorderStatus(
        how == null,
        recorded.get(),
        backlog.dropped(),
        events.get(),
        eventFailures.get(),
        bytes.get(),
        how == null ? "" : how.reason(),
        how == null ? Optional.empty() : how.code());
  }

  /// Writes what waits and ends. A second call waits for the end of the first.
  @Override
  public void close() {
    isClosing.set(true);
    stopViewing();
    backlog.close();
    boolean wasInterrupted = false;
    while (thread.isAlive()) {
      try {
        thread.join();
      } catch (InterruptedException e) {
        wasInterrupted = true;
      }
    }
    if (wasInterrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private void stopViewing() {
    Viewing open = viewing;
    if (open != null) {
      open.close();
    }
  }

  // The recorder's thread.

  private void run() {
    Stopped how = Stopped.CLOSED;
    try (out) {
      for (Backlog.Next next = backlog.take(); next != null; next = backlog.take()) {
        record(next);
      }
      tellDropped(latestMillis, backlog.droppedAtTheEnd());
      if (recorded.get() > 0) {
        write(Lines.end(latestMillis, how.reason()));
      }
    } catch (LimitReached e) {
      how =
          Stopped.because(
              ErrorCode.RECORDER_STOPPED,
              "The recording has reached its limit of "
                  + settings.bytesMax()
                  + " bytes; begin another file, or raise bytesMax.");
    } catch (IOException e) {
      how =
          Stopped.because(
              ErrorCode.RECORDING_FILE,
              "The recording cannot be written any more: "
                  + e.getMessage()
                  + ". Make room, or record to another file.");
    } catch (RuntimeException | Error e) {
      how =
          Stopped.because(
              ErrorCode.RECORDER_STOPPED,
              "The recorder failed: " + e + ". What is in the file is sound; start another one.");
    }
    backlog.close();
    stopped = how;
    if (!isClosing.get()) {
      stopViewing();
    }
  }

  private void record(Backlog.Next next) throws IOException {
    Snapshot snapshot = next.snapshot();
    latestMillis = snapshot.atMillis();
    long latest = snapshot.events().latest();
    if (latestEvent < 0 || hasBegunAnew(snapshot)) {
      write(Lines.header(snapshot.system(), snapshot.atMillis()));
      latestEvent = Math.max(0, latest - EVENTS_PAGE);
    }
    latestNumber = snapshot.number();
    latestUpNanos = snapshot.upNanos();
    tellDropped(latestMillis, next.droppedBefore());
    recordEvents(latest);
    write(Lines.snapshot(snapshot));
    recorded.incrementAndGet();
  }

  /// Whether this is another system than the one of the last snapshot, or the same one seen by
  /// another observatory: both count snapshots and events from the beginning. Each of the three
  /// only grows otherwise, and a new one may already be ahead in any of them. One number at two
  /// times is not the same snapshot shown twice.
  private boolean hasBegunAnew(Snapshot snapshot) {
    long upNanos = snapshot.upNanos();
    return snapshot.number() < latestNumber
        || (snapshot.number() == latestNumber && upNanos != latestUpNanos)
        || upNanos < latestUpNanos
        || snapshot.events().latest() < latestEvent;
  }

  private void tellDropped(long atMillis, long dropped) throws IOException {
    if (dropped > 0) {
      write(Lines.dropped(atMillis, dropped));
    }
  }

  /// Those since the last snapshot, up to a limit: a flood of events must not hold up snapshots.
  private void recordEvents(long latest) throws IOException {
    for (int page = 0; page < PAGES_MAX && latestEvent < latest; page++) {
      List<EventEntry> entries;
      try {
        entries = source.events(latestEvent, "", EVENTS_PAGE);
      } catch (RuntimeException e) {
        eventFailures.incrementAndGet();
        return; // the next snapshot asks again, from the same event on
      }
      entries = entries.stream().takeWhile(event -> event.number() <= latest).toList();
      if (entries.isEmpty()) {
        break;
      }
      write(Lines.events(entries));
      events.addAndGet(entries.size());
      latestEvent = entries.getLast().number();
    }
    latestEvent = latest;
  }

  private void write(String line) throws IOException {
    byte[] encoded = line.getBytes(StandardCharsets.UTF_8);
    if (lengthBefore + bytes.get() + encoded.length > settings.bytesMax()) {
      throw new LimitReached();
    }
    out.write(encoded);
    out.flush();
    bytes.addAndGet(encoded.length);
  }
}
