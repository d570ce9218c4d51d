package dev.tactus.process;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tactus.requirement.Requirement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Many processes on real workers.
final class ProcessStressTest {
  @ParameterizedTest
  @ValueSource(ints = {1, 4, 32})
  @Requirement({"P2", "P3", "P10"})
  void tenThousandProcesses_fiveStepsEach_allEndWithTheirSteps(int workers) {
    int count = 10_000;
    try (TestPool test = TestPool.start(workers)) {
      List<CompletableFuture<ExitReason>> exits = new ArrayList<>(count);
      for (int i = 0; i < count; i++) {
        exits.add(test.system.run(ProcessStressTest::fiveSteps, "run", null));
      }
      for (CompletableFuture<ExitReason> exit : exits) {
        assertThat(TestPool.await(exit)).isEqualTo(new ExitReason.Done(5));
      }
      ProcessStats stats = test.system.stats();
      assertThat(stats.steps()).isEqualTo(5L * count);
      assertThat(stats.done()).isEqualTo(count);
      assertThat(stats.alive()).isZero();
      assertThat(stats.executed()).isGreaterThanOrEqualTo(count);
    }
  }

  private static Script fiveSteps() {
    return new Script(
        (self, events, out) -> {
          if (self.steps < 5) {
            out.continues();
          } else {
            out.done(self.steps);
          }
        });
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 4, 32})
  @Requirement({"P3", "P5"})
  void thousandProcesses_waitForAnswersOfOtherThreads_allGetTheirs(int workers)
      throws InterruptedException {
    int count = 1_000;
    int rounds = 20;
    ConcurrentLinkedQueue<CommandCall> open = new ConcurrentLinkedQueue<>();
    CommandRegistry registry = CommandRegistry.create().register("ask", open::add);
    CountDownLatch ended = new CountDownLatch(count);
    AtomicInteger wrong = new AtomicInteger();
    try (TestPool test = TestPool.start(workers, ProcessSettings.defaults(), registry)) {
      List<Thread> answerers = new ArrayList<>();
      for (int i = 0; i < 2; i++) {
        Thread thread = new Thread(() -> answer(open, ended));
        answerers.add(thread);
        thread.start();
      }
      for (int i = 0; i < count; i++) {
        int number = i;
        test.system
            .run(() -> asking(number, rounds), "run", null)
            .thenAccept(
                exit -> {
                  if (!exit.equals(new ExitReason.Done(rounds))) {
                    wrong.incrementAndGet();
                  }
                  ended.countDown();
                });
      }
      for (Thread thread : answerers) {
        assertThat(thread.join(TestPool.PATIENCE)).as("all have ended").isTrue();
      }
    }
    assertThat(wrong).hasValue(0);
  }

  private static void answer(ConcurrentLinkedQueue<CommandCall> open, CountDownLatch ended) {
    while (ended.getCount() > 0) {
      CommandCall call = open.poll();
      if (call == null) {
        Thread.onSpinWait();
      } else {
        call.complete(call.command().argument());
      }
    }
  }

  /// Asks its number plus the round, alternately waiting for the answer and for anything.
  private static Script asking(int number, int rounds) {
    return new Script(
        (self, events, out) -> {
          int answered = self.received.size();
          for (Event event : events) {
            if (!(event instanceof Event.Completed done)
                || !Integer.valueOf(number + answered).equals(done.result())) {
              throw new AssertionError("got " + event);
            }
          }
          if (answered == rounds) {
            out.done(rounds);
            return;
          }
          out.yield(answered, Command.of("ask", number + answered + 1));
          if (answered % 2 == 0) {
            out.idle();
          }
        });
  }

  @Test
  @Requirement({"P3", "P6"})
  void manySendersToOneProcess_whileItRestsAndRuns_nothingIsLostOrReordered()
      throws InterruptedException {
    int senders = 4;
    int count = 50_000;
    int[] last = new int[senders];
    CompletableFuture<Boolean> all = new CompletableFuture<>();
    try (TestPool test = TestPool.start(2)) {
      Pid receiver = test.system.spawn(() -> new Counting(last, senders * count, all), "run", null);
      List<Thread> threads = new ArrayList<>();
      for (int i = 0; i < senders; i++) {
        int number = i;
        Thread thread =
            new Thread(
                () -> {
                  for (int n = 1; n <= count; n++) {
                    test.system.send(receiver, new int[] {number, n});
                  }
                });
        threads.add(thread);
        thread.start();
      }
      for (Thread thread : threads) {
        assertThat(thread.join(TestPool.PATIENCE)).isTrue();
      }
      assertThat(TestPool.await(all)).isTrue();
      assertThat(last).containsOnly(count);
    }
  }

  /// Checks that each sender's messages come in their order.
  private static final class Counting implements Process {
    private final int[] last;
    private final int expected;
    private final CompletableFuture<Boolean> all;
    private int got;

    Counting(int[] last, int expected, CompletableFuture<Boolean> all) {
      this.last = last;
      this.expected = expected;
      this.all = all;
    }

    @Override
    public void init(ProcessContext context, String method, @Nullable Object input) {}

    @Override
    public void step(Events events, StepOutput out) {
      for (Event event : events) {
        int[] body = (int[]) ((Event.Message) event).body();
        if (body[1] != last[body[0]] + 1) {
          all.completeExceptionally(
              new AssertionError("after %d came %d".formatted(last[body[0]], body[1])));
        }
        last[body[0]] = body[1];
        got++;
      }
      if (got == expected) {
        all.complete(true);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 4})
  @Requirement({"P6", "P7"})
  void pairsThatSendToAndFro_whileSomeAreTerminated_othersFinish(int workers) {
    int pairs = 500;
    int rounds = 200;
    try (TestPool test = TestPool.start(workers)) {
      List<CompletableFuture<ExitReason>> exits = new ArrayList<>();
      for (int i = 0; i < pairs; i++) {
        Pid echo = test.system.spawn(ProcessStressTest::echo, "run", null);
        exits.add(test.system.run(() -> pinging(echo, rounds), "run", null));
        Pid victim = test.system.spawn(ProcessStressTest::echo, "run", null);
        test.system.terminate(victim, "on purpose");
      }
      for (CompletableFuture<ExitReason> exit : exits) {
        assertThat(TestPool.await(exit)).isEqualTo(new ExitReason.Done(rounds));
      }
    }
  }

  private static Script echo() {
    return new Script(
        (self, events, out) -> {
          for (Event event : events) {
            if (event instanceof Event.Message(Pid sender, Object body) && sender != null) {
              out.send(sender, body);
            }
          }
          out.idle();
        });
  }

  private static Script pinging(Pid echo, int rounds) {
    return new Script(
        (self, events, out) -> {
          if (self.received.size() == rounds) {
            out.done(rounds);
          } else {
            out.post(Commands.send(echo, self.received.size()));
            out.idle();
          }
        });
  }
}
