package dev.tactus.console;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tactus.time.ManualClock;
import java.io.IOException;
import org.junit.jupiter.api.Test;

final class ConversationTest {
  private static final long REQUEST = 10;
  private static final long STALL = 30;

  private final ManualClock clock = ManualClock.at(Long.MAX_VALUE - 5); // it overflows soon
  private final Conversation conversation = new Conversation(clock);

  private boolean drop() {
    return conversation.dropIfSlow(clock.nanos(), REQUEST, STALL);
  }

  @Test
  void drop_requestArrivesForTooLong_onlyThen() {
    clock.advanceNanos(REQUEST);
    assertThat(drop()).isFalse();

    clock.advanceNanos(1);
    assertThat(drop()).isTrue();
    assertThat(drop()).isFalse();
    assertThatThrownBy(conversation::heard).isInstanceOf(IOException.class);
  }

  @Test
  void drop_whileTheAnswerIsWorkedOut_never() throws IOException {
    conversation.heard();
    clock.advanceNanos(1_000);

    assertThat(drop()).isFalse();
  }

  @Test
  void drop_clientTakesNothing_onlyAfterItsTime() throws IOException {
    conversation.heard();
    clock.advanceNanos(1_000);
    conversation.writing();
    clock.advanceNanos(STALL);
    assertThat(drop()).isFalse();

    clock.advanceNanos(1);
    assertThat(drop()).isTrue();
    assertThatThrownBy(conversation::written).isInstanceOf(IOException.class);
    assertThatThrownBy(conversation::writing).isInstanceOf(IOException.class);
  }

  @Test
  void drop_clientTakesALittleNowAndThen_never() throws IOException {
    conversation.heard();
    for (int i = 0; i < 10; i++) {
      conversation.writing();
      clock.advanceNanos(STALL);
      assertThat(drop()).isFalse();
      conversation.written();
    }
  }

  @Test
  void dropIfReading_afterTheRequestWasRead_doesNothing() throws IOException {
    conversation.heard();

    assertThat(conversation.dropIfReading()).isFalse();
    conversation.writing();
  }
}
