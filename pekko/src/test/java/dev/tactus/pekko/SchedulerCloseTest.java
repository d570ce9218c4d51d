package dev.tactus.pekko;

import static dev.tactus.pekko.SchedulerKind.close;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tactus.requirement.Requirement;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.apache.pekko.actor.Cancellable;
import org.apache.pekko.actor.Scheduler;
import org.apache.pekko.actor.SchedulerException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// What happens when a scheduler is closed, for Pekko's and for ours unless a test names one.
class SchedulerCloseTest {
  private static final Duration LATER = Duration.ofHours(1);

  private final InlineContext context = new InlineContext();

  private record ForClose(Runnable task) implements Scheduler.TaskRunOnClose {
    @Override
    public void run() {
      task.run();
    }
  }

  private List<Consumer<Scheduler>> registrations() {
    return List.of(
        scheduler -> scheduler.scheduleOnce(LATER, () -> {}, context),
        scheduler -> scheduler.scheduleOnce(Duration.ZERO, () -> {}, context),
        scheduler -> scheduler.scheduleOnce(LATER, new ForClose(() -> {}), context),
        scheduler -> scheduler.scheduleAtFixedRate(LATER, LATER, () -> {}, context),
        scheduler -> scheduler.scheduleWithFixedDelay(LATER, LATER, () -> {}, context));
  }

  private void assertRefusesAll(Scheduler scheduler) {
    for (Consumer<Scheduler> registration : registrations()) {
      assertThatThrownBy(() -> registration.accept(scheduler))
          .isExactlyInstanceOf(IllegalStateException.class)
          .hasMessage("cannot enqueue after timer shutdown")
          .hasCauseExactlyInstanceOf(SchedulerException.class);
    }
  }

  @ParameterizedTest
  @EnumSource
  void registration_afterTheClose_isRefused(SchedulerKind kind) {
    Scheduler scheduler = kind.create();
    close(scheduler);
    assertRefusesAll(scheduler);
    close(scheduler);
    assertRefusesAll(scheduler);
  }

  @ParameterizedTest
  @EnumSource
  void registration_duringTheClose_isRefused(SchedulerKind kind) throws InterruptedException {
    Scheduler scheduler = kind.create();
    CountDownLatch running = new CountDownLatch(1);
    CountDownLatch hold = new CountDownLatch(1);
    scheduler.scheduleOnce(Duration.ofMillis(1), () -> holdUp(running, hold), context);
    Waiting.await(running);
    Thread closing = new Thread(() -> close(scheduler));
    closing.start();
    Waiting.until(() -> isRefusing(scheduler));
    assertRefusesAll(scheduler);
    assertThat(closing.isAlive()).isTrue();
    hold.countDown();
    closing.join();
    assertThat(context.failures).isEmpty();
  }

  private static void holdUp(CountDownLatch running, CountDownLatch hold) {
    running.countDown();
    try {
      Waiting.await(hold);
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  private boolean isRefusing(Scheduler scheduler) {
    try {
      boolean unused = scheduler.scheduleOnce(LATER, () -> {}, context).cancel();
      return false;
    } catch (IllegalStateException refused) {
      return true;
    }
  }

  @ParameterizedTest
  @EnumSource
  @Requirement("R4")
  void close_runsOnlyWhatIsForTheClose_onceAndOnTheClosingThread(SchedulerKind kind) {
    Scheduler scheduler = kind.create();
    var ran = new ConcurrentLinkedQueue<Thread>();
    AtomicInteger others = new AtomicInteger();
    for (Duration delay : List.of(Duration.ofMinutes(1), LATER, Duration.ofDays(100))) {
      scheduler.scheduleOnce(delay, new ForClose(() -> ran.add(Thread.currentThread())), context);
      scheduler.scheduleOnce(delay, others::incrementAndGet, context);
      scheduler.scheduleAtFixedRate(delay, delay, others::incrementAndGet, context);
      scheduler.scheduleWithFixedDelay(delay, delay, others::incrementAndGet, context);
    }
    close(scheduler);
    close(scheduler);
    assertThat(ran)
        .containsExactly(Thread.currentThread(), Thread.currentThread(), Thread.currentThread());
    assertThat(others).hasValue(0);
  }

  @ParameterizedTest
  @EnumSource
  void close_leavesOutWhatRanOrWasCancelled(SchedulerKind kind) throws InterruptedException {
    Scheduler scheduler = kind.create();
    AtomicInteger cancelledRuns = new AtomicInteger();
    AtomicInteger runs = new AtomicInteger();
    CountDownLatch ran = new CountDownLatch(1);
    Runnable counted =
        () -> {
          runs.incrementAndGet();
          ran.countDown();
        };
    scheduler.scheduleOnce(Duration.ofMillis(1), new ForClose(counted), context);
    Cancellable cancelled =
        scheduler.scheduleOnce(LATER, new ForClose(cancelledRuns::incrementAndGet), context);
    assertThat(cancelled.cancel()).isTrue();
    Waiting.await(ran);
    close(scheduler);
    assertThat(runs).hasValue(1);
    assertThat(cancelledRuns).hasValue(0);
  }

  @ParameterizedTest
  @EnumSource
  void close_withAFailingTask_runsTheOthers(SchedulerKind kind) {
    Scheduler scheduler = kind.create();
    AtomicInteger runs = new AtomicInteger();
    for (int i = 0; i < 4; i++) {
      boolean fails = i % 2 == 0;
      RuntimeException error =
          i == 0 ? new SchedulerException("gone") : new IllegalArgumentException("wrong");
      scheduler.scheduleOnce(
          LATER,
          new ForClose(
              () -> {
                runs.incrementAndGet();
                if (fails) {
                  throw error;
                }
              }),
          context);
    }
    close(scheduler);
    assertThat(runs).hasValue(4);
  }

  @ParameterizedTest
  @EnumSource
  void cancel_afterTheClose_stillTellsWhoWon(SchedulerKind kind) {
    Scheduler scheduler = kind.create();
    Cancellable once = scheduler.scheduleOnce(LATER, () -> {}, context);
    Cancellable rate = scheduler.scheduleAtFixedRate(LATER, LATER, () -> {}, context);
    Cancellable forClose = scheduler.scheduleOnce(LATER, new ForClose(() -> {}), context);
    close(scheduler);
    assertThat(once.isCancelled()).isFalse();
    assertThat(once.cancel()).isTrue();
    assertThat(once.cancel()).isFalse();
    assertThat(rate.cancel()).isTrue();
    assertThat(rate.cancel()).isFalse();
    if (kind == SchedulerKind.TACTUS) { // Pekko's lets a task that ran at the close be cancelled
      assertThat(forClose.cancel()).isFalse();
    }
  }

  @Test
  void close_whileATaskHoldsTheThread_isBoundedAndRunsWhatIsForTheClose()
      throws InterruptedException {
    Scheduler scheduler = SchedulerKind.TACTUS.create("pekko.scheduler.shutdown-timeout = 50ms");
    CountDownLatch running = new CountDownLatch(1);
    CountDownLatch hold = new CountDownLatch(1);
    AtomicInteger forClose = new AtomicInteger();
    scheduler.scheduleOnce(LATER, new ForClose(forClose::incrementAndGet), context);
    scheduler.scheduleOnce(Duration.ofMillis(1), () -> holdUp(running, hold), context);
    Waiting.await(running);
    close(scheduler);
    assertThat(forClose).hasValue(1);
    hold.countDown();
  }

  @Test
  void close_onTheTickingThreadItself_returnsAndRunsWhatIsForTheClose()
      throws InterruptedException {
    Scheduler scheduler = SchedulerKind.TACTUS.create();
    AtomicInteger forClose = new AtomicInteger();
    CountDownLatch closed = new CountDownLatch(1);
    scheduler.scheduleOnce(LATER, new ForClose(forClose::incrementAndGet), context);
    scheduler.scheduleOnce(
        Duration.ofMillis(1),
        () -> {
          close(scheduler);
          closed.countDown();
        },
        context);
    Waiting.await(closed);
    assertThat(forClose).hasValue(1);
    assertRefusesAll(scheduler);
    assertThat(context.failures).isEmpty();
  }

  @ParameterizedTest
  @EnumSource
  void close_whileThreadsRegister_runsExactlyWhatWasAccepted(SchedulerKind kind)
      throws InterruptedException {
    for (int round = 0; round < 20; round++) {
      Scheduler scheduler = kind.create();
      AtomicInteger accepted = new AtomicInteger();
      AtomicInteger runs = new AtomicInteger();
      CountDownLatch busy = new CountDownLatch(2);
      Runnable register =
          () -> {
            try {
              while (true) {
                scheduler.scheduleOnce(LATER, new ForClose(runs::incrementAndGet), context);
                if (accepted.incrementAndGet() == 100) {
                  busy.countDown();
                }
                busy.countDown();
              }
            } catch (IllegalStateException closed) {
              assertThat(closed).hasMessage("cannot enqueue after timer shutdown");
            }
          };
      Thread one = new Thread(register);
      Thread two = new Thread(register);
      one.start();
      two.start();
      Waiting.await(busy);
      close(scheduler);
      one.join();
      two.join();
      assertThat(runs).hasValue(accepted.get());
    }
  }
}
