package dev.tactus.dispatch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tactus.actor.ActorRef;
import dev.tactus.actor.Props;
import dev.tactus.mailbox.MailboxSettings;
import dev.tactus.mailbox.OverflowStrategy;
import dev.tactus.mailbox.PumpedSystem;
import dev.tactus.mailbox.poll.Receiver;
import dev.tactus.requirement.Requirement;
import dev.tactus.scheduler.Scheduler;
import dev.tactus.scheduler.SchedulerSettings;
import dev.tactus.workers.FailureHandler;
import dev.tactus.workers.PumpPool;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/// What belongs on the default dispatcher waits for it while that is full, and runs nowhere else.
final class FullDispatcherTest {
  private static final Duration SECOND = Duration.ofSeconds(1);

  private final FullExecutor executor = new FullExecutor();
  private final PumpPool own = PumpPool.of("own", () -> {}, FailureHandler.UNCAUGHT);
  private final List<Integer> handled = new ArrayList<>();

  private PumpedSystem start() {
    PumpedSystem pumped =
        PumpedSystem.with(
            s ->
                s.withDispatcher(Dispatchers.DEFAULT_ID, DispatcherSettings.executor(executor))
                    .withDispatcher("own", DispatcherSettings.pool(own)));
    executor.runAll();
    return pumped;
  }

  /// An actor with room for one message, on a dispatcher of its own.
  private ActorRef<Integer> narrow(PumpedSystem pumped) {
    ActorRef<Integer> actor =
        pumped.system.spawn(
            Props.<Integer>of(() -> (ctx, message) -> handled.add(message))
                .withDispatcher("own")
                .withMailbox(MailboxSettings.bounded(1, OverflowStrategy.BLOCK)));
    own.runAll(10);
    return actor;
  }

  @Test
  @Requirement("M8.1")
  void tellAsync_admittedWhileTheDefaultDispatcherIsFull_completesThereWhenItHasRecovered() {
    try (PumpedSystem pumped = start()) {
      ActorRef<Integer> actor = narrow(pumped);
      actor.tell(1);
      CompletableFuture<Void> second = actor.tellAsync(2);
      executor.isFull = true;
      own.runAll(10);
      assertThat(handled).containsExactly(1, 2);
      assertThat(second).as("it would complete within the turn of the receiver").isNotDone();
      pumped.advance(SECOND.multipliedBy(3));
      assertThat(second).isNotDone();
      executor.isFull = false;
      pumped.advance(SECOND);
      assertThat(second).as("its turn has not come").isNotDone();
      executor.runAll();
      assertThat(second).isCompleted();
    }
  }

  @Test
  @Requirement("M8.1")
  void tellAsync_whileTheDefaultDispatcherIsFullForEver_completesWhenTheSystemEnds() {
    CompletableFuture<Void> second;
    try (PumpedSystem pumped = start()) {
      ActorRef<Integer> actor = narrow(pumped);
      actor.tell(1);
      second = actor.tellAsync(2);
      executor.isFull = true;
      own.runAll(10);
      assertThat(second).isNotDone();
    }
    assertThat(second).isCompleted();
  }

  @Test
  @Requirement("M8.1")
  void nextMessage_whileTheDefaultDispatcherIsFull_completesThereWhenItHasRecovered() {
    try (PumpedSystem pumped = start();
        Receiver<String> receiver = Receiver.open(pumped.system)) {
      CompletableFuture<String> poll = receiver.nextMessage();
      executor.runAll();
      receiver.address().tell("x");
      executor.isFull = true;
      executor.runAll();
      assertThat(poll).as("it would complete within the turn of the receiver").isNotDone();
      executor.isFull = false;
      pumped.advance(SECOND);
      executor.runAll();
      assertThat(poll).isCompletedWithValue("x");
    }
  }

  @Test
  @Requirement({"M2.4", "M7.3", "S4.5"})
  void executor_thatRecoversWhileNoTimerIsLeft_isTriedAllTheSame() {
    SchedulerSettings one = SchedulerSettings.defaults().withSystemQuota(1);
    try (PumpedSystem pumped =
        PumpedSystem.with(
            s ->
                s.withScheduler(one)
                    .withDispatcher("host", DispatcherSettings.executor(executor)))) {
      var unused =
          pumped.system.scheduler().scheduleOnce(Duration.ofDays(1), () -> {}, Scheduler.DIRECT);
      ActorRef<Integer> actor =
          pumped.system.spawn(
              Props.<Integer>of(() -> (ctx, message) -> handled.add(message))
                  .withDispatcher("host"));
      executor.runAll();
      executor.isFull = true;
      actor.tell(1);
      executor.isFull = false;
      pumped.advance(SECOND);
      executor.runAll();
      assertThat(handled).containsExactly(1);
      assertThat(pumped.system.isUnderPressure()).isFalse();
    }
  }
}
