package dev.tactus.actor;

import static java.time.Duration.ofMillis;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tactus.dispatch.Dispatchers;
import dev.tactus.requirement.Requirement;
import dev.tactus.scheduler.Cancellable;
import dev.tactus.scheduler.ExecutionMode;
import dev.tactus.scheduler.Scheduler;
import dev.tactus.scheduler.SchedulerClosedException;
import dev.tactus.scheduler.SchedulerMetrics;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/// Every kind of timer, to every kind of target, through everything that can happen to it, on
/// virtual time.
///
/// Left out, because there is no such thing: a future that repeats; a Runnable or a future that
/// restarts or stops.
@Timeout(60)
final class TimerSequencesTest {
  /// What the timer is aimed at.
  enum Target {
    ACTOR,
    RUNNABLE,
    FUTURE
  }

  private static final Duration DELAY = ofMillis(100);

  private final VirtualSystem virtual = VirtualSystem.start();
  private final ActorSystem system = virtual.system;
  private final List<Long> runs = new ArrayList<>();
  private boolean failsOnce;
  private @Nullable ActorRef<String> actor;
  private @Nullable Cancellable timer;
  private @Nullable CompletableFuture<Void> future;

  @AfterEach
  void close() {
    virtual.close();
  }

  static Stream<Arguments> all() {
    return Stream.of(Target.values())
        .flatMap(
            target ->
                Stream.of(ExecutionMode.values())
                    .filter(mode -> target != Target.FUTURE || mode == ExecutionMode.ONE_SHOT)
                    .map(mode -> Arguments.of(mode, target)));
  }

  static Stream<ExecutionMode> modes() {
    return Stream.of(ExecutionMode.values());
  }

  private void ran() {
    runs.add(system.nowNanos() / 1_000_000);
    if (failsOnce) {
      failsOnce = false;
      throw new IllegalStateException("planned");
    }
  }

  private void schedule(ExecutionMode mode, Target target) {
    Executor dispatcher = system.dispatchers().lookup(Dispatchers.DEFAULT_ID);
    switch (target) {
      case ACTOR -> scheduleSend(mode);
      case RUNNABLE ->
          timer =
              switch (mode) {
                case ONE_SHOT -> system.scheduler().scheduleOnce(DELAY, this::ran, dispatcher);
                case FIXED_RATE ->
                    system.scheduler().scheduleAtFixedRate(DELAY, DELAY, this::ran, dispatcher);
                case FIXED_DELAY ->
                    system.scheduler().scheduleWithFixedDelay(DELAY, DELAY, this::ran, dispatcher);
              };
      case FUTURE -> {
        CompletableFuture<Void> delay = system.scheduler().delay(DELAY, dispatcher);
        var unused = delay.thenRun(this::ran);
        future = delay;
      }
    }
  }

  private void scheduleSend(ExecutionMode mode) {
    ActorRef<String> receiver = system.spawn("subject", () -> (ctx, message) -> ran());
    actor = receiver;
    virtual.settle();
    ActorScheduler messages = system.messages();
    timer =
        switch (mode) {
          case ONE_SHOT -> messages.scheduleOnce(DELAY, receiver, "m", Scheduler.DIRECT, null);
          case FIXED_RATE ->
              messages.scheduleAtFixedRate(DELAY, DELAY, receiver, "m", Scheduler.DIRECT, null);
          case FIXED_DELAY ->
              messages.scheduleWithFixedDelay(DELAY, DELAY, receiver, "m", Scheduler.DIRECT, null);
        };
  }

  private Long[] expected(ExecutionMode mode) {
    return mode == ExecutionMode.ONE_SHOT ? new Long[] {100L} : new Long[] {100L, 200L, 300L};
  }

  /// Lets time pass in which no actor and no task gets a turn.
  private void tickOnly(Duration duration) {
    long unused = system.scheduler().advance(duration);
  }

  private boolean cancel() {
    return future != null ? future.cancel(false) : timer != null && timer.cancel();
  }

  private boolean isCancelled() {
    return future != null ? future.isCancelled() : timer != null && timer.isCancelled();
  }

  private void assertNothingLeft() {
    SchedulerMetrics metrics = system.scheduler().metrics();
    assertThat(metrics.active()).isZero();
    assertThat(metrics.registered())
        .isEqualTo(metrics.completed() + metrics.cancelled() + metrics.dropped());
  }

  @ParameterizedTest
  @MethodSource("all")
  @Requirement({"S2.1", "S2.4", "S3.4", "S3.5", "S8.3"})
  void timer_leftAlone_runsAtItsTimes(ExecutionMode mode, Target target) {
    schedule(mode, target);
    virtual.advance(ofMillis(350));
    assertThat(runs).containsExactly(expected(mode));
    boolean isOver = mode == ExecutionMode.ONE_SHOT;
    assertThat(system.scheduler().metrics().active()).isEqualTo(isOver ? 0 : 1);
    assertThat(cancel()).isEqualTo(!isOver);
    virtual.advance(ofMillis(350));
    assertThat(runs).containsExactly(expected(mode));
    assertNothingLeft();
  }

  @ParameterizedTest
  @MethodSource("all")
  @Requirement({"S4.2", "A6"})
  void timer_cancelledWhenItIsDueButWaits_neverRuns(ExecutionMode mode, Target target) {
    schedule(mode, target);
    tickOnly(DELAY);
    assertThat(cancel()).isTrue();
    assertThat(cancel()).isEqualTo(target == Target.FUTURE); // a future says what it is, not who
    virtual.advance(ofMillis(350));
    assertThat(runs).isEmpty();
    assertThat(isCancelled()).isTrue();
    assertThat(system.takenBack()).isEqualTo(target == Target.ACTOR ? 1 : 0);
    assertThat(virtual.events(DeadLetter.class)).isEmpty();
    assertNothingLeft();
  }

  @ParameterizedTest
  @MethodSource("all")
  @Requirement({"S3.3", "R4", "S8.3"})
  void timer_notDueWhenTheSystemCloses_isCancelled(ExecutionMode mode, Target target) {
    schedule(mode, target);
    virtual.advance(ofMillis(50));
    SystemReport report = system.shutdown();
    assertThat(report.isClean()).isTrue();
    assertThat(report.scheduler().cancelled()).isEqualTo(1);
    assertThat(runs).isEmpty();
    CompletableFuture<Void> waiting = future;
    if (waiting == null) {
      assertThat(isCancelled()).isTrue();
    } else {
      assertThatThrownBy(waiting::join).hasCauseInstanceOf(SchedulerClosedException.class);
    }
    assertNothingLeft();
  }

  @ParameterizedTest
  @MethodSource("all")
  @Requirement({"S3.3", "R4"})
  void timer_dueAndWaitingWhenTheSystemCloses_isDelivered(ExecutionMode mode, Target target) {
    schedule(mode, target);
    tickOnly(DELAY);
    SystemReport report = system.shutdown();
    virtual.settle();
    assertThat(report.isClean()).isTrue();
    assertThat(runs).containsExactly(100L); // before its actor hears of the end
    assertThat(virtual.events(DeadLetter.class)).isEmpty();
    assertNothingLeft();
  }

  @ParameterizedTest
  @MethodSource("modes")
  @Requirement({"S2.4", "S8.2", "A3"})
  void timer_whoseReceiverFailsAndRestarts_goesOn(ExecutionMode mode) {
    failsOnce = true;
    schedule(mode, Target.ACTOR);
    virtual.advance(ofMillis(350));
    assertThat(runs).containsExactly(expected(mode));
    assertThat(virtual.events(ActorEvent.Restarted.class)).hasSize(1);
  }

  @ParameterizedTest
  @MethodSource("modes")
  @Requirement({"S8.2"})
  void task_thatThrows_endsItsPeriodicTimer(ExecutionMode mode) {
    failsOnce = true;
    schedule(mode, Target.RUNNABLE);
    virtual.advance(ofMillis(350));
    assertThat(runs).containsExactly(100L);
    assertNothingLeft();
  }

  @ParameterizedTest
  @MethodSource("modes")
  @Requirement({"R5", "S3.4"})
  void timer_whoseReceiverStopsBefore_endsWithOneDeadLetter(ExecutionMode mode) {
    schedule(mode, Target.ACTOR);
    virtual.advance(ofMillis(50));
    system.stop(requireNonNull(actor));
    virtual.advance(ofMillis(350));
    assertThat(runs).isEmpty();
    assertThat(virtual.events(DeadLetter.class)).hasSize(1);
    assertThat(isCancelled()).isTrue();
    assertNothingLeft();
  }

  @ParameterizedTest
  @MethodSource("modes")
  @Requirement({"R5", "S2.4"})
  void timer_whoseReceiverStopsWhileItWaits_endsWithOneDeadLetter(ExecutionMode mode) {
    schedule(mode, Target.ACTOR);
    tickOnly(DELAY);
    system.stop(requireNonNull(actor));
    virtual.advance(ofMillis(350));
    assertThat(runs).isEmpty();
    assertThat(virtual.events(DeadLetter.class)).hasSize(1);
    assertNothingLeft();
  }
}
