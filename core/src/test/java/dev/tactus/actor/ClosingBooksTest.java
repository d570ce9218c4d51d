package dev.tactus.actor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tactus.mailbox.DeadLetterReason;
import dev.tactus.mailbox.MailboxSettings;
import dev.tactus.mailbox.OverflowStrategy;
import dev.tactus.requirement.Requirement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Actors are closed under load: every message was handled, or is a dead letter with its reason.
@Requirement({"A8", "M4.2", "M5.4"})
final class ClosingBooksTest {
  private static final int SENDERS = 3;
  private static final int ACTORS = 300;

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 8})
  void stop_underLoad_booksBalance(int workers) throws Exception {
    LongAdder sent = new LongAdder();
    LongAdder handled = new LongAdder();
    AtomicLong letters = new AtomicLong();
    try (ActorSystem system = ActorSystem.start(SystemSettings.of("w").withWorkers(workers))) {
      system.events().subscribe(DeadLetter.class, letter -> letters.incrementAndGet());
      List<ActorRef<Integer>> actors = new ArrayList<>();
      for (int i = 0; i < ACTORS; i++) {
        actors.add(system.spawn("a" + i, props(i, handled)));
      }
      List<Thread> threads = new ArrayList<>();
      for (int sender = 0; sender < SENDERS; sender++) {
        int seed = sender;
        threads.add(Thread.ofPlatform().start(() -> send(actors, seed, sent)));
      }
      List<CompletableFuture<Void>> ends = new ArrayList<>();
      for (int i = 0; i < ACTORS; i++) {
        if (i % 2 == 0) {
          system.stop(actors.get(i));
        }
        ends.add(system.stopGracefully(actors.get(i), Duration.ofMinutes(1)));
        Thread.onSpinWait();
      }
      for (Thread thread : threads) {
        thread.join();
      }
      CompletableFuture.allOf(ends.toArray(CompletableFuture[]::new)).get(1, TimeUnit.MINUTES);
      assertThat(letters.get()).isPositive();
      assertThat(handled.sum() + letters.get()).isEqualTo(sent.sum());
      long counted = 0;
      for (DeadLetterReason reason : DeadLetterReason.values()) {
        counted += system.deadLetters(reason);
      }
      assertThat(counted).as("the system's own count").isEqualTo(letters.get());
    }
  }

  /// Every kind of mailbox, some actors that fail and some that stash.
  private static Props<Integer> props(int number, LongAdder handled) {
    Props<Integer> plain =
        Props.<Integer>of(
                () ->
                    (ctx, message) -> {
                      handled.increment();
                      if (number % 10 == 9 && message % 100 == 0) {
                        throw new IllegalStateException("broken by " + message);
                      }
                    })
            .withSupervision(
                Supervision.restart().withLimit(Supervision.UNLIMITED, Duration.ofSeconds(1)));
    return switch (number % 6) {
      case 0 -> plain.withMailbox(MailboxSettings.bounded(8, OverflowStrategy.DROP_HEAD));
      case 1 -> plain.withMailbox(MailboxSettings.bounded(8, OverflowStrategy.DEAD_LETTER));
      case 2 -> plain.withMailbox(MailboxSettings.priority(Integer::compare));
      case 3 -> plain.withMailbox(MailboxSettings.deque());
      case 4 -> new Props<>(() -> new Hoarder(handled), plain.withStash(50).settings());
      default -> plain;
    };
  }

  /// Sets half of its messages aside, and takes them back when the stash is full.
  private static final class Hoarder implements Actor<Integer> {
    private final LongAdder handled;

    Hoarder(LongAdder handled) {
      this.handled = handled;
    }

    @Override
    public void receive(Context<Integer> ctx, Integer message) {
      if (message % 2 == 0 && ctx.stashSize() < 50) {
        ctx.stash();
      } else {
        handled.increment();
        if (message % 7 == 0) {
          ctx.unstashAll();
        }
      }
    }
  }

  private static void send(List<ActorRef<Integer>> actors, int seed, LongAdder sent) {
    SplittableRandom random = new SplittableRandom(seed);
    for (int i = 0; i < 200_000; i++) {
      actors.get(random.nextInt(ACTORS)).tell(i);
      sent.increment();
    }
  }
}
