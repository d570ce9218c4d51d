package dev.tactus.process;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tactus.requirement.Requirement;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/// The books of those who want to know of the end of a process.
@Requirement("P7")
final class RelationsTest {
  @Test
  void exit_givenUp_isNotKept() {
    Relations books = new Relations();
    CompletableFuture<ExitReason> wanted = new CompletableFuture<>();
    CompletableFuture<ExitReason> givenUp = new CompletableFuture<>();
    assertThat(books.tell(givenUp)).isTrue();
    assertThat(books.tell(wanted)).isTrue();
    givenUp.cancel(false);

    assertThat(books.close().exits()).containsExactly(wanted);
  }

  @Test
  void exit_ofBooksThatAreClosed_isRefused() {
    CompletableFuture<ExitReason> late = new CompletableFuture<>();

    assertThat(Relations.closed().tell(late)).isFalse();
    assertThat(late).isNotDone();
  }
}
