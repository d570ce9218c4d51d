package dev.tactus.examples.actor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tactus.actor.ActorRef;
import dev.tactus.requirement.Requirement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/// A pool of workers that may fail.
@Requirement({"A3", "A9"})
final class WordCounterTest {
  private static CompletableFuture<WordCounter.Report> count(
      ActorRef<WordCounter.CountAll> counter, List<String> texts) {
    return counter.ask(replyTo -> new WordCounter.CountAll(texts, replyTo), Duration.ofSeconds(10));
  }

  @Test
  void countAll_goodTexts_countsAllWords() {
    try (SteppedActors t = new SteppedActors()) {
      ActorRef<WordCounter.CountAll> counter = WordCounter.start(t.system);
      CompletableFuture<WordCounter.Report> report = count(counter, List.of("a b", "c", "d e f"));
      t.run();
      assertThat(report).isCompletedWithValue(new WordCounter.Report(6, 0));
    }
  }

  @Test
  void countAll_badTexts_areMissedAndTheWorkersGoOn() {
    try (SteppedActors t = new SteppedActors()) {
      ActorRef<WordCounter.CountAll> counter = WordCounter.start(t.system);
      List<String> texts = new ArrayList<>();
      for (int i = 0; i < 500; i++) {
        texts.add(i % 5 == 0 ? " " : "two words");
      }
      CompletableFuture<WordCounter.Report> first = count(counter, texts);
      t.advance(Duration.ofMillis(1_010));
      assertThat(first).isCompletedWithValue(new WordCounter.Report(800, 100));
      CompletableFuture<WordCounter.Report> second = count(counter, List.of("still here"));
      t.run();
      assertThat(second).isCompletedWithValue(new WordCounter.Report(2, 0));
    }
  }

  @Test
  void countAll_nothing_answersAtOnce() {
    try (SteppedActors t = new SteppedActors()) {
      CompletableFuture<WordCounter.Report> report = count(WordCounter.start(t.system), List.of());
      t.run();
      assertThat(report).isCompletedWithValue(new WordCounter.Report(0, 0));
    }
  }
}
