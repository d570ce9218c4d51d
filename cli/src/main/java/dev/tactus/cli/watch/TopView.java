package dev.tactus.cli.watch;

import dev.tactus.observe.ActorInfo;
import dev.tactus.observe.ActorQuery;
import dev.tactus.observe.Snapshot;
import dev.tactus.observe.Source;
import dev.tactus.observe.recording.Recording;
import dev.tactus.observe.recording.RecordingException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/// The live view of `top` and `replay`: shows a source, second by second, until somebody quits.
///
/// Keys: `d`, `t`, `p` sort by depth, turn and path; `/` asks for a text that paths have to hold;
/// `q` quits. In a recording the arrows go to the moments before and after, and the space bar
/// plays.
///
/// Threads: one.
public final class TopView {
  private static final int ROWS_MAX = 200;
  private static final long SECOND = 1_000_000_000L;
  private static final long KEY_MILLIS = 250;

  private final Source source;
  private final Optional<Recording> recording;
  private final Screen screen;
  private final LongSupplier nanos;

  private TopOrder order;
  private String filter;
  private boolean isTyping;
  private boolean isPlaying;
  private boolean isOver;
  private String trouble = "";
  private @Nullable Snapshot before;
  private @Nullable Snapshot now;
  private Collection<ActorInfo> actors = List.of();

  private TopView(
      Source source,
      Optional<Recording> recording,
      Screen screen,
      LongSupplier nanos,
      TopOrder order,
      String filter) {
    this.source = source;
    this.recording = recording;
    this.screen = screen;
    this.nanos = nanos;
    this.order = order;
    this.filter = filter;
  }

  /// Of a running system.
  public static TopView of(
      Source source, TerminalScreen screen, LongSupplier nanos, TopOrder order, String filter) {
    return new TopView(source, Optional.empty(), screen, nanos, order, filter);
  }

  /// Of a recording.
  public static TopView of(
      Recording recording,
      TerminalScreen screen,
      LongSupplier nanos,
      TopOrder order,
      String filter) {
    return onScreen(recording, Optional.of(recording), screen, nanos, order, filter);
  }

  static TopView onScreen(
      Source source,
      Optional<Recording> recording,
      Screen screen,
      LongSupplier nanos,
      TopOrder order,
      String filter) {
    return new TopView(source, recording, screen, nanos, order, filter);
  }

  /// One look, for a pipe.
  public static List<String> once(Source source, TopOrder order, String filter) {
    Snapshot snapshot = source.snapshot();
    return new TopTable(null, snapshot).lines(actors(source, snapshot, filter), order);
  }

  private static Collection<ActorInfo> actors(Source source, Snapshot snapshot, String filter) {
    return filter.isEmpty()
        ? TopTable.named(snapshot)
        : source.actors(new ActorQuery("", filter, false, "", ROWS_MAX)).items();
  }

  /// Shows it until `q`, the end of the keys, or the stop.
  public void run(BooleanSupplier stop) {
    long next = nanos.getAsLong();
    while (!isOver && !stop.getAsBoolean()) {
      if (nanos.getAsLong() - next >= 0) {
        next = nanos.getAsLong() + SECOND;
        refresh();
      }
      screen.draw(lines());
      String key = screen.key(KEY_MILLIS);
      if (!key.equals(Screen.NOTHING)) {
        press(key);
      }
    }
  }

  private void refresh() {
    if (isPlaying) {
      move(1);
      return;
    }
    look();
  }

  private void look() {
    try {
      Snapshot latest = source.snapshot();
      Snapshot shown = now;
      if (shown == null || latest.number() != shown.number()) {
        before = shown;
        now = latest;
      }
      actors = actors(source, latest, filter);
      trouble = "";
    } catch (RemoteConsoleException | RecordingException e) {
      trouble = String.valueOf(e.getMessage());
    }
  }

  private void press(String key) {
    if (isTyping) {
      type(key);
      return;
    }
    switch (key) {
      case "q", Screen.END -> isOver = true;
      case "d" -> order = TopOrder.DEPTH;
      case "t" -> order = TopOrder.TURN;
      case "p" -> order = TopOrder.PATH;
      case "/" -> isTyping = true;
      case Screen.ESCAPE -> {
        filter = "";
        look();
      }
      case Screen.LEFT -> move(-1);
      case Screen.RIGHT -> move(1);
      case " " -> isPlaying = recording.isPresent() && !isPlaying;
      default -> {}
    }
  }

  private void type(String key) {
    switch (key) {
      case Screen.END -> isOver = true;
      case Screen.ENTER -> {
        isTyping = false;
        look();
      }
      case Screen.ESCAPE -> {
        isTyping = false;
        filter = "";
        look();
      }
      case Screen.BACKSPACE ->
          filter = filter.substring(0, filter.offsetByCodePoints(0, Math.max(0, length() - 1)));
      default -> filter += key.codePointCount(0, key.length()) == 1 ? key : "";
    }
  }

  private int length() {
    return filter.codePointCount(0, filter.length());
  }

  private void move(int by) {
    recording.ifPresent(
        film -> {
          int to = film.current() + by;
          if (to < 1 || to > film.size()) {
            isPlaying = false;
            return;
          }
          try {
            film.moveTo(to);
            before = to > 1 ? film.snapshotAt(to - 1) : null;
            now = film.snapshot();
            actors = actors(film, film.snapshot(), filter);
            trouble = "";
          } catch (RecordingException e) {
            trouble = String.valueOf(e.getMessage());
          }
        });
  }

  private List<String> lines() {
    List<String> lines = new ArrayList<>();
    lines.add(heading());
    if (!trouble.isEmpty()) {
      lines.add("! " + trouble);
    }
    Snapshot shown = now;
    if (shown != null) {
      lines.addAll(new TopTable(before, shown).lines(actors, order));
    }
    return lines;
  }

  private String heading() {
    String keys = "d depth  t turn  p path  / filter  q quit";
    String moment =
        recording
            .map(
                film ->
                    "  left right moment  space "
                        + (isPlaying ? "stop" : "play")
                        + "  [moment "
                        + film.current()
                        + " of "
                        + film.size()
                        + "]")
            .orElse("");
    String shownFilter = isTyping ? "  /" + filter + "_" : filter.isEmpty() ? "" : "  /" + filter;
    return keys + moment + "  [by " + TopTable.word(order) + "]" + shownFilter;
  }
}
