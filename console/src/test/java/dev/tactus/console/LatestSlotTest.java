package dev.tactus.console;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class LatestSlotTest {
  private final LatestSlot<String> slot = new LatestSlot<>();

  @Test
  void take_severalWerePut_givesTheLatestOnly() throws InterruptedException {
    slot.put("a");
    slot.put("b");
    slot.putIfEmpty("c");
    assertThat(slot.take()).isEqualTo("b");

    slot.putIfEmpty("d");
    assertThat(slot.take()).isEqualTo("d");
  }

  @Test
  void take_nothingThere_waitsForIt() throws InterruptedException {
    Thread putter = Thread.ofPlatform().start(() -> slot.put("a"));

    assertThat(slot.take()).isEqualTo("a");
    putter.join();
  }

  @Test
  void take_closed_givesNothingMore() throws InterruptedException {
    slot.put("a");
    slot.close();

    assertThat(slot.take()).isNull();
  }

  @Test
  void close_whileOneWaits_letsItGo() throws InterruptedException {
    Thread closer = Thread.ofPlatform().start(slot::close);

    assertThat(slot.take()).isNull();
    closer.join();
  }
}
