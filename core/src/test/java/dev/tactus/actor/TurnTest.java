package dev.tactus.actor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tactus.dispatch.DispatcherSettings;
import dev.tactus.dispatch.Dispatchers;
import dev.tactus.requirement.Requirement;
import dev.tactus.workers.PoolSettings;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// When an actor runs, and how many of them at a time.
final class TurnTest {
  @Test
  @Requirement("W1")
  void tell_idleActor_makesItReadyOnceAndDoesNotRunIt() {
    try (SteppedSystem t = SteppedSystem.start()) {
      List<String> seen = new ArrayList<>();
      ActorRef<String> actor = t.collector("a", seen);
      t.run();
      for (int i = 0; i < 10; i++) {
        actor.tell("message " + i);
      }
      assertThat(seen).isEmpty();
      assertThat(t.pool.runUntilIdle(100)).as("one turn for all of them").isEqualTo(1);
      assertThat(seen).hasSize(10);
    }
  }

  @Test
  @Requirement("W1")
  void tell_fromAnotherActorsTurn_doesNotRunTheReceiverWithinIt() {
    try (SteppedSystem t = SteppedSystem.start()) {
      List<String> seen = new ArrayList<>();
      ActorRef<String> receiver = t.collector("receiver", seen);
      t.run(
          t.puppet("sender"),
          ctx -> {
            receiver.tell("hello");
            seen.add("sent");
            ctx.self().tell(again -> seen.add("own message"));
            seen.add("over");
          });
      assertThat(seen).startsWith("sent", "over").contains("hello", "own message");
    }
  }

  @Test
  @Requirement({"W1", "W2"})
  void turn_moreMessagesThanItsThroughput_goesBehindOthers() {
    try (SteppedSystem t = SteppedSystem.start(1, 4)) {
      List<String> seen = new ArrayList<>();
      ActorRef<String> busy = t.collector("busy", seen);
      ActorRef<String> other = t.collector("other", seen);
      t.run();
      for (int i = 0; i < 10; i++) {
        busy.tell("busy");
      }
      other.tell("other");
      t.run();
      assertThat(seen.indexOf("other")).isEqualTo(4);
      assertThat(seen).hasSize(11);
    }
  }

  @Test
  @Requirement("W2")
  void turns_differentActors_runInParallel() throws Exception {
    int workers = 4;
    CyclicBarrier meeting = new CyclicBarrier(workers);
    CountDownLatch over = new CountDownLatch(workers);
    try (ActorSystem system = ActorSystem.start(SystemSettings.of("w").withWorkers(workers))) {
      for (int i = 0; i < workers; i++) {
        ActorRef<String> actor =
            system.spawn(
                "a" + i,
                () ->
                    (ctx, text) -> {
                      meeting.await(); // passes only when as many actors run at once
                      over.countDown();
                    });
        actor.tell("meet");
      }
      over.await();
    }
  }

  @Test
  @Requirement("W2")
  void workers_byDefault_areAsManyAsProcessors() {
    try (ActorSystem system = ActorSystem.start("w")) {
      assertThat(system.dispatchers().lookup(Dispatchers.DEFAULT_ID).snapshot().workers())
          .hasSize(Runtime.getRuntime().availableProcessors());
    }
  }

  static Stream<DispatcherSettings> hosts() {
    return Stream.of(
        DispatcherSettings.workers(PoolSettings.defaults().withWorkers(1)),
        DispatcherSettings.workers(PoolSettings.defaults().withWorkers(2)),
        DispatcherSettings.workers(PoolSettings.defaults().withWorkers(8)).withThroughput(1),
        DispatcherSettings.virtualThreads().withThroughput(3),
        DispatcherSettings.executor(ForkJoinPool.commonPool()).withThroughput(2),
        DispatcherSettings.pinned());
  }

  /// One actor with plain fields, told by several threads at once.
  @ParameterizedTest
  @MethodSource("hosts")
  @Requirement({"W2", "A1"})
  void turns_oneActorManySenders_neverOverlapSeeEarlierWritesAndKeepTheOrder(
      DispatcherSettings host) throws Exception {
    int senders = 4;
    int each = 20_000;
    CountDownLatch over = new CountDownLatch(1);
    AtomicInteger inside = new AtomicInteger();
    List<String> wrong = new ArrayList<>();
    try (ActorSystem system =
        ActorSystem.start(SystemSettings.of("w").withDispatcher("host", host))) {
      Actor<long[]> checking =
          new Actor<>() {
            private final long[] latest = new long[senders];
            private int handled;

            @Override
            public void receive(Context<long[]> ctx, long[] message) {
              if (inside.getAndIncrement() != 0) {
                wrong.add("two turns at once");
              }
              int sender = (int) message[0];
              if (message[1] != latest[sender] + 1) {
                wrong.add("sender " + sender + ": " + message[1] + " after " + latest[sender]);
              }
              latest[sender] = message[1];
              if (++handled == senders * each) {
                over.countDown();
              }
              inside.getAndDecrement();
            }
          };
      ActorRef<long[]> actor =
          system.spawn("a", Props.<long[]>of(() -> checking).withDispatcher("host"));
      List<Thread> threads = new ArrayList<>();
      for (int sender = 0; sender < senders; sender++) {
        int number = sender;
        threads.add(
            Thread.ofPlatform()
                .start(
                    () -> {
                      for (int i = 1; i <= each; i++) {
                        actor.tell(new long[] {number, i});
                      }
                    }));
      }
      for (Thread thread : threads) {
        thread.join();
      }
      over.await();
      assertThat(wrong).isEmpty();
    }
  }
}
