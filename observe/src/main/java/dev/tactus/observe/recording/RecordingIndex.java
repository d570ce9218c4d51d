package dev.tactus.observe.recording;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/// Where what is in a recording: found by one walk over the file, in which only the beginning of
/// each line is looked at. It takes a few dozen bytes for each snapshot.
///
/// @param snapshots the snapshots, in order
/// @param events the lines with events, in order
/// @param dropped how many snapshots were left out by the recorder
/// @param damaged how many lines are of no known kind
record RecordingIndex(
    List<SnapshotLine> snapshots, List<EventsLine> events, long dropped, long damaged) {
  /// @param part counts the headers: which run of a recorder it belongs to
  /// @param eventsBefore how many lines with events come before it
  record SnapshotLine(long offset, int length, long atMillis, int part, int eventsBefore) {}

  /// @param part counts the headers: which run of a recorder it belongs to
  record EventsLine(long offset, int length, long from, long to, int part) {}

  private static final int CHUNK = 1 << 16;

  /// Longer lines are no snapshots.
  static final long LENGTH_MAX = 1L << 28;

  static RecordingIndex of(FileChannel channel) throws IOException {
    Scan scan = new Scan();
    ByteBuffer buffer = ByteBuffer.allocate(CHUNK);
    long at = 0;
    for (int read = channel.read(buffer, at); read > 0; read = channel.read(buffer, at)) {
      scan.take(buffer.array(), read);
      at += read;
      buffer.clear();
    }
    return new RecordingIndex(
        List.copyOf(scan.snapshots), List.copyOf(scan.events), scan.dropped, scan.damaged);
  }

  /// One walk over the file.
  private static final class Scan {
    final List<SnapshotLine> snapshots = new ArrayList<>();
    final List<EventsLine> events = new ArrayList<>();
    long dropped;
    long damaged;

    private final byte[] beginning = new byte[Lines.PREFIX];
    private int begun;
    private long offset;
    private long length;
    private int part;

    void take(byte[] bytes, int count) {
      for (int i = 0; i < count; i++) {
        byte next = bytes[i];
        length++;
        if (next == '\n') {
          line();
          offset += length;
          length = 0;
          begun = 0;
        } else if (begun < beginning.length) {
          beginning[begun++] = next;
        }
      }
    }

    /// A line has ended; one without an end is never seen here.
    private void line() {
      Lines.Kind kind =
          length > LENGTH_MAX
              ? null
              : Lines.kind(new String(beginning, 0, begun, StandardCharsets.UTF_8));
      switch (kind) {
        case null -> damaged++;
        case Lines.Kind.Header header -> part++;
        case Lines.Kind.SnapshotAt at ->
            snapshots.add(
                new SnapshotLine(offset, (int) length, at.atMillis(), part, events.size()));
        case Lines.Kind.Events some ->
            events.add(new EventsLine(offset, (int) length, some.from(), some.to(), part));
        case Lines.Kind.Dropped some -> dropped += some.snapshots();
        case Lines.Kind.End end -> {}
      }
    }
  }
}
