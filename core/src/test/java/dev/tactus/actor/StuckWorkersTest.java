package dev.tactus.actor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tactus.dispatch.DispatcherSettings;
import dev.tactus.dispatch.Dispatchers;
import dev.tactus.mailbox.MailboxClosedException;
import dev.tactus.mailbox.MailboxSettings;
import dev.tactus.mailbox.OverflowStrategy;
import dev.tactus.requirement.Requirement;
import dev.tactus.workers.PoolSettings;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// What has a time limit ends in time although a handler holds the only worker.
@Timeout(60)
final class StuckWorkersTest {
  private static final Duration SOON = Duration.ofMillis(20);
  private static final Duration NEVER = Duration.ofHours(1);

  private final CountDownLatch release = new CountDownLatch(1);
  private final CountDownLatch isStuck = new CountDownLatch(1);
  private final ActorSystem system =
      ActorSystem.start(
          SystemSettings.of("stuck")
              .withCloseTimeout(SOON)
              .withDispatcher(
                  Dispatchers.DEFAULT_ID,
                  DispatcherSettings.workers(
                      PoolSettings.defaults()
                          .withWorkers(1)
                          .withCloseTimeout(SOON)
                          .withJoinTimeout(SOON))));

  @AfterEach
  void end() {
    release.countDown();
    system.close();
  }

  /// Lets a handler hold the only worker.
  private void hold() throws InterruptedException {
    system
        .<String>spawn(
            "holder",
            () ->
                (ctx, message) -> {
                  isStuck.countDown();
                  release.await();
                })
        .tell("hold");
    isStuck.await();
  }

  private static <M> Actor<M> mute() {
    return (ctx, message) -> {};
  }

  @Test
  @Requirement("A5")
  void ask_byAHandlerThatWaitsForTheAnswer_failsInTime() throws Exception {
    ActorRef<ActorRef<String>> mute = system.spawn("mute", StuckWorkersTest::mute);
    CompletableFuture<Throwable> seen = new CompletableFuture<>();
    ActorRef<String> waiting =
        system.spawn(
            "waiting",
            () ->
                (ctx, message) -> {
                  try {
                    String answer =
                        mute.<String>ask(reply -> reply, SOON).thenApply(a -> a + "!").join();
                    seen.completeExceptionally(new AssertionError(answer));
                  } catch (CompletionException e) {
                    seen.complete(e.getCause());
                  }
                });
    waiting.tell("ask");
    assertThat(seen.get(30, TimeUnit.SECONDS)).isInstanceOf(AskTimeoutException.class);
  }

  @Test
  @Requirement("A2")
  void stopGracefully_ofAnActorThatHoldsTheWorker_failsInTime() throws Exception {
    hold();
    ActorRef<String> other = system.spawn("other", StuckWorkersTest::mute);
    CompletableFuture<Void> end = system.stopGracefully(other, SOON);
    assertThatThrownBy(() -> end.get(30, TimeUnit.SECONDS))
        .hasCauseInstanceOf(StopTimeoutException.class);
  }

  @Test
  @Requirement({"M3.3", "A5", "A2"})
  void close_whileAHandlerHoldsTheWorker_endsEverythingThatSomebodyWaitsFor() throws Exception {
    ActorRef<String> full =
        system.spawn(
            "full",
            Props.<String>of(StuckWorkersTest::mute)
                .withMailbox(
                    MailboxSettings.bounded(1, OverflowStrategy.BLOCK).withPushTimeout(NEVER)));
    ActorRef<ActorRef<String>> mute = system.spawn("mute", StuckWorkersTest::mute);
    hold();
    full.tell("first");
    CompletableFuture<Void> offered = full.tellAsync("second");
    CompletableFuture<String> answer = mute.ask(reply -> reply, NEVER);
    CompletableFuture<Void> end = system.stopGracefully(full, NEVER);
    system.close();
    assertThatThrownBy(() -> offered.get(30, TimeUnit.SECONDS))
        .hasCauseInstanceOf(MailboxClosedException.class);
    assertThatThrownBy(() -> answer.get(30, TimeUnit.SECONDS))
        .hasCauseInstanceOf(AskTimeoutException.class);
    assertThatThrownBy(() -> end.get(30, TimeUnit.SECONDS))
        .hasCauseInstanceOf(StopTimeoutException.class);
  }

  @Test
  @Requirement("M8.1")
  void executeEventually_thatTheWorkerNeverGetsTo_runsWhenTheSystemIsClosed() throws Exception {
    hold();
    CompletableFuture<Thread> ran = new CompletableFuture<>();
    system.execute(() -> ran.complete(Thread.currentThread()));
    system.close();
    assertThat(ran).isCompletedWithValue(Thread.currentThread());
  }
}
