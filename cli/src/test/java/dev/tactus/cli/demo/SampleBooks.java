package dev.tactus.cli.demo;

import dev.tactus.mailbox.DeadLetterReason;
import java.util.Map;

/// Books of a demo that never ran.
final class SampleBooks {
  private SampleBooks() {}

  static Books sound() {
    return new Books(
        messages(2_000, 290), new Books.Timers(100, 256, 26, 70, 4, 0), 6, demo(1_800));
  }

  static Books.Messages messages(long sent, long published) {
    return new Books.Messages(
        sent,
        200,
        1_700,
        5,
        Map.of(
            DeadLetterReason.OVERFLOW,
            280L,
            DeadLetterReason.SHUTDOWN,
            10L,
            DeadLetterReason.NO_RECIPIENT,
            0L),
        published,
        5);
  }

  static Books.Demo demo(long told) {
    return new Books.Demo(told, 1_700, 5, 93, 250, 20, 73, 6);
  }
}
