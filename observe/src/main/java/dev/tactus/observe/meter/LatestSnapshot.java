package dev.tactus.observe.meter;

import dev.tactus.observe.Snapshot;
import dev.tactus.observe.Source;
import dev.tactus.observe.Viewing;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/// The snapshot that a scrape reads.
///
/// A scrape reads a hundred meters; all of them see one snapshot. While somebody scrapes now and
/// then, the source is viewed: it measures turns, sees what goes wrong over time, and what it shows
/// is what is read. Without that, one snapshot a second is taken at most. After a minute without a
/// scrape the viewing ends, and nothing is sampled any more.
///
/// Threads: any.
final class LatestSnapshot implements AutoCloseable {
  static final long AGE_MAX_NANOS = 1_000_000_000L;

  /// While the source shows a snapshot every second, one may come a little late.
  static final long SHOWN_AGE_MAX_NANOS = 2 * AGE_MAX_NANOS;

  static final long UNREAD_MAX_NANOS = 60_000_000_000L;

  private final Source source;
  private final LongSupplier nanos;
  private final Consumer<Snapshot> onNew;

  // Guarded by this.
  private @Nullable Snapshot latest;
  private @Nullable Viewing viewing;
  private long latestNanos;
  private long readNanos;
  private long toldNumber;
  private boolean closed;

  /// @param onNew told of each snapshot before it is read, on the reading thread
  LatestSnapshot(Source source, LongSupplier nanos, Consumer<Snapshot> onNew) {
    this.source = source;
    this.nanos = nanos;
    this.onNew = onNew;
  }

  Snapshot read() {
    Snapshot snapshot;
    synchronized (this) {
      readNanos = nanos.getAsLong();
      snapshot = current();
      if (viewing == null && !closed) {
        look();
      }
      if (snapshot.number() == toldNumber) {
        return snapshot;
      }
      toldNumber = snapshot.number();
    }
    onNew.accept(snapshot);
    return snapshot;
  }

  /// A source that is closed is not looked at any more; what it says of itself is still worth a
  /// scrape.
  private void look() {
    try {
      viewing = source.view(this::shown);
    } catch (IllegalStateException e) {
      viewing = null;
    }
  }

  private Snapshot current() {
    Snapshot known = latest;
    long ageMax = viewing == null ? AGE_MAX_NANOS : SHOWN_AGE_MAX_NANOS;
    if (known != null && (closed || readNanos - latestNanos < ageMax)) {
      return known;
    }
    Snapshot fresh = source.snapshot();
    latest = fresh;
    latestNanos = readNanos;
    return fresh;
  }

  /// Called by the source, every now and then.
  private void shown(Snapshot snapshot) {
    Viewing over = null;
    synchronized (this) {
      if (!isOlder(snapshot, latest)) {
        latest = snapshot;
        latestNanos = nanos.getAsLong();
      }
      if (nanos.getAsLong() - readNanos > UNREAD_MAX_NANOS) {
        over = viewing;
        viewing = null;
      }
    }
    if (over != null) {
      over.close();
    }
  }

  /// Whether a snapshot was taken before the one that is known, and only shown after it. One of a
  /// system that began anew is not older.
  private static boolean isOlder(Snapshot shown, @Nullable Snapshot known) {
    return known != null
        && shown.system().equals(known.system())
        && shown.number() < known.number()
        && shown.upNanos() <= known.upNanos()
        && shown.atMillis() <= known.atMillis();
  }

  @Override
  public void close() {
    Viewing over;
    synchronized (this) {
      closed = true;
      over = viewing;
      viewing = null;
    }
    if (over != null) {
      over.close();
    }
  }
}
