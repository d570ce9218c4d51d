package dev.tactus.cli.demo;

import java.io.PrintWriter;
import java.time.Duration;

/// Where a command shows its lines. On a terminal the live line is written over itself, cut at the
/// right edge; elsewhere each is a line of its own.
public final class LiveDisplay {
  private static final String CUT_ON = "\u001B[?7l";
  private static final String CUT_OFF = "\u001B[?7h";
  private static final String ERASE_REST = "\u001B[K";

  private final PrintWriter out;
  private final boolean terminal;
  private boolean midLine;

  /// @param terminal whether `out` is a terminal that can write over a line
  public LiveDisplay(PrintWriter out, boolean terminal) {
    this.out = out;
    this.terminal = terminal;
  }

  /// How long a live line stands.
  public Duration period() {
    return terminal ? Duration.ofMillis(500) : Duration.ofSeconds(1);
  }

  /// Shows the live line.
  public void live(String line) {
    if (terminal) {
      out.print("\r" + CUT_ON + line + ERASE_REST + CUT_OFF);
      midLine = true;
      out.flush();
    } else {
      line(line);
    }
  }

  /// Shows a line that stays; the live line before it stays too.
  public void line(String line) {
    if (midLine) {
      out.println();
      midLine = false;
    }
    out.println(line);
    out.flush();
  }

  /// Whether nobody reads any more, as after `| head`.
  public boolean isGone() {
    return out.checkError();
  }
}
