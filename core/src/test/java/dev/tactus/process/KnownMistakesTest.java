package dev.tactus.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tactus.requirement.Requirement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// One test for each mistake that an earlier scheduler of this kind made.
///
/// Two more are tested where they belong: a stale completion that reaches the next process and a
/// number that overwrites another, in [RoutingTest].
final class KnownMistakesTest {
  /// Mistake: thieves took several tasks by one CAS, which ran some twice and lost others.
  @ParameterizedTest
  @ValueSource(ints = {2, 4, 8})
  @Requirement({"P3", "W5"})
  void stealing_manyShortProcessesOfOneParent_eachStepsAsOftenAsItShould(int workers) {
    int count = 20_000;
    int steps = 3;
    AtomicIntegerArray made = new AtomicIntegerArray(count);
    CompletableFuture<Boolean> all = new CompletableFuture<>();
    AtomicInteger left = new AtomicInteger(count);
    try (TestPool test = TestPool.start(workers)) {
      // Children of one parent become ready on the parent's worker, and all others steal them.
      Script parent =
          new Script(
              (self, events, out) -> {
                for (int i = 0; i < 500; i++) {
                  int number = (self.steps - 1) * 500 + i;
                  out.post(
                      Commands.spawn(() -> stepping(number, steps, made, left, all), "run", null));
                }
                if (self.steps * 500 < count) {
                  out.continues();
                } else {
                  out.done(null);
                }
              });
      Pid unused = test.system.spawn(() -> parent, "run", null);
      assertThat(TestPool.await(all)).isTrue();
    }
    for (int i = 0; i < count; i++) {
      assertThat(made.get(i)).as("steps of process %d", i).isEqualTo(steps);
    }
  }

  private static Script stepping(
      int number,
      int steps,
      AtomicIntegerArray made,
      AtomicInteger left,
      CompletableFuture<Boolean> all) {
    return new Script(
        (self, events, out) -> {
          if (made.incrementAndGet(number) < steps) {
            out.continues();
          } else {
            out.done(null);
            if (left.decrementAndGet() == 0) {
              all.complete(true);
            }
          }
        });
  }

  /// Mistake: a completion woke only processes that were BLOCKED.
  @Test
  @Requirement("P3")
  void completion_idleProcessOnRealWorkers_wakesIt() {
    CompletableFuture<CommandCall> asked = new CompletableFuture<>();
    CommandRegistry registry = CommandRegistry.create().register("ask", asked::complete);
    try (TestPool test = TestPool.start(2, ProcessSettings.defaults(), registry)) {
      CompletableFuture<ExitReason> exit =
          test.system.run(
              () ->
                  new Script(
                      (self, events, out) -> {
                        if (self.steps == 1) {
                          out.yield(1, Command.of("ask"));
                          out.idle();
                        } else {
                          out.done(events.getFirst());
                        }
                      }),
              "run",
              null);
      CommandCall call = TestPool.await(asked);
      while (test.system.info(call.caller()).orElseThrow().state() != ProcessState.IDLE) {
        Thread.onSpinWait();
      }
      call.complete("wake up");

      assertThat(TestPool.await(exit))
          .isEqualTo(new ExitReason.Done(new Event.Completed(1, "wake up")));
    }
  }

  /// Mistake: a wake-up went to a worker that was busy, while another one slept.
  @Test
  @Requirement({"P3", "W6"})
  void wakeUp_oneWorkerIsBusy_reachesTheOther() {
    try (TestPool test = TestPool.start(2)) {
      CountDownLatch blocking = new CountDownLatch(1);
      CountDownLatch release = new CountDownLatch(1);
      Pid waiting =
          test.system.spawn(
              () ->
                  new Script(
                      (self, events, out) -> {
                        if (!events.isEmpty()) {
                          release.countDown();
                          out.done(null);
                        }
                      }),
              "run",
              null);
      // This one holds its worker until the other process has made a step on the other worker.
      CompletableFuture<ExitReason> exit =
          test.system.run(
              () ->
                  new Script(
                      (self, events, out) -> {
                        blocking.countDown();
                        if (!release.await(TestPool.PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
                          throw new AssertionError("the wake-up was spent on this worker");
                        }
                        out.done("released");
                      }),
              "run",
              null);
      await(blocking);
      test.system.send(waiting, "go");

      assertThat(TestPool.await(exit)).isEqualTo(new ExitReason.Done("released"));
    }
  }

  /// Mistake: processes that always continue kept the workers from the global queue.
  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  @Requirement({"P2", "W7"})
  void continueLoops_moreThanWorkers_doNotStarveTheGlobalQueue(int workers) {
    try (TestPool test = TestPool.start(workers)) {
      List<Pid> loops = new ArrayList<>();
      for (int i = 0; i < 4 * workers; i++) {
        loops.add(
            test.system.spawn(
                () -> new Script((self, events, out) -> out.continues()), "run", null));
      }
      for (int i = 0; i < 100; i++) {
        ExitReason exit =
            TestPool.await(
                test.system.run(
                    () -> new Script((self, events, out) -> out.done("served")), "run", null));
        assertThat(exit).isEqualTo(new ExitReason.Done("served"));
      }
      // Neither do they starve themselves.
      for (Pid loop : loops) {
        CompletableFuture<ExitReason> exit = test.system.exitOf(loop);
        test.system.terminate(loop, "enough");
        assertThat(TestPool.await(exit)).isEqualTo(new ExitReason.Terminated("enough"));
      }
    }
  }

  /// Mistake: a stop looked only at what was queued, and left processes behind that waited.
  @Test
  @Requirement("P9")
  void stop_processesWaitForAsynchronousCompletions_theyCanFinish() {
    List<CommandCall> calls = new ArrayList<>();
    CountDownLatch asked = new CountDownLatch(100);
    CommandRegistry registry =
        CommandRegistry.create()
            .register(
                "ask",
                call -> {
                  synchronized (calls) {
                    calls.add(call);
                  }
                  asked.countDown();
                });
    try (TestPool test = TestPool.start(4, ProcessSettings.defaults(), registry)) {
      List<CompletableFuture<ExitReason>> exits = new ArrayList<>();
      for (int i = 0; i < 100; i++) {
        int number = i;
        exits.add(test.system.run(() -> Script.asking(number), "run", null));
      }
      await(asked);
      CompletableFuture<StopReport> report = test.system.stop(TestPool.PATIENCE);
      synchronized (calls) {
        calls.forEach(call -> call.complete(call.command().argument()));
      }

      assertThat(TestPool.await(report).isGraceful()).isTrue();
      assertThat(TestPool.await(report).finished()).isEqualTo(100);
      for (int i = 0; i < 100; i++) {
        assertThat(TestPool.await(exits.get(i))).isEqualTo(new ExitReason.Done(i));
      }
    }
  }

  /// Mistake: the limit was looked at before the process was entered, so two had the last place.
  @Test
  void limit_startersRaceForTheLastPlaces_isNeverPassed() throws InterruptedException {
    int limit = 50;
    try (TestPool test =
        TestPool.start(
            2, ProcessSettings.defaults().withProcessesMax(limit), CommandRegistry.create())) {
      AtomicInteger started = new AtomicInteger();
      AtomicInteger refused = new AtomicInteger();
      CountDownLatch begin = new CountDownLatch(1);
      List<Thread> threads = new ArrayList<>();
      for (int i = 0; i < 8; i++) {
        Thread thread =
            new Thread(
                () -> {
                  await(begin);
                  for (int n = 0; n < 20; n++) {
                    try {
                      Pid unused = test.system.spawn(Script::keeping, "run", null);
                      started.incrementAndGet();
                    } catch (ProcessException.LimitExceeded expected) {
                      refused.incrementAndGet();
                    }
                  }
                });
        threads.add(thread);
        thread.start();
      }
      begin.countDown();
      for (Thread thread : threads) {
        assertThat(thread.join(TestPool.PATIENCE)).isTrue();
      }

      assertThat(started).hasValue(limit);
      assertThat(refused).hasValue(8 * 20 - limit);
      assertThat(test.system.alive()).isEqualTo(limit);
    }
  }

  /// The same limit, with places that come free.
  @Test
  void limit_aProcessEnds_itsPlaceIsFree() {
    ProcessLab lab = ProcessLab.start(ProcessSettings.defaults().withProcessesMax(1));
    Pid pid = lab.spawn(Script::keeping);
    assertThatThrownBy(() -> lab.system.spawn(Script::keeping, "run", null))
        .isInstanceOf(ProcessException.LimitExceeded.class)
        .hasMessageContaining("its limit of 1")
        .hasMessageContaining("processesMax");
    lab.system.terminate(pid, "room for another");
    lab.settle();

    assertThat(lab.spawn(Script::keeping)).isEqualTo(new Pid(2));
    assertThat(lab.warnings()).containsExactly(new ProcessWarning.LimitReached(1));
  }

  @Test
  @Requirement("P9")
  void stop_stepThatDoesNotEnd_isReportedAsStuck() {
    CountDownLatch inStep = new CountDownLatch(1);
    CountDownLatch release = new CountDownLatch(1);
    ProcessSettings settings = ProcessSettings.defaults().withForceTimeout(Duration.ofMillis(50));
    try (TestPool test = TestPool.start(1, settings, CommandRegistry.create())) {
      CompletableFuture<ExitReason> exit =
          test.system.run(
              () ->
                  new Script(
                      (self, events, out) -> {
                        inStep.countDown();
                        await(release);
                        out.continues();
                      }),
              "run",
              null);
      await(inStep);
      StopReport report = TestPool.await(test.system.stop(Duration.ZERO));

      assertThat(report.stuck()).isEqualTo(1);
      assertThat(report.examples()).extracting(ProcessInfo::state).contains(ProcessState.RUNNING);
      release.countDown();
      assertThat(TestPool.await(exit)).isInstanceOf(ExitReason.Terminated.class);
    }
  }

  private static void await(CountDownLatch latch) {
    try {
      if (!latch.await(TestPool.PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
        throw new AssertionError("still waiting");
      }
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }
}
