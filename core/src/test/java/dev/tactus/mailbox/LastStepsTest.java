package dev.tactus.mailbox;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tactus.actor.ActorObserver;
import dev.tactus.actor.ActorRef;
import dev.tactus.actor.ActorSystem;
import dev.tactus.actor.Props;
import dev.tactus.actor.SystemSettings;
import dev.tactus.dispatch.DispatcherSettings;
import dev.tactus.requirement.Requirement;
import dev.tactus.workers.PoolSettings;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Messages whose last step fails, or comes too late, are somewhere all the same.
@Timeout(60)
final class LastStepsTest {
  private static final int ATTEMPTS = 200;
  private static final int LAST = 1_000;

  private final List<Object> seen = new ArrayList<>();

  /// Runs out of memory once, when it is asked whether there is room.
  private static final class Forgetful implements ActorObserver {
    boolean isDue;

    @Override
    public void sent(ActorRef<?> receiver, Object message) {}

    @Override
    public void handling(ActorRef<?> actor, Object message) {}

    @Override
    public void handled(ActorRef<?> actor, Object message) {}

    @Override
    public boolean isFull(ActorRef<?> receiver) {
      if (isDue) {
        isDue = false;
        throw new OutOfMemoryError("as if");
      }
      return false;
    }
  }

  @Test
  @Requirement({"M3.1", "M2.4"})
  void handle_whileTheNextIsLetInAndThatThrows_isHandled() {
    Forgetful observer = new Forgetful();
    try (PumpedSystem pumped = PumpedSystem.with(s -> s.withObserver(observer))) {
      ActorRef<Integer> actor =
          pumped.collector(MailboxSettings.bounded(1, OverflowStrategy.BLOCK), seen);
      actor.tell(1);
      actor.tell(2);
      observer.isDue = true;
      pumped.run();
      actor.tell(3);
      pumped.run();
      assertThat(seen).containsExactly(1, 2, 3);
      assertThat(pumped.deadLetters).isEmpty();
    }
  }

  @Test
  @Requirement("M8.2")
  void tellAsync_afterTheEndWhileOthersSend_fails() {
    try (ActorSystem system = ActorSystem.start("late")) {
      ActorRef<Integer> actor = system.spawn(() -> (ctx, message) -> {});
      CompletableFuture<Void> end = system.stopGracefully(actor, Duration.ofMinutes(1));
      end.join();
      AtomicInteger accepted = new AtomicInteger();
      Runnable offers =
          () -> {
            for (int i = 0; i < 50_000; i++) {
              if (!actor.tellAsync(i).isCompletedExceptionally()) {
                accepted.incrementAndGet();
              }
            }
          };
      CompletableFuture<Void> another =
          CompletableFuture.runAsync(offers, Thread::startVirtualThread);
      offers.run();
      another.join();
      assertThat(accepted).hasValue(0);
      assertThat(system.deadLetters(DeadLetterReason.NO_RECIPIENT)).isEqualTo(100_000);
    }
  }

  @RepeatedTest(5)
  @Requirement({"M3.1", "M3.4"})
  void tell_droppingTheOldestWhereTheStackEnds_losesNeitherMessagesNorPlaces() throws Exception {
    try (PumpedSystem pumped = PumpedSystem.start()) {
      ActorRef<Integer> actor =
          pumped.collector(MailboxSettings.bounded(2, OverflowStrategy.DROP_HEAD), seen);
      AtomicInteger told = new AtomicInteger();
      tellTwo(actor, told);
      StackEnd.attempt(
          ATTEMPTS,
          () -> {
            actor.tell(0);
            told.getAndIncrement();
          });
      pumped.run();
      long dropped = pumped.system.deadLetters(DeadLetterReason.OVERFLOW);
      assertThat(seen.size() + dropped).isGreaterThanOrEqualTo(told.get());
      seen.clear();
      tellTwo(actor, told);
      pumped.run();
      assertThat(seen).as("into the two places").hasSize(2);
      assertThat(pumped.system.deadLetters(DeadLetterReason.OVERFLOW)).isEqualTo(dropped);
    }
  }

  @Test
  @Requirement("M2.4")
  void tell_toManyIdleActorsWhereTheStackEnds_leavesAllOfThemAlive() throws Exception {
    PoolSettings two = PoolSettings.defaults().withWorkers(2);
    try (ActorSystem system =
        ActorSystem.start(
            SystemSettings.of("steep").withDispatcher("w", DispatcherSettings.workers(two)))) {
      for (int round = 0; round < 40; round++) {
        CompletableFuture<Integer> last = new CompletableFuture<>();
        ActorRef<Integer> actor =
            system.spawn(
                Props.<Integer>of(
                        () ->
                            (ctx, message) -> {
                              if (message == LAST) {
                                last.complete(message);
                              }
                            })
                    .withDispatcher("w"));
        Integer number = 1;
        StackEnd.attempt(round < 5 ? 0 : ATTEMPTS, () -> actor.tell(number));
        actor.tell(LAST);
        assertThat(last.get(30, TimeUnit.SECONDS)).isEqualTo(LAST);
      }
    }
  }

  private static void tellTwo(ActorRef<Integer> actor, AtomicInteger told) {
    actor.tell(1);
    actor.tell(2);
    told.getAndAdd(2);
  }
}
