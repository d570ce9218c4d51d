package dev.tactus.cli.watch;

import dev.tactus.error.ErrorCode;
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
import java.util.stream.Stream;
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
  private String passedOver = "";
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
          passedOver = "";
          move(film, by);
        });
  }

  /// Damaged moments are stepped over, and told of.
  private void move(Recording film, int by) {
    for (int to = film.current() + by; to >= 1 && to <= film.size(); to += by) {
      try {
        film.moveTo(to);
        before = before(film, to);
        now = film.snapshot();
        actors = actors(film, film.snapshot(), filter);
        trouble = "";
        return;
      } catch (RecordingException e) {
        if (e.code() != ErrorCode.BAD_RECORDING) {
          trouble = String.valueOf(e.getMessage());
          return; // the file is out of reach, with all its moments
        }
        passedOver = String.valueOf(e.getMessage());
      }
    }
    isPlaying = false;
  }

  /// What rates are counted from; null where there is nothing of that kind.
  private static @Nullable Snapshot before(Recording film, int moment) {
    try {
      return moment > 1 && film.isOnePart(moment - 1, moment) ? film.snapshotAt(moment - 1) : null;
    } catch (RecordingException e) {
      return null; // the moment itself is worth seeing
    }
  }

  private List<String> lines() {
    List<String> lines = new ArrayList<>();
    lines.add(heading());
    Stream.of(trouble, passedOver)
        .filter(told -> !told.isEmpty())
        .forEach(told -> lines.add("! " + told));
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
