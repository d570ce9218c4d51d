package dev.tactus.examples.actor;

import dev.tactus.actor.Actor;
import dev.tactus.actor.ActorRef;
import dev.tactus.actor.ActorSystem;
import dev.tactus.actor.Context;
import dev.tactus.actor.Props;
import dev.tactus.actor.Supervision;
import dev.tactus.actor.router.Routers;
import dev.tactus.actor.router.Routing;
import java.time.Duration;
import java.util.List;

/// Counts the words of many texts with a pool of workers. A worker that fails goes on with the next
/// text, as its supervision says, and the others do not notice; the text counts as missed.
public final class WordCounter implements Actor<WordCounter.CountAll> {
  private static final int WORKERS = 4;
  private static final Duration PATIENCE = Duration.ofSeconds(1);

  /// Asks for the words of all texts together.
  public record CountAll(List<String> texts, ActorRef<Report> replyTo) {}

  /// What came of it.
  ///
  /// @param words of all texts that could be read
  /// @param missed how many texts could not
  public record Report(int words, int missed) {}

  private record Job(String text, ActorRef<Integer> replyTo) {}

  private final ActorRef<Job> pool;

  private WordCounter(ActorRef<Job> pool) {
    this.pool = pool;
  }

  /// Starts a counter and its pool.
  public static ActorRef<CountAll> start(ActorSystem system) {
    Supervision supervision =
        Supervision.restart()
            .withLimit(100, Duration.ofMinutes(1))
            .on(IllegalArgumentException.class, Supervision.Directive.RESUME);
    Props<Job> worker = Props.<Job>of(Worker::new).withSupervision(supervision);
    ActorRef<Job> pool = system.spawn("pool", Routers.pool(WORKERS, worker, Routing.roundRobin()));
    return system.spawn("counter", () -> new WordCounter(pool));
  }

  @Override
  public void receive(Context<CountAll> ctx, CountAll request) {
    ctx.spawn(() -> new Batch(pool, request));
  }

  /// One of the workers. It keeps nothing from one text to the next, so a bad one does no harm.
  private static final class Worker implements Actor<Job> {
    @Override
    public void receive(Context<Job> ctx, Job job) {
      if (job.text().isBlank()) {
        throw new IllegalArgumentException("a text without words");
      }
      job.replyTo().tell(job.text().strip().split("\\s+").length);
    }
  }

  private sealed interface Outcome {
    record Counted(int words) implements Outcome {}

    record Missed(Throwable why) implements Outcome {}
  }

  /// Lives as long as one request: asks the pool for each text, and gathers the answers.
  private static final class Batch implements Actor<Outcome> {
    private final ActorRef<Job> pool;
    private final CountAll request;
    private int words;
    private int missed;
    private int open;

    Batch(ActorRef<Job> pool, CountAll request) {
      this.pool = pool;
      this.request = request;
    }

    @Override
    public void started(Context<Outcome> ctx) {
      open = request.texts().size();
      for (String text : request.texts()) {
        ctx.<Job, Integer>ask(
            pool,
            replyTo -> new Job(text, replyTo),
            PATIENCE,
            Outcome.Counted::new,
            Outcome.Missed::new);
      }
      endIfDone(ctx);
    }

    @Override
    public void receive(Context<Outcome> ctx, Outcome outcome) {
      open--;
      switch (outcome) {
        case Outcome.Counted(int count) -> words += count;
        case Outcome.Missed(Throwable why) -> {
          missed++;
          ctx.log().warn("A text was missed: {}", why.getMessage());
        }
      }
      endIfDone(ctx);
    }

    private void endIfDone(Context<Outcome> ctx) {
      if (open == 0) {
        request.replyTo().tell(new Report(words, missed));
        ctx.stop();
      }
    }
  }

  /// Counts the words of a few texts, one of which is bad.
  public static void main(String[] args) {
    List<String> texts = List.of("to be or not to be", "", "that is the question");
    try (ActorSystem system = ActorSystem.start("words")) {
      ActorRef<CountAll> counter = WordCounter.start(system);
      Report report =
          counter
              .<Report>ask(replyTo -> new CountAll(texts, replyTo), Duration.ofSeconds(5))
              .join();
      System.out.println(report.words() + " words, " + report.missed() + " text missed");
    }
  }
}
