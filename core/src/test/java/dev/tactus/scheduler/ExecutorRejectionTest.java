package dev.tactus.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tactus.requirement.Requirement;
import dev.tactus.scheduler.SchedulerWarning.BacklogExceeded;
import dev.tactus.scheduler.SchedulerWarning.ExecutorRejected;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import org.junit.jupiter.api.Test;

/// An executor that refuses is told of and tried again; the tick thread goes on.
@Requirement({"S8.2", "S4.7"})
final class ExecutorRejectionTest {
  @Test
  void oneShot_refusedTwice_runsOneTickLaterEachTime() {
    try (VirtualScheduler virtual = VirtualScheduler.start()) {
      ManualExecutor executor = new ManualExecutor();
      List<Long> runs = new ArrayList<>();
      Cancellable timer = virtual.once(5, () -> runs.add(virtual.tick()), executor);
      executor.refuse(2);
      virtual.advanceTicks(6);
      assertThat(executor.waiting()).isZero();
      assertThat(timer.state()).isEqualTo(TimerState.SCHEDULED);
      virtual.advanceTicks(1);
      executor.runAll();
      assertThat(runs).containsExactly(7L);
      assertThat(virtual.warnings(ExecutorRejected.class))
          .hasSize(2)
          .allSatisfy(
              w -> {
                assertThat(w.timerId()).isEqualTo(timer.id());
                assertThat(w.executor()).isEqualTo("ManualExecutor");
                assertThat(w.error()).hasMessage("the test says no");
                assertThat(w.givenUp()).isFalse();
              });
      assertThat(timer.state()).isEqualTo(TimerState.COMPLETED);
    }
  }

  @Test
  void oneShot_refusedAfterAStall_isTriedAgainWhenTimeHasPassed() {
    try (VirtualScheduler virtual = VirtualScheduler.start()) {
      ManualExecutor executor = new ManualExecutor();
      List<Long> runs = new ArrayList<>();
      virtual.once(1, () -> runs.add(virtual.tick()), executor);
      executor.refuse(2);
      virtual.stallTicks(50);
      assertThat(executor.refused()).as("one attempt a token").isEqualTo(1);
      virtual.advanceTicks(1);
      assertThat(executor.refused()).isEqualTo(2);
      virtual.advanceTicks(1);
      executor.runAll();
      assertThat(runs).containsExactly(52L);
    }
  }

  @Test
  void oneShot_refusedThreeTimes_isGivenUp() {
    try (VirtualScheduler virtual = VirtualScheduler.start()) {
      ManualExecutor executor = new ManualExecutor();
      List<Long> others = new ArrayList<>();
      Cancellable timer = virtual.once(5, () -> {}, executor);
      virtual.atFixedRate(1, () -> others.add(virtual.tick()), Scheduler.DIRECT);
      executor.refuse(Integer.MAX_VALUE);
      virtual.advanceTicks(20);
      assertThat(executor.refused()).isEqualTo(3);
      assertThat(virtual.warnings(ExecutorRejected.class))
          .extracting(ExecutorRejected::givenUp)
          .containsExactly(false, false, true);
      assertThat(timer.isCancelled()).isTrue();
      assertThat(timer.cancel()).isFalse();
      assertThat(virtual.metrics().dropped()).isEqualTo(1);
      assertThat(virtual.metrics().active()).isEqualTo(1);
      assertThat(others).hasSize(20);
    }
  }

  @Test
  void oneShot_cancelledBetweenTwoAttempts_isNotTriedAgain() {
    try (VirtualScheduler virtual = VirtualScheduler.start()) {
      ManualExecutor executor = new ManualExecutor();
      Cancellable timer = virtual.once(1, () -> {}, executor);
      executor.refuse(1);
      virtual.advanceTicks(1);
      assertThat(timer.cancel()).isTrue();
      virtual.advanceTicks(5);
      assertThat(executor.waiting()).isZero();
      assertThat(virtual.metrics().cancelled()).isEqualTo(1);
      assertThat(virtual.metrics().dropped()).isZero();
    }
  }

  @Test
  void fixedRate_goesOnWithWhatItMissed_whenTheExecutorRecovers() {
    try (VirtualScheduler virtual = VirtualScheduler.start()) {
      ManualExecutor executor = new ManualExecutor();
      List<Integer> batches = new ArrayList<>();
      virtual.atFixedRate(
          2, () -> batches.add(ExecutionBatch.current().orElseThrow().runs()), executor);
      executor.refuse(5);
      virtual.advanceTicks(14);
      executor.runAll();
      virtual.advanceTicks(2);
      executor.runAll();
      assertThat(executor.refused()).isEqualTo(5);
      assertThat(batches.stream().mapToInt(i -> i).sum()).isEqualTo(8);
      assertThat(batches).hasSize(2).last().isEqualTo(1);
      assertThat(virtual.warnings(ExecutorRejected.class))
          .hasSize(5)
          .extracting(ExecutorRejected::givenUp)
          .containsOnly(false);
    }
  }

  @Test
  void fixedRate_refusedBetweenTwoRunsOfABurst_goesOnWithTheNextDueTime() {
    try (VirtualScheduler virtual = VirtualScheduler.start()) {
      ManualExecutor executor = new ManualExecutor();
      int[] runs = {0};
      virtual.atFixedRate(1, () -> runs[0]++, executor);
      virtual.stallTicks(20);
      executor.refuse(1);
      executor.runAll();
      assertThat(runs[0]).isEqualTo(1);
      virtual.advanceTicks(1);
      executor.runAll();
      assertThat(runs[0]).isEqualTo(21);
    }
  }

  @Test
  void fixedDelay_isTriedAgainAfterItsDelay() {
    try (VirtualScheduler virtual = VirtualScheduler.start()) {
      ManualExecutor executor = new ManualExecutor();
      List<Long> runs = new ArrayList<>();
      virtual.withFixedDelay(3, () -> runs.add(virtual.tick()), executor);
      executor.refuse(2);
      for (int i = 0; i < 12; i++) {
        virtual.advanceTicks(1);
        executor.runAll();
      }
      assertThat(runs).containsExactly(9L, 12L);
      assertThat(virtual.warnings(ExecutorRejected.class)).hasSize(2);
    }
  }

  @Test
  void executor_thatTakesATaskAndThrows_doesNotMakeItRunTwice() {
    try (VirtualScheduler virtual = VirtualScheduler.start()) {
      ManualExecutor executor = new ManualExecutor();
      List<String> runs = new ArrayList<>();
      Executor odd =
          task -> {
            executor.execute(task);
            throw new IllegalStateException("the metrics of the executor failed");
          };
      virtual.once(1, () -> runs.add("once"), odd);
      virtual.atFixedRate(1, () -> runs.add("rate"), odd);
      for (int i = 0; i < 6; i++) {
        virtual.advanceTicks(1);
        executor.runAll();
      }
      assertThat(runs).filteredOn("once"::equals).hasSize(1);
      assertThat(runs).filteredOn("rate"::equals).hasSize(6);
      assertThat(virtual.metrics().active()).isEqualTo(1);
    }
  }

  @Test
  @Requirement("R4")
  void executor_thatRunsATaskAndThrows_hasTheNextOneAllTheSame() {
    VirtualScheduler virtual = VirtualScheduler.start();
    ManualExecutor executor = new ManualExecutor();
    List<Long> runs = new ArrayList<>();
    virtual.atFixedRate(
        1,
        () -> runs.add(virtual.tick()),
        task -> {
          if (runs.isEmpty()) {
            task.run();
            throw new IllegalStateException("the metrics of the executor failed");
          }
          executor.execute(task);
        });
    virtual.advanceTicks(1);
    virtual.advanceTicks(1);
    virtual.advanceTicks(1);
    assertThat(executor.waiting()).as("it is there once").isEqualTo(1);
    virtual.close();
    executor.runAll();
    assertThat(runs).as("what was due is delivered").hasSize(2);
    assertThat(virtual.metrics().active()).isZero();
  }

  @Test
  void executor_thatThrowsWhileItRunsTheTask_keepsTheFixedDelayWhole() throws Exception {
    try (VirtualScheduler virtual = VirtualScheduler.start()) {
      Semaphore begun = new Semaphore(0);
      Semaphore goOn = new Semaphore(0);
      List<Thread> threads = new ArrayList<>();
      Executor odd =
          task -> {
            // The task is seen as refused, while it begins on another thread all the same.
            Thread thread = new Thread(task);
            threads.add(thread);
            if (threads.size() == 1) {
              thread.start();
              begun.acquireUninterruptibly();
            }
            throw new IllegalStateException("the metrics of the executor failed");
          };
      virtual.withFixedDelay(
          1,
          () -> {
            begun.release();
            goOn.acquireUninterruptibly();
          },
          odd);
      virtual.advanceTicks(3);
      goOn.release();
      threads.getFirst().join();
      virtual.advanceTicks(3);
      assertThat(threads).as("armed again after the run has ended").hasSizeGreaterThan(1);
      assertThat(virtual.metrics().active()).isEqualTo(1);
    }
  }

  @Test
  @Requirement({"S2.5", "S2.1"})
  void executor_thatRunsOthersWhenItTakesATask_forgetsNone() {
    try (VirtualScheduler virtual = VirtualScheduler.start()) {
      // Holds its work while it is busy; later it runs what it is given, and then what is left.
      ArrayDeque<Runnable> left = new ArrayDeque<>();
      boolean[] busy = {true};
      Executor helping =
          task -> {
            left.add(task);
            if (busy[0]) {
              return;
            }
            busy[0] = true;
            try {
              for (Runnable next = left.pollLast(); next != null; next = left.poll()) {
                next.run();
              }
            } finally {
              busy[0] = false;
            }
          };
      int[] runs = new int[2];
      virtual.atFixedRate(1, () -> runs[0]++, helping);
      virtual.atFixedRate(1, () -> runs[1]++, helping);
      virtual.stallTicks(5);
      busy[0] = false;
      left.remove().run();
      virtual.advanceTicks(80);
      assertThat(runs).containsExactly(85, 85);
      assertThat(virtual.metrics().active()).isEqualTo(2);
    }
  }

  @Test
  void executorService_thatIsClosed_doesNotStopTheOthers() {
    try (VirtualScheduler virtual = VirtualScheduler.start()) {
      ExecutorService closed = Executors.newSingleThreadExecutor();
      closed.shutdown();
      List<Long> runs = new ArrayList<>();
      Cancellable once = virtual.once(1, () -> {}, closed);
      Cancellable job = virtual.atFixedRate(1, () -> {}, closed);
      virtual.atFixedRate(1, () -> runs.add(virtual.tick()), Scheduler.DIRECT);
      virtual.advanceTicks(100);
      assertThat(runs).hasSize(100);
      assertThat(once.isCancelled()).isTrue();
      assertThat(job.isCancelled()).as("nobody works off its backlog").isTrue();
      assertThat(virtual.warnings(BacklogExceeded.class))
          .containsExactly(new BacklogExceeded(job.id(), 65, 64));
      assertThat(virtual.metrics().active()).isEqualTo(1);
    }
  }
}
