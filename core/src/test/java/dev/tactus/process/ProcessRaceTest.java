package dev.tactus.process;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tactus.requirement.Requirement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/// What two threads do to the same process or the same call at the same moment.
final class ProcessRaceTest {
  private static final int ROUNDS = 3_000;

  @Test
  @Requirement("P7")
  void link_whileTheOtherCrashes_isRefusedOrEndsBoth() {
    try (TestPool test = TestPool.start(4)) {
      List<CompletableFuture<ExitReason>> exits = new ArrayList<>();
      for (int i = 0; i < ROUNDS; i++) {
        Pid other = test.system.spawn(ProcessRaceTest::crashing, "run", null);
        exits.add(
            test.system.run(
                () -> yieldingUntil(Commands.link(other), Event.Failed.class), "run", null));
        send(test.system, other);
      }
      for (CompletableFuture<ExitReason> exit : exits) {
        assertThat(TestPool.await(exit))
            .isInstanceOfAny(ExitReason.Done.class, ExitReason.LinkBroken.class);
      }
      assertThat(test.system.alive()).isZero();
    }
  }

  @Test
  @Requirement("P7")
  void monitor_whileTheOtherCrashes_noticeAlwaysComes() {
    try (TestPool test = TestPool.start(4)) {
      List<CompletableFuture<ExitReason>> exits = new ArrayList<>();
      for (int i = 0; i < ROUNDS; i++) {
        Pid other = test.system.spawn(ProcessRaceTest::crashing, "run", null);
        exits.add(
            test.system.run(
                () -> yieldingUntil(Commands.monitor(other), Event.Exited.class), "run", null));
        send(test.system, other);
      }
      for (CompletableFuture<ExitReason> exit : exits) {
        assertThat(TestPool.await(exit)).isInstanceOf(ExitReason.Done.class);
      }
    }
  }

  @Test
  @Requirement("P5")
  void answers_ofTwoThreads_oneOfEachPairCounts() throws InterruptedException {
    int count = 20_000;
    ConcurrentLinkedQueue<CommandCall> first = new ConcurrentLinkedQueue<>();
    ConcurrentLinkedQueue<CommandCall> second = new ConcurrentLinkedQueue<>();
    CommandRegistry registry =
        CommandRegistry.create()
            .register(
                "ask",
                call -> {
                  first.add(call);
                  second.add(call);
                });
    AtomicInteger counted = new AtomicInteger();
    CompletableFuture<ExitReason> exit;
    try (TestPool test = TestPool.start(2, ProcessSettings.defaults(), registry)) {
      CountDownLatch answered = new CountDownLatch(2 * count);
      exit = test.system.run(() -> asking(count), "run", null);
      List<Thread> threads =
          List.of(
              new Thread(() -> answerAll(first, answered, counted)),
              new Thread(() -> answerAll(second, answered, counted)));
      threads.forEach(Thread::start);
      assertThat(TestPool.await(exit)).isEqualTo(new ExitReason.Done(count));
      for (Thread thread : threads) {
        assertThat(thread.join(TestPool.PATIENCE)).isTrue();
      }
      assertThat(counted).hasValue(count);
      assertThat(test.system.stats().answersRefused()).isEqualTo(count);
    }
  }

  private static void answerAll(
      ConcurrentLinkedQueue<CommandCall> calls, CountDownLatch answered, AtomicInteger counted) {
    while (answered.getCount() > 0) {
      CommandCall call = calls.poll();
      if (call == null) {
        Thread.onSpinWait();
        continue;
      }
      if (call.complete("answer")) {
        counted.incrementAndGet();
      }
      answered.countDown();
    }
  }

  /// Asks one after another and is done with the number of answers.
  private static Script asking(int count) {
    return new Script(
        (self, events, out) -> {
          if (self.received.size() == count) {
            // One answer for each question, or the second ones would be here too.
            out.done(self.received.size());
          } else {
            out.yield(1, Command.of("ask"));
          }
        });
  }

  @Test
  @Requirement({"P5", "P7"})
  void onAbandon_whileTheProcessIsTerminated_runsExactlyOnce() throws InterruptedException {
    ConcurrentLinkedQueue<CommandCall> calls = new ConcurrentLinkedQueue<>();
    CommandRegistry registry = CommandRegistry.create().register("ask", calls::add);
    AtomicInteger abandoned = new AtomicInteger();
    try (TestPool test = TestPool.start(2, ProcessSettings.defaults(), registry)) {
      Thread registrar =
          new Thread(
              () -> {
                for (int seen = 0; seen < ROUNDS; ) {
                  CommandCall call = calls.poll();
                  if (call != null) {
                    test.system.terminate(call.caller(), "on purpose");
                    call.onAbandon(abandoned::incrementAndGet);
                    seen++;
                  }
                }
              });
      registrar.start();
      List<CompletableFuture<ExitReason>> exits = new ArrayList<>();
      for (int i = 0; i < ROUNDS; i++) {
        exits.add(test.system.run(() -> Script.asking("q"), "run", null));
      }
      for (CompletableFuture<ExitReason> exit : exits) {
        assertThat(TestPool.await(exit)).isEqualTo(new ExitReason.Terminated("on purpose"));
      }
      assertThat(registrar.join(TestPool.PATIENCE)).isTrue();
      assertThat(abandoned).hasValue(ROUNDS);
    }
  }

  @Test
  @Requirement({"P6", "P7"})
  void send_whileTheReceiverEnds_isTakenLostAndCountedOrRefused() throws InterruptedException {
    AtomicInteger taken = new AtomicInteger();
    int refused = 0;
    try (TestPool test = TestPool.start(2)) {
      for (int i = 0; i < ROUNDS; i++) {
        Pid pid =
            test.system.spawn(
                () ->
                    new Script(
                        (self, events, out) -> {
                          taken.addAndGet(events.size());
                          out.idle();
                        }),
                "run",
                null);
        Thread ending = Thread.startVirtualThread(() -> test.system.terminate(pid, "on purpose"));
        for (int n = 0; n < 5; n++) {
          if (!send(test.system, pid)) {
            refused++;
          }
        }
        ending.join();
        assertThat(TestPool.await(test.system.exitOf(pid))).isNotNull();
      }
      while (test.system.alive() > 0) {
        Thread.onSpinWait();
      }
      long lost = test.system.stats().messagesLost();
      assertThat(taken.get() + refused + lost).isEqualTo(5L * ROUNDS);
    }
  }

  @Test
  @Requirement("P10")
  void stats_whileProcessesStartAndEnd_neverRunBackwards() {
    List<String> wrong = new ArrayList<>();
    try (TestPool test = TestPool.start(2)) {
      ProcessStats before = test.system.stats();
      for (int i = 0; i < ROUNDS; i++) {
        CompletableFuture<ExitReason> exit = test.system.run(() -> stepping(100), "run", null);
        while (!exit.isDone()) {
          ProcessStats now = test.system.stats();
          if (now.steps() < before.steps()
              || now.started() < before.started()
              || now.done() < before.done()) {
            wrong.add(before + ", then " + now);
          }
          before = now;
        }
      }
      ProcessStats end = test.system.stats();
      assertThat(wrong).isEmpty();
      assertThat(end.steps()).isEqualTo(100L * ROUNDS);
      assertThat(end.started()).isEqualTo(ROUNDS);
      assertThat(end.done()).isEqualTo(ROUNDS);
    }
  }

  /// Makes as many steps, one after another, and is done.
  private static Script stepping(int count) {
    return new Script(
        (self, events, out) -> {
          if (self.steps == count) {
            out.done(null);
          } else {
            out.continues();
          }
        });
  }

  private static boolean send(ProcessSystem system, Pid pid) {
    try {
      system.send(pid, "message");
      return true;
    } catch (ProcessException.UnknownPid gone) {
      return false;
    }
  }

  private static Script crashing() {
    return new Script(
        (self, events, out) -> {
          if (!events.isEmpty()) {
            throw new IllegalStateException("crash");
          }
        });
  }

  /// Yields a command and is done when an event of that type comes.
  private static Script yieldingUntil(Command command, Class<? extends Event> type) {
    return new Script(
        (self, events, out) -> {
          if (self.steps == 1) {
            out.yield(1, command);
          }
          if (!self.received(type).isEmpty()) {
            out.done(null);
          }
        });
  }
}
