package dev.tactus.actor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tactus.actor.SteppedSystem.Act;
import dev.tactus.actor.Supervision.Directive;
import dev.tactus.requirement.Requirement;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// A handler may throw anything: supervision decides, others go on, workers survive.
@Requirement({"A3", "W2"})
final class FailureTest {
  private static final class Unusual extends Throwable {
    private static final long serialVersionUID = 1L;

    Unusual() {
      super("unusual");
    }
  }

  @SuppressWarnings("unchecked") // throws what the signature does not allow, as other languages do
  private static <E extends Throwable> void sneak(Throwable error) throws E {
    throw (E) error;
  }

  @SuppressWarnings("InfiniteRecursion") // that is the point
  private static int overflow(int depth) {
    return overflow(depth + 1) + 1;
  }

  @Test
  void receive_throwsAnything_isSupervisedAndTheActorGoesOn() {
    try (SteppedSystem t = SteppedSystem.start()) {
      ActorRef<Act> actor = t.puppet("a");
      List<Throwable> thrown =
          List.of(
              new IllegalStateException("runtime"),
              new Exception("checked"),
              new AssertionError("error"),
              new LinkageError("linkage"),
              new Unusual());
      for (Throwable error : thrown) {
        t.run(actor, ctx -> FailureTest.<RuntimeException>sneak(error));
      }
      t.run(actor, ctx -> overflow(0));
      List<String> seen = new ArrayList<>();
      t.run(actor, ctx -> seen.add("alive"));
      assertThat(seen).containsExactly("alive");
      List<ActorEvent.Failed> failures = t.events(ActorEvent.Failed.class);
      assertThat(failures).hasSize(6).allMatch(failure -> failure.directive() == Directive.RESTART);
      assertThat(failures)
          .map(ActorEvent.Failed::cause)
          .startsWith(thrown.toArray(Throwable[]::new));
      assertThat(failures.getLast().cause()).isInstanceOf(StackOverflowError.class);
    }
  }

  @Test
  void receive_throws_namesTheMessageType() {
    record Order(String secret) {}
    try (SteppedSystem t = SteppedSystem.start()) {
      ActorRef<Order> actor =
          t.system.spawn(
              "shop",
              () ->
                  (ctx, order) -> {
                    throw new IllegalStateException("sold out");
                  });
      actor.tell(new Order("address"));
      t.run();
      assertThat(t.events(ActorEvent.Failed.class))
          .singleElement()
          .satisfies(
              failure -> {
                assertThat(failure.actor()).isEqualTo(actor);
                assertThat(failure.message()).contains("Order").doesNotContain("address");
              });
    }
  }

  @Test
  void receive_interrupted_isAFailureLikeOthers() {
    try (SteppedSystem t = SteppedSystem.start()) {
      ActorRef<Act> actor = t.puppet("a");
      t.run(
          actor,
          ctx -> {
            throw new InterruptedException("stop it");
          });
      assertThat(Thread.interrupted()).as("the interrupt is kept for the thread's owner").isTrue();
      assertThat(t.events(ActorEvent.Failed.class)).hasSize(1);
    }
  }

  @Test
  void receive_errorOfTheVirtualMachine_isReportedPassedOnAndSupervised() {
    Thread thread = Thread.currentThread();
    Thread.UncaughtExceptionHandler before = thread.getUncaughtExceptionHandler();
    List<Throwable> reported = new ArrayList<>();
    thread.setUncaughtExceptionHandler((where, error) -> reported.add(error));
    try (SteppedSystem t = SteppedSystem.start()) {
      ActorRef<Act> actor = t.puppet("a");
      OutOfMemoryError error = new OutOfMemoryError("for the test");
      t.run(
          actor,
          ctx -> {
            throw error;
          });
      assertThat(reported).containsExactly(error);
      assertThat(t.events(ActorEvent.Failed.class))
          .singleElement()
          .satisfies(failure -> assertThat(failure.cause()).isSameAs(error));
    } finally {
      thread.setUncaughtExceptionHandler(before);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void receive_throwsOnRealWorkers_workersSurviveAndOthersGoOn(int workers) throws Exception {
    BlockingQueue<Integer> seen = new LinkedBlockingQueue<>();
    try (ActorSystem system = ActorSystem.start(SystemSettings.of("w").withWorkers(workers))) {
      Props<Integer> wild =
          Props.<Integer>of(
                  () ->
                      (ctx, number) -> {
                        switch (number % 3) {
                          case 0 -> overflow(0);
                          case 1 -> FailureTest.<RuntimeException>sneak(new Unusual());
                          default -> throw new IllegalStateException("number " + number);
                        }
                      })
              .withSupervision(Supervision.resume());
      ActorRef<Integer> failing = system.spawn("failing", wild);
      ActorRef<Integer> calm = system.spawn("calm", () -> (ctx, number) -> seen.add(number));
      for (int i = 0; i < 100; i++) {
        failing.tell(i);
        calm.tell(i);
      }
      for (int i = 0; i < 100; i++) {
        assertThat(seen.take()).isEqualTo(i);
      }
    }
  }

  @Test
  void receive_blocks_othersGoOn() throws Exception {
    CountDownLatch blocked = new CountDownLatch(1);
    CountDownLatch release = new CountDownLatch(1);
    BlockingQueue<String> seen = new LinkedBlockingQueue<>();
    try (ActorSystem system = ActorSystem.start(SystemSettings.of("w").withWorkers(2))) {
      ActorRef<String> blocking =
          system.spawn(
              "blocking",
              () ->
                  (ctx, text) -> {
                    blocked.countDown();
                    release.await();
                  });
      ActorRef<String> calm = system.spawn("calm", () -> (ctx, text) -> seen.add(text));
      blocking.tell("block");
      blocked.await();
      calm.tell("alive");
      assertThat(seen.take()).isEqualTo("alive");
      release.countDown();
    }
  }

  @Test
  void started_failsAndIsToBeResumed_stops() {
    try (SteppedSystem t = SteppedSystem.start()) {
      List<String> seen = new ArrayList<>();
      Actor<String> halfMade =
          new Actor<>() {
            @Override
            public void started(Context<String> ctx) throws IOException {
              throw new IOException("no connection");
            }

            @Override
            public void receive(Context<String> ctx, String text) {
              seen.add(text);
            }
          };
      ActorRef<String> actor =
          t.system.spawn(
              "a", Props.<String>of(() -> halfMade).withSupervision(Supervision.resume()));
      actor.tell("x");
      t.run();
      assertThat(seen).isEmpty();
      assertThat(t.hasEnded(actor)).isTrue();
      assertThat(decisions(t)).containsExactly(Directive.STOP);
    }
  }

  @Test
  void started_failsAndIsRestarted_canBeResumedAfterwards() {
    try (SteppedSystem t = SteppedSystem.start()) {
      AtomicInteger starts = new AtomicInteger();
      List<String> seen = new ArrayList<>();
      Actor<Act> shaky =
          new Actor<>() {
            @Override
            public void started(Context<Act> ctx) throws IOException {
              if (starts.incrementAndGet() == 1) {
                throw new IOException("not yet");
              }
            }

            @Override
            public void receive(Context<Act> ctx, Act act) throws Exception {
              act.run(ctx);
            }
          };
      Supervision mixed = Supervision.resume().on(IOException.class, Directive.RESTART);
      ActorRef<Act> actor = t.system.spawn("a", Props.<Act>of(() -> shaky).withSupervision(mixed));
      t.run(
          actor,
          ctx -> {
            throw new IllegalStateException("broken");
          });
      t.run(actor, ctx -> seen.add("handled"));
      assertThat(seen).containsExactly("handled");
      assertThat(decisions(t)).containsExactly(Directive.RESTART, Directive.RESUME);
    }
  }

  /// Directives in the order in which they were decided.
  private static List<Directive> decisions(SteppedSystem t) {
    return t.events(ActorEvent.Failed.class).stream().map(ActorEvent.Failed::directive).toList();
  }
}
