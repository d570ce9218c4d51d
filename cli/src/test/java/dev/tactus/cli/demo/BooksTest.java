package dev.tactus.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

final class BooksTest {
  private static final Books SOUND = SampleBooks.sound();

  private static List<String> differences(Books.Demo demo) {
    return new Books(SOUND.messages(), SOUND.timers(), SOUND.restarts(), demo).differences();
  }

  @Test
  void differences_bothCountedTheSame_none() {
    assertThat(SOUND.differences()).isEmpty();
    assertThat(SOUND.areBalanced()).isTrue();
    assertThat(SOUND.ownTimers()).isEqualTo(7);
    assertThat(SOUND.messages().queued()).isZero();
  }

  @Test
  void differences_eachFigureOfTheDemoOff_eachIsNamed() {
    assertThat(differences(new Books.Demo(1_801, 1_701, 4, 93, 251, 20, 73, 5)))
        .containsExactly(
            "messages that no timer sent: the system counted 1,800, the demo 1,801",
            "handled messages: the system counted 1,700, the demo 1,701",
            "failed messages: the system counted 5, the demo 4",
            "restarts: the system counted 6, the demo 5",
            "runs of the fleet's timers: the system counted 250, the demo 251");
  }

  @Test
  void differences_aTimerOfTheFleetThatNobodySawEnd_isNamed() {
    assertThat(differences(new Books.Demo(1_800, 1_700, 5, 93, 250, 20, 72, 6)))
        .containsExactly("the demo registered 93 timers, but saw 92 of them end");
  }

  @Test
  void differences_restartsWithoutTheirTimers_areNamed() {
    assertThat(differences(new Books.Demo(1_800, 1_700, 5, 95, 250, 20, 75, 6)))
        .containsExactly(
            "6 restarts waited for a timer each, but the runtime had 5 timers of its own, of which"
                + " 6 ran");
  }

  @Test
  void differences_aMessageThatIsNowhere_isNamed() {
    Books.Messages lost = SampleBooks.messages(2_001, 290);

    assertThat(new Books(lost, SOUND.timers(), 6, SampleBooks.demo(1_801)).differences())
        .containsExactly(
            "2,001 messages were sent; handled, failed, dead and taken back leave 1 although the"
                + " system is closed");
  }

  @Test
  void differences_deadLettersThatWereNotPublished_areNamed() {
    Books.Messages quiet = SampleBooks.messages(2_000, 289);

    assertThat(new Books(quiet, SOUND.timers(), 6, SOUND.demo()).differences())
        .containsExactly("dead letters: the system counted 290, its event stream told of 289");
  }

  @Test
  void differences_timersThatNeverEnded_areNamed() {
    Books.Timers open = new Books.Timers(100, 256, 26, 68, 4, 2);

    assertThat(new Books(SOUND.messages(), open, 6, SOUND.demo()).differences())
        .containsExactly("2 timers never ended, although the system is closed");
  }
}
