package dev.tactus.actor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tactus.actor.shutdown.Phase;
import dev.tactus.actor.shutdown.ShutdownSummary;
import dev.tactus.dispatch.DispatcherSettings;
import dev.tactus.dispatch.Dispatchers;
import dev.tactus.mailbox.DeadLetterReason;
import dev.tactus.mailbox.MailboxClosedException;
import dev.tactus.mailbox.MailboxSettings;
import dev.tactus.mailbox.OverflowStrategy;
import dev.tactus.requirement.Requirement;
import dev.tactus.scheduler.RuntimeToolbox;
import dev.tactus.scheduler.Scheduler;
import dev.tactus.scheduler.SchedulerSettings;
import dev.tactus.scheduler.SystemScheduler;
import dev.tactus.time.wheel.WheelSettings;
import dev.tactus.workers.PoolSettings;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// What has a time limit ends in time although a handler holds the only worker.
@Timeout(60)
final class StuckWorkersTest {
  private static final Duration SOON = Duration.ofMillis(20);
  private static final Duration NEVER = Duration.ofHours(1);

  private static final SystemSettings ONE_WORKER =
      SystemSettings.of("stuck")
          .withCloseTimeout(SOON)
          .withDispatcher(
              Dispatchers.DEFAULT_ID,
              DispatcherSettings.workers(
                  PoolSettings.defaults()
                      .withWorkers(1)
                      .withCloseTimeout(SOON)
                      .withJoinTimeout(SOON)));

  private final CountDownLatch release = new CountDownLatch(1);
  private final CountDownLatch isStuck = new CountDownLatch(1);
  private ActorSystem system = ActorSystem.start(ONE_WORKER);

  @AfterEach
  void end() {
    release.countDown();
    system.close();
  }

  /// Begins anew with a system of other settings.
  private void restart(SystemSettings settings) {
    system.close();
    system = ActorSystem.start(settings);
  }

  /// Settings with one thread of somebody else's for all turns.
  private static SystemSettings onOneThread(ExecutorService thread) {
    return SystemSettings.of("host")
        .withCloseTimeout(SOON)
        .withDispatcher(Dispatchers.DEFAULT_ID, DispatcherSettings.executor(thread));
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
    askAndWaitInAHandler();
  }

  @Test
  @Requirement({"A5", "M7.1"})
  void ask_byAHandlerThatHoldsTheOnlyThreadOfAnExecutor_failsInTime() throws Exception {
    try (ExecutorService thread = Executors.newSingleThreadExecutor()) {
      restart(onOneThread(thread));
      askAndWaitInAHandler();
      system.close(); // before its thread ends
    }
  }

  private void askAndWaitInAHandler() throws Exception {
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
        .hasCauseInstanceOf(StopTimeoutException.class)
        .hasMessageContaining("; 0 messages are waiting");
    other.tell("behind it");
    CompletableFuture<Void> another = system.stopGracefully(other, SOON);
    assertThatThrownBy(() -> another.get(30, TimeUnit.SECONDS))
        .hasMessageContaining("; 2 messages are waiting"); // one of them the first request
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

  @Test
  @Requirement({"A5", "M7.1"})
  void close_whileAHandlerHoldsTheOnlyThreadOfAnExecutor_endsQuestions() throws Exception {
    try (ExecutorService thread = Executors.newSingleThreadExecutor()) {
      restart(onOneThread(thread));
      ActorRef<ActorRef<String>> mute = system.spawn("mute", StuckWorkersTest::mute);
      hold();
      CompletableFuture<String> answer = mute.ask(reply -> reply, NEVER);
      system.close();
      assertThatThrownBy(() -> answer.get(30, TimeUnit.SECONDS))
          .hasCauseInstanceOf(AskTimeoutException.class);
      release.countDown();
    }
  }

  /// The check that gives timers to questions is dropped, as its tick is full.
  @Test
  @Requirement("A5")
  void ask_whoseCheckIsDropped_failsInTime() throws Exception {
    restart(
        ONE_WORKER
            .withToolbox(RuntimeToolbox::manual)
            .withScheduler(
                SchedulerSettings.defaults().withWheel(WheelSettings.DEFAULT.withSlotCapacity(1))));
    SystemScheduler scheduler = system.scheduler();
    ActorRef<ActorRef<String>> mute = system.spawn("mute", StuckWorkersTest::mute);
    hold();
    var unused = scheduler.scheduleOnce(scheduler.resolution(), () -> {}, Scheduler.DIRECT);
    CompletableFuture<String> answer = mute.ask(reply -> reply, Duration.ofSeconds(1));
    long unusedTicks = scheduler.advance(scheduler.resolution());
    system.overdue().whenIdle().get(30, TimeUnit.SECONDS); // now it has a timer
    long unusedTicksToo = scheduler.advance(Duration.ofSeconds(1));
    system.overdue().whenIdle().get(30, TimeUnit.SECONDS);
    assertThat(answer)
        .isCompletedExceptionally()
        .failsWithin(Duration.ZERO)
        .withThrowableOfType(ExecutionException.class)
        .withCauseInstanceOf(AskTimeoutException.class);
  }

  /// Whoever sees the end holds the only worker before the watcher has its turn.
  @Test
  @Requirement("A2")
  void stopGracefully_ofAnActorThatHasEndedInTime_completesAlthoughNobodyWasTold()
      throws Exception {
    restart(ONE_WORKER.withToolbox(RuntimeToolbox::manual));
    ActorRef<String> ending = system.spawn("ending", StuckWorkersTest::mute);
    system
        .events()
        .subscribe(
            ActorEvent.Stopped.class,
            event -> {
              isStuck.countDown();
              try {
                release.await();
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              }
            });
    CompletableFuture<Void> end = system.stopGracefully(ending, Duration.ofSeconds(1));
    isStuck.await();
    long unusedTicks = system.scheduler().advance(Duration.ofSeconds(2));
    assertThat(end.get(30, TimeUnit.SECONDS)).isNull();
  }

  @Test
  @Requirement("A11")
  void phase_whoseTimeIsOver_isFollowedByTheNext() throws Exception {
    List<Phase> quick = Phase.DEFAULTS.stream().map(phase -> phase.withTimeout(SOON)).toList();
    restart(ONE_WORKER.withPhases(quick));
    hold();
    CompletableFuture<String> released = new CompletableFuture<>();
    var unused =
        system
            .coordinatedShutdown()
            .addTask(
                Phase.RELEASE,
                "note",
                () -> {
                  released.complete("released");
                  return CompletableFuture.completedFuture(null);
                });
    ShutdownSummary summary = system.coordinatedShutdown().run().get(30, TimeUnit.SECONDS);
    assertThat(released).isCompletedWithValue("released");
    assertThat(summary.isClean()).isFalse();
  }

  @Test
  @Requirement("A5")
  void close_withOpenQuestions_returnsWhenTheyHaveFailed() {
    restart(SystemSettings.of("open"));
    ActorRef<ActorRef<String>> mute = system.spawn("mute", StuckWorkersTest::mute);
    List<CompletableFuture<String>> answers = new ArrayList<>();
    for (int i = 0; i < 1_000; i++) {
      answers.add(mute.ask(reply -> reply, NEVER));
    }
    system.close();
    assertThat(answers).allMatch(CompletableFuture::isDone);
  }

  /// The close would wait for the continuation, and that for the close.
  @Test
  @Requirement("A5")
  void close_whileAContinuationClosesTheSystemToo_waitsForNeither() throws Exception {
    restart(SystemSettings.of("twice").withCloseTimeout(NEVER));
    ActorRef<ActorRef<String>> mute = system.spawn("mute", StuckWorkersTest::mute);
    CompletableFuture<String> answer = mute.ask(reply -> reply, NEVER);
    CompletableFuture<String> closed = answer.handle((text, error) -> closeAgain());
    system.close();
    assertThat(closed.get(30, TimeUnit.SECONDS)).isEqualTo("closed");
  }

  private String closeAgain() {
    system.close();
    return "closed";
  }

  @Test
  @Requirement({"M3.3", "M8.2"})
  void shutdown_whileOffersWait_reportsTheirDeadLetters() throws Exception {
    restart(ONE_WORKER.withCloseTimeout(Duration.ofMillis(500)));
    ActorRef<String> full =
        system.spawn(
            "full",
            Props.<String>of(
                    () ->
                        (ctx, message) -> {
                          isStuck.countDown();
                          release.await();
                        })
                .withMailbox(
                    MailboxSettings.bounded(1, OverflowStrategy.BLOCK).withPushTimeout(NEVER)));
    full.tell("held");
    isStuck.await();
    full.tell("inside");
    List<CompletableFuture<Void>> offers = new ArrayList<>();
    for (int i = 0; i < 50; i++) {
      offers.add(full.tellAsync("offer " + i));
    }
    SystemReport report = system.shutdown();
    assertThat(offers).allMatch(CompletableFuture::isDone);
    assertThat(report.deadLetters()).containsEntry(DeadLetterReason.SHUTDOWN, 50L);
  }
}
