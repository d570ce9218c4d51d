package dev.tactus.bench.harness;

import java.io.PrintStream;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/// Tells a waiting person what is going on.
///
/// On a terminal one line is written over and over; elsewhere every turn that ends gets a line.
///
/// Threads: any.
public final class Progress {
  private static final int COLUMNS_MAX = 100;
  private static final String ERASE_LINE = "\r\u001B[K";

  private final PrintStream out;
  private final boolean live;
  private final String total;
  private String head = "";

  /// @param live whether `out` is a terminal
  /// @param total how long it will take, in words; may be empty
  public Progress(PrintStream out, boolean live, String total) {
    this.out = out;
    this.live = live;
    this.total = total;
  }

  synchronized void started(List<Turn> turns, Duration elapsed) {
    Turn first = turns.getFirst();
    head =
        String.format(
            Locale.ROOT,
            "%s  %s, round %d: %s",
            clock(elapsed),
            first.group(),
            first.round(),
            turns.stream().map(Turn::contender).collect(Collectors.joining(" ")));
    show(head);
  }

  /// A result line of a running turn.
  public synchronized void heard(Turn turn, ResultLine line) {
    if (line instanceof ResultLine.Sample(String metric, double value)) {
      show(String.format(Locale.ROOT, "%s  %s %.4g", head, metric, value));
    }
  }

  synchronized void ended(TurnOutcome outcome, Duration elapsed) {
    if (outcome.failure().isPresent() || !live) {
      note(
          String.format(
              Locale.ROOT,
              "%s  %s, round %d: %s %s, others took %.0f %% of the machine%s",
              clock(elapsed),
              outcome.turn().group(),
              outcome.turn().round(),
              outcome.turn().contender(),
              outcome.failure().map(reason -> "failed: " + reason).orElse("done"),
              outcome.others() * 100,
              outcome.coresNanos() == CoreDistance.UNKNOWN
                  ? ""
                  : String.format(Locale.ROOT, ", cores %.0f ns apart", outcome.coresNanos())));
    }
  }

  synchronized void repeating(List<Turn> turns, double others) {
    note(
        String.format(
            Locale.ROOT,
            "        %s of %s once more: other programs took at least %.0f %% of the machine",
            turns.getFirst().group(),
            turns.stream().map(Turn::contender).collect(Collectors.joining(" ")),
            others * 100));
  }

  synchronized void close() {
    if (live) {
      out.print(ERASE_LINE);
      out.flush();
    }
  }

  private void show(String text) {
    if (live) {
      out.print(ERASE_LINE + text.substring(0, Math.min(text.length(), COLUMNS_MAX)));
      out.flush();
    }
  }

  private void note(String text) {
    out.println((live ? ERASE_LINE : "") + text);
    out.flush();
  }

  private String clock(Duration elapsed) {
    return String.format(
        Locale.ROOT, "[%d:%02d%s]", elapsed.toMinutes(), elapsed.toSecondsPart(), total);
  }
}
