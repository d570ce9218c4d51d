package dev.tactus.observe.recording;

import dev.tactus.observe.ActorInfo;
import dev.tactus.observe.ActorQuery;
import dev.tactus.observe.DumpKind;
import dev.tactus.observe.EventEntry;
import dev.tactus.observe.Page;
import dev.tactus.observe.Snapshot;
import dev.tactus.observe.SnapshotJson;
import dev.tactus.observe.Source;
import dev.tactus.observe.Viewer;
import dev.tactus.observe.Viewing;
import dev.tactus.observe.recording.RecordingIndex.EventsLine;
import dev.tactus.observe.recording.RecordingIndex.SnapshotLine;
import dev.tactus.process.ProcessInfo;
import dev.tactus.scheduler.SchedulerDump;
import java.io.EOFException;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// A recording as a source, at a chosen moment. It begins at the first; [#moveTo(int)] goes to
/// another and shows it to the viewers.
///
/// Only an index is held in memory. What the recorder added after the recording was opened is not
/// seen; open it again for that. Actors are those that the snapshot names, the deepest and the
/// slowest; periodic timers and single processes are not recorded.
///
/// Threads: any.
public final class Recording implements Source, AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Recording.class);

  /// How many events before the moment can be asked for.
  private static final int EVENTS_MAX = 1_000;

  private final Path file;

  /// Read under its own lock, since it has one position. A channel would have none, but the first
  /// reader that is interrupted would close it for all.
  private final RandomAccessFile bytes;

  private final RecordingIndex index;

  /// Held while somebody goes to another moment, or begins to look: all viewers see all moves, in
  /// one order.
  private final Object moving = new Object();

  private final CopyOnWriteArrayList<Viewer> viewers = new CopyOnWriteArrayList<>();
  private volatile int current = 1; // written under moving

  private Recording(Path file, RandomAccessFile bytes, RecordingIndex index) {
    this.file = file;
    this.bytes = bytes;
    this.index = index;
  }

  /// Opens a recording.
  ///
  /// @throws RecordingException when it is not one, is of another version, has no snapshot or
  ///   cannot be read
  public static Recording open(Path file) {
    RandomAccessFile bytes;
    try {
      bytes = new RandomAccessFile(file.toFile(), "r");
    } catch (IOException e) {
      throw unreadable(file, e);
    }
    FileChannel channel = bytes.getChannel();
    try {
      RecordingFile.requireSound(file, channel);
      RecordingIndex index = RecordingIndex.of(channel);
      if (index.snapshots().isEmpty()) {
        throw RecordingException.unsound(
            file
                + " has no snapshot in it: its recorder ended before it had written one. Record to"
                + " it again, for longer than a second.",
            null);
      }
      return new Recording(file, bytes, index);
    } catch (IOException e) {
      closeQuietly(bytes);
      throw unreadable(file, e);
    } catch (RecordingException e) {
      closeQuietly(bytes);
      throw e;
    }
  }

  private static RecordingException unreadable(Path file, IOException e) {
    return RecordingException.unreachable(
        file + " cannot be read: " + e + ". Give a file that exists and that you may read.", e);
  }

  private static void closeQuietly(RandomAccessFile bytes) {
    try {
      bytes.close();
    } catch (IOException e) {
      // It was only read.
    }
  }

  /// All moments, the oldest first.
  public List<Moment> index() {
    List<Moment> moments = new ArrayList<>(index.snapshots().size());
    for (SnapshotLine line : index.snapshots()) {
      moments.add(new Moment(moments.size() + 1, line.atMillis()));
    }
    return moments;
  }

  /// How many snapshots there are.
  public int size() {
    return index.snapshots().size();
  }

  /// How many snapshots the recorder had to leave out.
  public long dropped() {
    return index.dropped();
  }

  /// How many lines of the file are none of a recording. They are passed over.
  public long damagedLines() {
    return index.damaged();
  }

  /// The number of the chosen moment.
  public int current() {
    return current;
  }

  /// Chooses a moment, and shows it to those who look.
  ///
  /// @throws IllegalArgumentException when there is no such moment
  public void moveTo(int number) {
    synchronized (moving) {
      Snapshot snapshot = snapshotAt(number);
      current = number;
      for (Viewer viewer : viewers) {
        try {
          viewer.show(snapshot);
        } catch (RuntimeException | Error e) {
          LOG.warn("A viewer of {} failed and sees no more snapshots", file, e);
          viewers.remove(viewer); // it cannot follow; the others can
        }
      }
    }
  }

  /// The snapshot of a moment, without going there.
  ///
  /// @throws IllegalArgumentException when there is no such moment
  /// @throws RecordingException when its line cannot be read, or is of another version
  public Snapshot snapshotAt(int number) {
    SnapshotLine line = line(number);
    Snapshot snapshot;
    try {
      snapshot = Lines.readSnapshot(read(line.offset(), line.length()));
    } catch (IllegalArgumentException e) {
      throw RecordingException.unsound(
          "Snapshot " + number + " of " + file + " is damaged; look at another one.", e);
    }
    if (snapshot.version() != Snapshot.VERSION) {
      throw RecordingException.unsound(
          "Snapshot "
              + number
              + " of "
              + file
              + " is of version "
              + snapshot.version()
              + ", this program knows "
              + Snapshot.VERSION
              + "; look at another one.",
          null);
    }
    return snapshot;
  }

  /// Whether two moments are of one part of the recording, so that their counters can be compared.
  /// Another part begins where a recorder went on with the file, and where the system began anew.
  ///
  /// @throws IllegalArgumentException when there is no such moment
  public boolean isOnePart(int first, int second) {
    return line(first).part() == line(second).part();
  }

  private SnapshotLine line(int number) {
    if (number < 1 || number > size()) {
      throw new IllegalArgumentException(
          "There is no snapshot " + number + " in " + file + "; give 1 to " + size() + ".");
    }
    return index.snapshots().get(number - 1);
  }

  private String read(long offset, int length) {
    byte[] line = new byte[length];
    try {
      synchronized (bytes) {
        bytes.seek(offset);
        bytes.readFully(line);
      }
      return new String(line, StandardCharsets.UTF_8);
    } catch (EOFException e) {
      throw unreadable(file, new IOException("the file has become shorter", e));
    } catch (IOException e) {
      throw unreadable(file, e);
    }
  }

  @Override
  public Snapshot snapshot() {
    return snapshotAt(current);
  }

  @Override
  public Viewing view(Viewer viewer) {
    synchronized (moving) {
      viewer.show(snapshot());
      viewers.add(viewer);
    }
    return () -> viewers.remove(viewer);
  }

  @Override
  public Page<ActorInfo> actors(ActorQuery query) {
    return RecordedActors.page(snapshot(), query);
  }

  @Override
  public Optional<ActorInfo> actor(String path) {
    return RecordedActors.of(snapshot()).stream()
        .filter(actor -> actor.path().equals(path))
        .findFirst();
  }

  @Override
  public Page<SchedulerDump.PeriodicJob> periodicJobs(String after, int max) {
    return new Page<>(List.of(), "");
  }

  @Override
  public Page<ProcessInfo> processes(String system, String after, int max) {
    return new Page<>(List.of(), "");
  }

  /// Events before the chosen moment, of the same run; of the thousand latest ones.
  @Override
  public List<EventEntry> events(long after, String subject, int max) {
    SnapshotLine moment = line(current);
    int last = moment.eventsBefore();
    int first = last;
    for (long found = 0; first > 0 && found < EVENTS_MAX; first--) {
      EventsLine line = index.events().get(first - 1);
      if (line.part() != moment.part() || line.to() <= after) {
        break;
      }
      found += line.to() - line.from() + 1;
    }
    return index.events().subList(first, last).stream()
        .flatMap(line -> readEvents(line).stream())
        .filter(event -> event.number() > after)
        .filter(event -> subject.isEmpty() || event.subject().equals(subject))
        .limit(max)
        .toList();
  }

  private List<EventEntry> readEvents(EventsLine line) {
    try {
      return Lines.readEvents(read(line.offset(), line.length()));
    } catch (IllegalArgumentException e) {
      return List.of(); // a damaged line; the others are worth seeing
    }
  }

  /// What the snapshot has of that part; a recording holds no more of it.
  @Override
  public String dump(DumpKind kind, boolean isJson) {
    int number = current;
    Snapshot snapshot = snapshotAt(number);
    Object part =
        switch (kind) {
          case SCHEDULER -> snapshot.timers();
          case DISPATCHERS -> snapshot.dispatchers();
          case PROCESSES -> snapshot.processes();
        };
    String json = SnapshotJson.write(part);
    return isJson ? json : "from snapshot " + number + " of " + file.getFileName() + ": " + json;
  }

  @Override
  public void close() {
    viewers.clear();
    closeQuietly(bytes);
  }
}
