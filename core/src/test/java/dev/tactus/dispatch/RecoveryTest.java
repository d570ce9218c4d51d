package dev.tactus.dispatch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tactus.actor.ActorRef;
import dev.tactus.actor.Props;
import dev.tactus.mailbox.PumpedSystem;
import dev.tactus.requirement.Requirement;
import dev.tactus.scheduler.RuntimeToolbox;
import dev.tactus.scheduler.Scheduler;
import dev.tactus.scheduler.SchedulerSettings;
import dev.tactus.time.wheel.WheelSettings;
import dev.tactus.workers.Task;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

/// Actors on an executor that is overloaded, closed, or runs commands where it should not.
@Requirement({"M2.4", "M7.3"})
final class RecoveryTest {
  /// An executor that keeps its commands, and refuses when it is told to.
  private static final class Moody implements Executor {
    final Deque<Runnable> commands = new ArrayDeque<>();
    boolean refusing;
    int refusals;

    /// How many commands it takes although it refuses.
    int exceptions;

    @Override
    public void execute(Runnable command) {
      if (refusing && --exceptions < 0) {
        refusals++;
        throw new RejectedExecutionException("overloaded");
      }
      commands.add(command);
    }

    void runAll() {
      for (Runnable command = commands.poll(); command != null; command = commands.poll()) {
        command.run();
      }
    }
  }

  private final Moody executor = new Moody();
  private final List<Integer> handled = new ArrayList<>();
  private final List<DispatcherEvent> events = new ArrayList<>();

  private PumpedSystem system(Executor host) {
    PumpedSystem made =
        PumpedSystem.with(s -> s.withDispatcher("host", DispatcherSettings.executor(host)));
    made.system.events().subscribe(DispatcherEvent.class, events::add);
    return made;
  }

  private ActorRef<Integer> spawn(PumpedSystem pumped) {
    return pumped.system.spawn(
        Props.<Integer>of(() -> (ctx, message) -> handled.add(message)).withDispatcher("host"));
  }

  @Test
  void executor_overloaded_isAskedThreeTimesAndTheActorGoesOnWhenItRecovers() {
    try (PumpedSystem pumped = system(executor)) {
      ActorRef<Integer> actor = spawn(pumped);
      executor.runAll();
      executor.refusing = true;
      actor.tell(1);
      assertThat(executor.refusals).isEqualTo(3);
      assertThat(events)
          .containsExactly(new DispatcherEvent.TurnRefused("host", actor.toString(), 3));
      assertThat(pumped.system.dispatchers().lookup("host").refused()).isEqualTo(1);
      pumped.advance(Duration.ofSeconds(3));
      assertThat(events).hasSize(1);
      executor.refusing = false;
      pumped.advance(Duration.ofSeconds(1));
      executor.runAll();
      assertThat(handled).containsExactly(1);
      assertThat(events).last().isEqualTo(new DispatcherEvent.Recovered("host", 1));
      assertThat(pumped.deadLetters).isEmpty();
    }
  }

  @Test
  void executor_thatRecovers_isTriedByTheNextMessage() {
    try (PumpedSystem pumped = system(executor)) {
      ActorRef<Integer> actor = spawn(pumped);
      executor.runAll();
      executor.refusing = true;
      actor.tell(1);
      executor.refusing = false;
      actor.tell(2);
      executor.runAll();
      assertThat(handled).containsExactly(1, 2);
    }
  }

  /// The tick of the timer that tries again is full, so that it is dropped.
  @Test
  @Requirement({"M7.3", "S4.6"})
  void executor_thatRecoversAfterTheTimerWasDropped_isTriedAllTheSame() {
    SchedulerSettings narrow =
        SchedulerSettings.defaults().withWheel(WheelSettings.DEFAULT.withSlotCapacity(1));
    try (PumpedSystem pumped =
        PumpedSystem.with(
            s ->
                s.withDispatcher("host", DispatcherSettings.executor(executor))
                    .withScheduler(narrow))) {
      ActorRef<Integer> actor = spawn(pumped);
      executor.runAll();
      for (int tick = 1; tick <= 101; tick++) { // all ticks of both timers
        pumped
            .system
            .scheduler()
            .scheduleOnce(Duration.ofMillis(10L * tick), () -> {}, Scheduler.DIRECT);
      }
      executor.refusing = true;
      actor.tell(1);
      pumped.advance(Duration.ofMillis(50));
      executor.refusing = false;
      pumped.advance(Duration.ofSeconds(2));
      executor.runAll();
      assertThat(handled).containsExactly(1);
      assertThat(pumped.system.isUnderPressure()).isFalse();
    }
  }

  @Test
  @Requirement("W1")
  void executor_thatRunsWithinExecute_isTakenToRefuse() {
    try (PumpedSystem pumped = system(Runnable::run)) {
      ActorRef<Integer> actor = spawn(pumped);
      actor.tell(1);
      assertThat(handled).isEmpty();
      assertThat(events).isNotEmpty();
    }
  }

  @Test
  void execute_refused_throwsAndPublishes() {
    try (PumpedSystem pumped = system(executor)) {
      Dispatcher dispatcher = pumped.system.dispatchers().lookup("host");
      executor.refusing = true;
      assertThatThrownBy(() -> dispatcher.execute(() -> {}))
          .isInstanceOf(RejectedExecutionException.class)
          .hasMessageContaining("'host'");
      assertThat(events).singleElement().isInstanceOf(DispatcherEvent.TurnRefused.class);
    }
  }

  @Test
  @Requirement("S4.5")
  void executor_thatTakesSomeOfTheActors_hasNotRecovered() {
    try (PumpedSystem pumped = system(executor)) {
      ActorRef<Integer> first = spawn(pumped);
      ActorRef<Integer> second = spawn(pumped);
      executor.runAll();
      executor.refusing = true;
      first.tell(1);
      second.tell(2);
      assertThat(events).hasSize(2);
      assertThat(pumped.system.isUnderPressure()).isTrue();
      executor.exceptions = 1;
      pumped.advance(Duration.ofSeconds(3));
      executor.runAll();
      assertThat(handled).containsExactly(1);
      assertThat(events).hasSize(2);
      assertThat(pumped.system.isUnderPressure()).isTrue();
      executor.refusing = false;
      pumped.advance(Duration.ofSeconds(1));
      executor.runAll();
      assertThat(handled).containsExactly(1, 2);
      assertThat(events).hasSize(3).last().isEqualTo(new DispatcherEvent.Recovered("host", 2));
      assertThat(pumped.system.isUnderPressure()).isFalse();
      executor.runAll();
      pumped.advance(Duration.ofMinutes(1)); // nobody looks for starvation any more
      assertThat(pumped.system.scheduler().metrics().active()).isZero();
    }
  }

  @Test
  @Requirement("S4.5")
  void execute_refusedOnce_leavesNoPressureBehind() {
    try (PumpedSystem pumped = system(executor)) {
      Dispatcher dispatcher = pumped.system.dispatchers().lookup("host");
      executor.refusing = true;
      assertThatThrownBy(() -> dispatcher.execute(() -> {}))
          .isInstanceOf(RejectedExecutionException.class);
      pumped.advance(Duration.ofSeconds(3));
      assertThat(events).hasSize(1);
      assertThat(pumped.system.isUnderPressure()).isTrue();
      executor.refusing = false;
      pumped.advance(Duration.ofSeconds(1));
      assertThat(events).last().isEqualTo(new DispatcherEvent.Recovered("host", 0));
      assertThat(pumped.system.isUnderPressure()).isFalse();
      executor.runAll();
      pumped.advance(Duration.ofMinutes(1)); // nobody looks for starvation any more
      assertThat(pumped.system.scheduler().metrics().active()).isZero();
    }
  }

  @Test
  @Requirement("S4.5")
  void executor_thatRecoversWhileTheQuotaIsReduced_isTriedAllTheSame() {
    SchedulerSettings few = SchedulerSettings.defaults().withSystemQuota(8);
    try (PumpedSystem pumped =
        PumpedSystem.with(
            s ->
                s.withScheduler(few)
                    .withDispatcher("host", DispatcherSettings.executor(executor)))) {
      ActorRef<Integer> actor = spawn(pumped);
      executor.runAll();
      for (int i = 0; i < 5; i++) { // fewer than the quota, more than under pressure
        var unused =
            pumped.system.scheduler().scheduleOnce(Duration.ofDays(1), () -> {}, Scheduler.DIRECT);
      }
      executor.refusing = true;
      actor.tell(1);
      pumped.advance(Duration.ofSeconds(3));
      executor.refusing = false;
      pumped.advance(Duration.ofSeconds(1));
      executor.runAll();
      assertThat(handled).containsExactly(1);
      assertThat(pumped.system.isUnderPressure()).isFalse();
    }
  }

  @Test
  @Requirement({"S4.5", "M7.1"})
  void pinned_thatGotItsThreadLate_leavesNoPressureBehind() throws Exception {
    AtomicBoolean hasThreads = new AtomicBoolean();
    ThreadFactory threads = run -> hasThreads.get() ? new Thread(run) : null;
    try (PumpedSystem pumped =
        PumpedSystem.with(
            s ->
                s.withToolbox(() -> RuntimeToolbox.manual().withThreads(threads))
                    .withDispatcher("own", DispatcherSettings.pinned()))) {
      CompletableFuture<Thread> thread = new CompletableFuture<>();
      ActorRef<String> actor =
          pumped.system.spawn(
              Props.<String>of(
                      () ->
                          (ctx, message) -> {
                            thread.complete(Thread.currentThread());
                            ctx.stop();
                          })
                  .withDispatcher("own"));
      assertThat(pumped.system.isUnderPressure()).isTrue();
      hasThreads.set(true);
      actor.tell("go");
      thread.get(60, TimeUnit.SECONDS).join();
      assertThat(pumped.system.isUnderPressure()).isFalse();
    }
  }

  @Test
  void retry_whoseWakeThrows_isTriedAgainLikeTheOthers() {
    try (PumpedSystem pumped = PumpedSystem.start()) {
      Dispatcher dispatcher = pumped.system.dispatchers().standard();
      List<String> woken = new ArrayList<>();
      dispatcher.retryLater(
          new Unrun(),
          () -> {
            woken.add("a");
            if (woken.size() == 1) {
              throw new IllegalStateException("told to fail");
            }
          });
      dispatcher.retryLater(new Unrun(), () -> woken.add("b"));
      pumped.advance(Duration.ofSeconds(3));
      assertThat(woken).containsExactly("a", "b", "a");
      assertThat(dispatcher.refused()).isZero();
      assertThat(pumped.system.scheduler().metrics().active()).isZero();
    }
  }

  private static final class Unrun extends Task {
    @Override
    protected boolean run() {
      throw new AssertionError("nobody submits it");
    }
  }
}
