package dev.tactus.examples.actor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tactus.requirement.Requirement;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/// The programs print what they promise, on real workers.
@Requirement("A1")
final class HelloTest {
  private static String outputOf(Runnable program) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    PrintStream before = System.out;
    System.setOut(new PrintStream(bytes, true, StandardCharsets.UTF_8));
    try {
      program.run();
    } finally {
      System.setOut(before);
    }
    return bytes.toString(StandardCharsets.UTF_8);
  }

  @Test
  void hello_main_greetsTheWorld() {
    assertThat(outputOf(() -> Hello.main(new String[0]))).contains("Hello, world!");
  }

  @Test
  void wordCounter_main_countsAndTellsOfTheBadText() {
    assertThat(outputOf(() -> WordCounter.main(new String[0]))).contains("10 words, 1 text missed");
  }

  @Test
  void bank_main_movesMoneyInTheOrderAsked() {
    assertThat(outputOf(() -> Bank.main(new String[0])))
        .contains("Balance[cents=10000]", "Balance[cents=7500]", "Refused[cents=7500]");
  }
}
