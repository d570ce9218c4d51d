package dev.tactus.observe.recording;

import dev.tactus.observe.EventEntry;
import dev.tactus.observe.Snapshot;
import dev.tactus.observe.SnapshotJson;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// The format of a recording: UTF-8, a JSON object in each line, each line ended by a line feed.
///
/// ```
/// {"tactusRecording":1,"snapshotVersion":1,"system":"shop","startMillis":1700000000000}
/// {"from":1,"to":2,"events":[{"number":1,...},{"number":2,...}]}
/// {"atMillis":1700000001000,"snapshot":{...}}
/// {"atMillis":1700000009000,"dropped":7}
/// {"atMillis":1700000010000,"end":"closed"}
/// ```
///
/// The first line is the header; it comes again where a recorder has gone on with a file, and where
/// the system began anew. Events stand before the snapshot that was taken after them. A line
/// without its line feed was being written when the program ended; it does not count. Lines of
/// kinds that a reader does not know are passed over.
///
/// The fields come in exactly this order, without blanks: an index is made by looking at the
/// beginning of each line, and JSON is parsed only where somebody wants to see it.
final class Lines {
  static final int VERSION = 1;

  /// How every recording of these versions begins.
  static final String HEADER_START =
      "{\"tactusRecording\":"
          + VERSION
          + ",\"snapshotVersion\":"
          + Snapshot.VERSION
          + ",\"system\":";

  /// Enough of a line to see what it is.
  static final int PREFIX = 96;

  /// What the beginning of a line says.
  sealed interface Kind {
    record Header(int version, int snapshotVersion) implements Kind {}

    record SnapshotAt(long atMillis) implements Kind {}

    record Events(long from, long to) implements Kind {}

    record Dropped(long snapshots) implements Kind {}

    record End() implements Kind {}
  }

  private static final Pattern HEADER =
      Pattern.compile("\\{\"tactusRecording\":(\\d{1,9}),\"snapshotVersion\":(\\d{1,9}),.*");
  private static final Pattern SNAPSHOT =
      Pattern.compile("\\{\"atMillis\":(\\d{1,18}),\"snapshot\":\\{.*");
  private static final Pattern EVENTS =
      Pattern.compile("\\{\"from\":(\\d{1,18}),\"to\":(\\d{1,18}),\"events\":\\[.*");
  private static final Pattern DROPPED =
      Pattern.compile("\\{\"atMillis\":\\d{1,18},\"dropped\":(\\d{1,18})\\}");
  private static final Pattern END = Pattern.compile("\\{\"atMillis\":\\d{1,18},\"end\":\".*");

  private Lines() {}

  static String header(String system, long startMillis) {
    return HEADER_START + SnapshotJson.write(system) + ",\"startMillis\":" + startMillis + "}\n";
  }

  static String snapshot(Snapshot snapshot) {
    return "{\"atMillis\":"
        + snapshot.atMillis()
        + ",\"snapshot\":"
        + SnapshotJson.write(snapshot)
        + "}\n";
  }

  static String events(List<EventEntry> events) {
    return "{\"from\":"
        + events.getFirst().number()
        + ",\"to\":"
        + events.getLast().number()
        + ",\"events\":"
        + SnapshotJson.write(events)
        + "}\n";
  }

  static String dropped(long atMillis, long snapshots) {
    return "{\"atMillis\":" + atMillis + ",\"dropped\":" + snapshots + "}\n";
  }

  static String end(long atMillis, String reason) {
    return "{\"atMillis\":" + atMillis + ",\"end\":" + SnapshotJson.write(reason) + "}\n";
  }

  /// What a line is that begins like this; null when that cannot be told.
  static @Nullable Kind kind(String beginning) {
    Matcher header = HEADER.matcher(beginning);
    if (header.matches()) {
      return new Kind.Header(Integer.parseInt(header.group(1)), Integer.parseInt(header.group(2)));
    }
    Matcher snapshot = SNAPSHOT.matcher(beginning);
    if (snapshot.matches()) {
      return new Kind.SnapshotAt(Long.parseLong(snapshot.group(1)));
    }
    Matcher events = EVENTS.matcher(beginning);
    if (events.matches()) {
      return new Kind.Events(Long.parseLong(events.group(1)), Long.parseLong(events.group(2)));
    }
    Matcher dropped = DROPPED.matcher(beginning);
    if (dropped.matches()) {
      return new Kind.Dropped(Long.parseLong(dropped.group(1)));
    }
    return END.matcher(beginning).matches() ? new Kind.End() : null;
  }

  /// The snapshot in a line of that kind.
  ///
  /// @throws IllegalArgumentException when there is none
  static Snapshot readSnapshot(String line) {
    return SnapshotJson.read(inside(line, "\"snapshot\":"), Snapshot.class);
  }

  /// The events in a line of that kind.
  ///
  /// @throws IllegalArgumentException when there are none
  static List<EventEntry> readEvents(String line) {
    return List.of(SnapshotJson.read(inside(line, "\"events\":"), EventEntry[].class));
  }

  /// The value of the last field of a line.
  private static String inside(String line, String field) {
    int begin = line.indexOf(field);
    int end = line.lastIndexOf('}');
    if (begin < 0 || end < begin + field.length()) {
      throw new IllegalArgumentException("This line has no " + field);
    }
    return line.substring(begin + field.length(), end);
  }
}
