package dev.tactus.pekko;

import dev.tactus.scheduler.SchedulerDump;
import dev.tactus.workers.PoolSnapshot;
import java.util.Locale;
import java.util.StringJoiner;

/// Writes snapshots.
final class SnapshotFormat {
  private SnapshotFormat() {}

  static String text(TactusSnapshot snapshot) {
    StringBuilder out = new StringBuilder();
    out.append("actor system ").append(snapshot.system()).append('\n');
    out.append(
        snapshot.scheduler().map(SchedulerDump::text).orElse("scheduler: not one of ours\n"));
    for (DispatcherSnapshot dispatcher : snapshot.dispatchers()) {
      PoolSnapshot pool = dispatcher.workers();
      out.append(
          String.format(
              Locale.ROOT,
              "dispatcher %s: %d workers, %d standing in; %d tasks, %d done, %d waiting;"
                  + " %.0f %% busy, %d stolen, %d parks%n",
              dispatcher.id(),
              dispatcher.parallelism(),
              dispatcher.standingIn(),
              dispatcher.submitted(),
              dispatcher.completed(),
              pool.waiting(),
              100 * pool.busyRatio(),
              pool.stolen(),
              pool.parks()));
    }
    out.append(
        String.format(
            Locale.ROOT,
            "mailboxes: %d made, %d messages too many%n",
            snapshot.mailboxes(),
            snapshot.overflowed()));
    return out.toString();
  }

  static String json(TactusSnapshot snapshot) {
    StringJoiner dispatchers = new StringJoiner(",", "[", "]");
    snapshot.dispatchers().forEach(dispatcher -> dispatchers.add(json(dispatcher)));
    return "{\"system\":"
        + quoted(snapshot.system())
        + ",\"scheduler\":"
        + snapshot.scheduler().map(SchedulerDump::json).orElse("null")
        + ",\"dispatchers\":"
        + dispatchers
        + ",\"mailboxes\":"
        + snapshot.mailboxes()
        + ",\"overflowed\":"
        + snapshot.overflowed()
        + "}";
  }

  private static String json(DispatcherSnapshot dispatcher) {
    PoolSnapshot pool = dispatcher.workers();
    return String.format(
        Locale.ROOT,
        "{\"id\":%s,\"parallelism\":%d,\"standingIn\":%d,\"submitted\":%d,\"completed\":%d,"
            + "\"waiting\":%d,\"busyRatio\":%.4f,\"stolen\":%d,\"parks\":%d,\"wakes\":%d,"
            + "\"failures\":%d,\"upNanos\":%d}",
        quoted(dispatcher.id()),
        dispatcher.parallelism(),
        dispatcher.standingIn(),
        dispatcher.submitted(),
        dispatcher.completed(),
        pool.waiting(),
        pool.busyRatio(),
        pool.stolen(),
        pool.parks(),
        pool.wakes(),
        pool.failures(),
        pool.upNanos());
  }

  /// A JSON string.
  private static String quoted(String text) {
    StringBuilder out = new StringBuilder("\"");
    text.chars()
        .forEach(
            c -> {
              if (c == '"' || c == '\\') {
                out.append('\\').append((char) c);
              } else if (c < ' ') {
                out.append(String.format(Locale.ROOT, "\\u%04x", c));
              } else {
                out.append((char) c);
              }
            });
    return out.append('"').toString();
  }
}
