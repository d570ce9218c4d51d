package dev.tactus.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tactus.cli.demo.LiveLine.Moment;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/// The live line and the place where it is shown.
final class LiveLineTest {
  private static final LatenessFigures LATE =
      new LatenessFigures(9_000, 4_096, 0, 5_100_000, 10_300_000, 11_000_000, 12_000_000);

  private final StringWriter text = new StringWriter();

  private static Moment moment(long nanos, long beats, long messages, boolean pressed) {
    return new Moment(nanos, 10_200, beats, messages, 12, 30_000, 48, pressed, 2);
  }

  @Test
  void of_twoMoments_ratesAreOfTheTimeBetween() {
    assertThat(
            LiveLine.of(
                moment(12_000_000_000L, 1_000, 500, false),
                moment(12_500_000_000L, 6_000, 20_500, true),
                LATE))
        .isEqualTo(
            "12.5 s | 10,200 timers | 10,000 beats/s | 40,000 messages/s | queued 12"
                + " | late p50 5.1 ms p99 10.3 ms | restarts 48 | dead letters 30,000"
                + " | PRESSURE | warnings 2");
  }

  @Test
  void of_noTimeBetween_ratesAreZero() {
    assertThat(LiveLine.of(moment(5, 1, 1, false), moment(5, 9, 9, false), LATE))
        .contains("| 0 beats/s | 0 messages/s |", "| no pressure |");
  }

  @Test
  void live_onATerminal_writesOverTheLineAndCutsIt() {
    LiveDisplay display = new LiveDisplay(new PrintWriter(text), true);

    display.live("one");
    display.live("two");
    display.line("end");

    assertThat(text.toString().replace(System.lineSeparator(), "\n"))
        .isEqualTo("\r\u001B[?7lone\u001B[K\u001B[?7h\r\u001B[?7ltwo\u001B[K\u001B[?7h\nend\n");
    assertThat(display.period()).isEqualTo(Duration.ofMillis(500));
  }

  @Test
  void live_elsewhere_writesPlainLines() {
    LiveDisplay display = new LiveDisplay(new PrintWriter(text), false);

    display.live("one");
    display.live("two");
    display.line("end");

    assertThat(text.toString().lines()).containsExactly("one", "two", "end");
    assertThat(display.period()).isEqualTo(Duration.ofSeconds(1));
  }
}
