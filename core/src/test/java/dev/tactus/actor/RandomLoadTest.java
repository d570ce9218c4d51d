package dev.tactus.actor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tactus.mailbox.DeadLetterReason;
import dev.tactus.requirement.Requirement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.concurrent.atomic.LongAdder;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Actors that send, spawn, fail, watch, ask and stop at random, for some seconds on 1, 2 and 8
/// workers: every message in comes out, handled or as a dead letter, and every watch is told once.
@Requirement({"W1", "W2", "A3", "A4", "A8"})
final class RandomLoadTest {
  private static final int PLACES = 256;
  private static final Duration LENGTH = Duration.ofSeconds(4);

  private sealed interface Work {
    /// @param hops how many more messages come of it
    record Hop(int hops, long random) implements Work {}

    record Ended() implements Work {}

    record Echo(long number, ActorRef<Long> replyTo) implements Work {}
  }

  /// What everyone counts in.
  private static final class Books {
    final LongAdder sent = new LongAdder();
    final LongAdder handled = new LongAdder();
    final LongAdder watched = new LongAdder();
    final LongAdder told = new LongAdder();
    final LongAdder asked = new LongAdder();
    final LongAdder answered = new LongAdder();
    final LongAdder overlaps = new LongAdder();
    final AtomicLong letters = new AtomicLong();
    final AtomicReferenceArray<ActorRef<Work>> places = new AtomicReferenceArray<>(PLACES);
  }

  private static final class Node implements Actor<Work> {
    private final Books books;
    private final AtomicLong inside = new AtomicLong();
    private boolean watching;

    Node(Books books) {
      this.books = books;
    }

    @Override
    public void receive(Context<Work> ctx, Work message) {
      if (inside.getAndIncrement() != 0) {
        books.overlaps.increment();
      }
      try {
        switch (message) {
          case Work.Hop hop -> {
            books.handled.increment();
            hop(ctx, hop, new SplittableRandom(hop.random()));
          }
          case Work.Ended() -> {
            books.told.increment();
            watching = false;
          }
          case Work.Echo(long number, var replyTo) -> {
            books.handled.increment();
            replyTo.tell(number);
          }
        }
      } finally {
        inside.getAndDecrement();
      }
    }

    private void hop(Context<Work> ctx, Work.Hop hop, SplittableRandom random) {
      ActorRef<Work> target = books.places.get(random.nextInt(PLACES));
      if (hop.hops() > 0) {
        books.sent.increment();
        target.tell(new Work.Hop(hop.hops() - 1, random.nextLong()), ctx.self());
      }
      switch (random.nextInt(200)) {
        case 0 -> throw new IllegalStateException("at random");
        case 1 -> books.places.set(random.nextInt(PLACES), spawn(ctx.system(), books));
        case 2 -> ctx.system().stop(target);
        case 3 -> ctx.system().poison(target);
        case 4 -> {
          if (!watching && target != ctx.self()) {
            watching = true;
            books.watched.increment();
            ctx.watch(target, new Work.Ended());
          }
        }
        case 5 -> {
          ActorRef<Work> child = ctx.spawn(() -> new Node(books));
          books.sent.increment();
          child.tell(new Work.Hop(1, random.nextLong()));
        }
        default -> {}
      }
    }
  }

  private static ActorRef<Work> spawn(ActorSystem system, Books books) {
    return system.spawn(
        Props.<Work>of(() -> new Node(books))
            .withSupervision(
                Supervision.resume().withLimit(Supervision.UNLIMITED, Duration.ofSeconds(1))));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 8})
  void load_atRandom_everyMessageIsAccountedFor(int workers) throws Exception {
    long seed = Long.getLong("tactus.seed", workers);
    Books books = new Books();
    ActorSystem system =
        ActorSystem.start(SystemSettings.of("w").withWorkers(workers).withSeed(seed));
    try {
      system.events().subscribe(DeadLetter.class, letter -> books.letters.incrementAndGet());
      for (int place = 0; place < PLACES; place++) {
        books.places.set(place, spawn(system, books));
      }
      run(system, books, new SplittableRandom(seed));
    } finally {
      system.close(); // what waits becomes dead letters
    }
    assertThat(books.overlaps.sum()).as("turns of one actor at the same time").isZero();
    assertThat(books.handled.sum()).isPositive();
    assertThat(books.handled.sum() + books.letters.get())
        .as("seed %s: handled and dead letters", seed)
        .isEqualTo(books.sent.sum());
    assertThat(books.told.sum()).isLessThanOrEqualTo(books.watched.sum());
    assertThat(books.answered.sum())
        .as("questions that came to an end")
        .isEqualTo(books.asked.sum());
    long counted = 0;
    for (DeadLetterReason reason : DeadLetterReason.values()) {
      counted += system.deadLetters(reason);
    }
    assertThat(counted).isEqualTo(books.letters.get());
  }

  /// Sends from outside in rounds, so that mailboxes fill and run empty again and again.
  private static void run(ActorSystem system, Books books, SplittableRandom random)
      throws Exception {
    long end = System.nanoTime() + LENGTH.toNanos();
    while (System.nanoTime() < end) {
      List<CompletableFuture<Long>> answers = new ArrayList<>();
      for (int i = 0; i < 500; i++) {
        books.sent.increment();
        books
            .places
            .get(random.nextInt(PLACES))
            .tell(new Work.Hop(random.nextInt(20), random.nextLong()));
      }
      for (long i = 0; i < 10; i++) {
        long number = i;
        ActorRef<Work> fresh = spawn(system, books);
        books.sent.increment();
        books.asked.increment();
        CompletableFuture<Long> answer =
            fresh.ask(replyTo -> new Work.Echo(number, replyTo), Duration.ofMinutes(1));
        answers.add(
            answer.whenComplete(
                (value, error) -> {
                  if (error == null && value == number) {
                    books.answered.increment();
                  }
                }));
        system.poison(fresh);
      }
      CompletableFuture.allOf(answers.toArray(CompletableFuture[]::new)).get(1, TimeUnit.MINUTES);
    }
  }
}
