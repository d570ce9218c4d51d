package dev.tactus.pekko;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.typesafe.config.Config;
import dev.tactus.requirement.Requirement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.apache.pekko.actor.Cancellable;
import org.apache.pekko.actor.Scheduler;
import org.apache.pekko.actor.SchedulerException;
import org.apache.pekko.actor.SchedulerTask;
import org.apache.pekko.actor.testkit.typed.javadsl.ActorTestKit;
import org.apache.pekko.actor.testkit.typed.javadsl.ManualTime;
import org.apache.pekko.actor.testkit.typed.javadsl.TestProbe;
import org.apache.pekko.actor.typed.ActorRef;
import org.apache.pekko.actor.typed.Behavior;
import org.apache.pekko.actor.typed.javadsl.Behaviors;
import org.apache.pekko.event.NoLogging$;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import scala.concurrent.ExecutionContext;
import scala.concurrent.duration.FiniteDuration;

/// Pekko's `ManualTime` on our scheduler for tests.
class ManualTimeTest {
  private static final Config CONFIG =
      SchedulerKind.config(
          Plugins.and(
              "pekko.scheduler.implementation = \"dev.tactus.pekko.TactusManualScheduler\"",
              // No test gets there: it waits for quiet actors, and not for time.
              "tactus.pekko.manual-time.pause = 10m"));

  private final ActorTestKit kit = ActorTestKit.create(CONFIG);
  private final ManualTime time = ManualTime.get(kit.system());
  private final InlineContext context = new InlineContext();

  @AfterEach
  void end() {
    kit.shutdownTestKit();
  }

  /// Waits as long as it is told, then tells when; a chain of timers that is made by actors.
  private static Behavior<Integer> relay(ActorRef<String> probe) {
    return Behaviors.withTimers(
        timers ->
            Behaviors.receiveMessage(
                left -> {
                  probe.tell("left " + left);
                  if (left > 0) {
                    timers.startSingleTimer(left - 1, Duration.ofMillis(100));
                  }
                  return Behaviors.same();
                }));
  }

  @Test
  void timers_thatActorsStartOnTheWay_fireInTheSameStep() {
    TestProbe<String> probe = kit.createTestProbe();
    kit.spawn(relay(probe.getRef())).tell(5);
    time.timePasses(Duration.ofMillis(499));
    for (int left = 5; left > 0; left--) {
      probe.expectMessage("left " + left);
    }
    time.expectNoMessageFor(Duration.ZERO, probe);
    time.timePasses(Duration.ofMillis(1));
    probe.expectMessage("left 0");
  }

  @Test
  void interrupt_ofTheThreadThatMovesTime_isStillThereAfterwards() {
    TestProbe<String> probe = kit.createTestProbe();
    Thread mover = Thread.currentThread();
    Behavior<String> busy =
        Behaviors.receiveMessage(
            message -> {
              while (mover.getState() != Thread.State.TIMED_WAITING) {
                Thread.onSpinWait(); // it waits for this actor
              }
              probe.getRef().tell(message);
              return Behaviors.same();
            });
    kit.spawn(busy).tell("done");
    mover.interrupt();
    time.timePasses(Duration.ofMillis(1));
    assertThat(Thread.interrupted()).isTrue();
    probe.expectMessage("done");
  }

  @Test
  void timers_ofTheSameMoment_fireInTheOrderOfRegistration() {
    Scheduler scheduler = kit.system().classicSystem().scheduler();
    List<Integer> expected = new ArrayList<>();
    List<Integer> ran = new ArrayList<>();
    for (int i = 0; i < 1000; i++) {
      int number = i;
      expected.add(number);
      scheduler.scheduleOnce(Duration.ofMillis(10), () -> ran.add(number), context);
    }
    time.timePasses(Duration.ofMillis(10));
    assertThat(ran).isEqualTo(expected);
  }

  @Test
  void timers_belowAMillisecond_areExact() {
    TactusManualScheduler scheduler = scheduler();
    List<Long> ran = new ArrayList<>();
    Random random = new Random(7);
    List<Long> expected = new ArrayList<>();
    for (int i = 0; i < 200; i++) {
      long nanos = 1 + random.nextLong(5_000_000);
      expected.add(nanos);
      scheduler.scheduleOnce(
          Duration.ofNanos(nanos), () -> ran.add(scheduler.currentTimeNanos()), context);
    }
    time.timePasses(Duration.ofMillis(5));
    assertThat(ran).isEqualTo(expected.stream().sorted().toList());
    assertThat(scheduler.currentTimeMs()).isEqualTo(5);
  }

  private TactusManualScheduler scheduler() {
    return (TactusManualScheduler) kit.system().classicSystem().scheduler();
  }

  @Test
  void fixedRateAndFixedDelay_areExact() {
    TactusManualScheduler scheduler = scheduler();
    List<Long> rate = new ArrayList<>();
    List<Long> delay = new ArrayList<>();
    Cancellable rated =
        scheduler.scheduleAtFixedRate(
            Duration.ZERO,
            Duration.ofNanos(250),
            () -> rate.add(scheduler.currentTimeNanos()),
            context);
    scheduler.scheduleWithFixedDelay(
        Duration.ofNanos(1),
        Duration.ofNanos(300),
        () -> delay.add(scheduler.currentTimeNanos()),
        context);
    scheduler.timePasses(FiniteDuration.apply(1000, TimeUnit.NANOSECONDS));
    assertThat(rate).containsExactly(0L, 250L, 500L, 750L, 1000L);
    assertThat(delay).containsExactly(1L, 301L, 601L, 901L);
    assertThat(rated.cancel()).isTrue();
    assertThat(rated.cancel()).isFalse();
    assertThat(rated.isCancelled()).isTrue();
    scheduler.timePasses(FiniteDuration.apply(1000, TimeUnit.NANOSECONDS));
    assertThat(rate).hasSize(5);
  }

  @Test
  void cancel_keepsToPekkosContract() {
    TactusManualScheduler scheduler = scheduler();
    List<String> ran = new ArrayList<>();
    Cancellable early = scheduler.scheduleOnce(Duration.ofMillis(1), () -> ran.add("a"), context);
    Cancellable late = scheduler.scheduleOnce(Duration.ofMillis(2), () -> ran.add("b"), context);
    time.timePasses(Duration.ofMillis(1));
    assertThat(early.cancel()).isFalse();
    assertThat(early.isCancelled()).isFalse();
    assertThat(late.cancel()).isTrue();
    assertThat(late.cancel()).isFalse();
    time.timePasses(Duration.ofMillis(5));
    assertThat(ran).containsExactly("a");
  }

  @Test
  void tasks_thatThrow_areReportedAndEndTheirRepetition() {
    TactusManualScheduler scheduler = scheduler();
    List<String> ran = new ArrayList<>();
    RuntimeException error = new IllegalArgumentException("wrong");
    scheduler.scheduleAtFixedRate(
        Duration.ofMillis(1),
        Duration.ofMillis(1),
        () -> {
          ran.add("once");
          throw error;
        },
        context);
    scheduler.scheduleOnce(
        Duration.ofMillis(1),
        () -> {
          throw new SchedulerException("silent");
        },
        context);
    time.timePasses(Duration.ofMillis(5));
    assertThat(ran).containsExactly("once");
    assertThat(context.failures).containsExactly(error);
  }

  @Test
  void input_thatMakesNoSense_isRefused() {
    TactusManualScheduler scheduler = scheduler();
    assertThatThrownBy(
            () -> scheduler.scheduleAtFixedRate(Duration.ZERO, Duration.ZERO, () -> {}, context))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(
            () ->
                scheduler.scheduleWithFixedDelay(
                    Duration.ZERO, Duration.ofMillis(-1), () -> {}, context))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> time.timePasses(Duration.ofMillis(-1)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("forward only");
  }

  @Test
  void close_runsWhatIsForTheCloseAndRefusesTheRest() {
    TactusManualScheduler own = new TactusManualScheduler(CONFIG, NoLogging$.MODULE$, Thread::new);
    List<String> ran = new ArrayList<>();
    Scheduler.TaskRunOnClose forClose = () -> ran.add("for the close");
    own.scheduleOnce(Duration.ofHours(1), forClose, context);
    own.scheduleOnce(Duration.ofHours(1), () -> ran.add("other"), context);
    own.close();
    own.close();
    assertThat(ran).containsExactly("for the close");
    assertThatThrownBy(() -> own.scheduleOnce(Duration.ofHours(1), () -> {}, context))
        .isExactlyInstanceOf(IllegalStateException.class)
        .hasCauseExactlyInstanceOf(SchedulerException.class);
  }

  @Test
  void timePasses_withoutOurExecutor_pausesAsPekkoDoes() {
    List<String> ran = new ArrayList<>();
    TactusManualScheduler own = ownScheduler();
    own.scheduleOnce(Duration.ofMillis(1), () -> ran.add("now"), context);
    own.timePasses(FiniteDuration.apply(1, TimeUnit.MILLISECONDS));
    assertThat(ran).containsExactly("now");
  }

  @Test
  @Requirement("S5.1")
  void timers_beyondTheLastMoment_waitForIt() {
    TactusManualScheduler own = ownScheduler();
    List<String> ran = new ArrayList<>();
    FiniteDuration longest = FiniteDuration.apply(Long.MAX_VALUE, TimeUnit.NANOSECONDS);
    FiniteDuration half = FiniteDuration.apply(Long.MAX_VALUE / 2, TimeUnit.NANOSECONDS);
    own.timePasses(FiniteDuration.apply(1, TimeUnit.MILLISECONDS));
    Cancellable never = own.scheduleOnce(longest, () -> ran.add("never"), context);
    own.scheduleAtFixedRate(
        Duration.ofNanos(Long.MAX_VALUE / 2),
        Duration.ofNanos(Long.MAX_VALUE),
        () -> ran.add("once"),
        context);
    own.timePasses(half);
    assertThat(ran).containsExactly("once");
    assertThat(never.cancel()).isTrue();
    assertThatThrownBy(() -> own.timePasses(longest))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("292 years");
  }

  @Test
  @Requirement("S5.1")
  void cancel_whoseContextRefuses_isReportedAsByTheRealScheduler() {
    TactusManualScheduler own = ownScheduler();
    List<Throwable> failures = new ArrayList<>();
    ExecutionContext refusing =
        new ExecutionContext() {
          @Override
          public void execute(Runnable command) {
            throw new RejectedExecutionException("closed");
          }

          @Override
          public void reportFailure(Throwable cause) {
            failures.add(cause);
          }
        };
    SchedulerTask told =
        new SchedulerTask() {
          @Override
          public void run() {}

          @Override
          public void cancelled() {}
        };
    Cancellable timer = own.scheduleOnce(Duration.ofMillis(1), told, refusing);
    assertThat(timer.cancel()).isTrue();
    assertThat(failures).singleElement().isInstanceOf(RejectedExecutionException.class);
  }

  @Test
  @Requirement("S5.1")
  void cancel_afterTheClose_failsForWhatHasRunThere() {
    TactusManualScheduler own = ownScheduler();
    Scheduler.TaskRunOnClose forClose = () -> {};
    Cancellable ran = own.scheduleOnce(Duration.ofHours(1), forClose, context);
    own.close();
    assertThat(ran.cancel()).isFalse();
    assertThat(ran.isCancelled()).isFalse();
  }

  private static TactusManualScheduler ownScheduler() {
    return new TactusManualScheduler(
        SchedulerKind.config("tactus.pekko.manual-time.pause = 1ms"),
        NoLogging$.MODULE$,
        Thread::new);
  }

  @Test
  void manualTime_besideItsOwnConfiguration_isOurs() {
    ActorTestKit other = ActorTestKit.create(CONFIG.withFallback(ManualTime.config()));
    try {
      assertThat(other.system().classicSystem().scheduler())
          .isInstanceOf(TactusManualScheduler.class);
      assertThat(ManualTime.get(other.system())).isNotNull();
    } finally {
      other.shutdownTestKit();
    }
  }
}
