package dev.tactus.bench.harness;

import java.io.PrintStream;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/// Tells a waiting person what is going on.
///
/// On a terminal one line is written over and over; elsewhere every sample of a station gets a line
/// when the first contender takes it.
///
/// Threads: any.
public final class Progress {
  private static final int COLUMNS_MAX = 100;
  private static final String ERASE_LINE = "\r\u001B[K";

  private final PrintStream out;
  private final boolean live;
  private final String total;
  private String head = "";
  private String place = "";

  /// @param live whether `out` is a terminal
  /// @param total how long it will take, in words; may be empty
  public Progress(PrintStream out, boolean live, String total) {
    this.out = out;
    this.live = live;
    this.total = total;
  }

  synchronized void started(List<Turn> turns, Duration elapsed) {
    Turn first = turns.getFirst();
    String contenders = turns.stream().map(Turn::contender).collect(Collectors.joining(" "));
    head = clock(elapsed) + "  " + place(first) + ": " + contenders;
    tell(head);
  }

  /// A step of a turn begins.
  ///
  /// @param number 0 where a station is prepared, else that of the sample
  synchronized void step(Turn turn, String station, int number, Duration elapsed) {
    String what = number == 0 ? "prepare" : "sample " + number;
    head = clock(elapsed) + "  " + place(turn) + ": " + station + ", " + what;
    String now = place(turn) + station + what;
    if (!live && !now.equals(place)) {
      note(head);
    }
    place = now;
    head = head + ": " + turn.contender();
    show(head);
  }

  /// A result line of a running turn.
  public synchronized void heard(Turn turn, ResultLine line) {
    if (line instanceof ResultLine.Sample(String metric, double value)) {
      show(String.format(Locale.ROOT, "%s  %s %.4g", head, metric, value));
    }
  }

  synchronized void failed(TurnOutcome outcome, Duration elapsed) {
    note(
        String.format(
            Locale.ROOT,
            "%s  %s: %s failed: %s",
            clock(elapsed),
            place(outcome.turn()),
            outcome.turn().contender(),
            outcome.failure().orElse("")));
  }

  synchronized void repeating(Turn turn, String station, double others) {
    note(
        String.format(
            Locale.ROOT,
            "        %s of %s once more: other programs took %.0f %% of the machine",
            station,
            turn.contender(),
            others * 100));
  }

  /// The contenders of a group cannot all be there.
  synchronized void oneByOne(Group group, long availableMegabytes) {
    note(
        String.format(
            Locale.ROOT,
            "        %s: one contender after another, since all at once may need %d MB of memory"
                + " and %d MB are free",
            group.name(),
            group.allMegabytes(),
            availableMegabytes));
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

  private void tell(String text) {
    if (live) {
      show(text);
    } else {
      note(text);
    }
  }

  private void note(String text) {
    out.println((live ? ERASE_LINE : "") + text);
    out.flush();
  }

  private static String place(Turn turn) {
    return turn.group() + ", round " + turn.round();
  }

  private String clock(Duration elapsed) {
    return String.format(
        Locale.ROOT, "[%d:%02d%s]", elapsed.toMinutes(), elapsed.toSecondsPart(), total);
  }
}
