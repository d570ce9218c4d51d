package dev.tactus.pekko;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.apache.pekko.actor.AbstractActor;
import org.apache.pekko.actor.ActorRef;
import org.apache.pekko.actor.ActorSystem;
import org.apache.pekko.actor.PoisonPill;
import org.apache.pekko.actor.Props;
import org.apache.pekko.routing.BalancingPool;
import org.junit.jupiter.api.Test;
import scala.concurrent.Await;
import scala.concurrent.Future;
import scala.concurrent.duration.Duration;

/// Dispatchers of a real actor system on our workers.
class DispatcherTest {
  private final BlockingQueue<Object> received = new LinkedBlockingQueue<>();

  /// Waits in `Await`, as code does that should not, for what another actor of the same dispatcher
  /// answers.
  private static final class Waiter extends AbstractActor {
    private final Future<Object> awaited;
    private final BlockingQueue<Object> received;
    private final CountDownLatch waiting;

    Waiter(Future<Object> awaited, BlockingQueue<Object> received, CountDownLatch waiting) {
      this.awaited = awaited;
      this.received = received;
      this.waiting = waiting;
    }

    @Override
    public Receive createReceive() {
      return receiveBuilder().matchAny(any -> awaitAnswer()).build();
    }

    private void awaitAnswer() throws Exception {
      waiting.countDown();
      received.add(Await.result(awaited, Duration.create(30, "s")));
    }
  }

  private static String threadName(Object message) {
    return (String) message;
  }

  private static final class Naming extends AbstractActor {
    private final BlockingQueue<Object> received;

    Naming(BlockingQueue<Object> received) {
      this.received = received;
    }

    @Override
    public Receive createReceive() {
      return receiveBuilder()
          .matchAny(any -> received.add(Thread.currentThread().getName()))
          .build();
    }
  }

  private Props naming() {
    return Props.create(Naming.class, () -> new Naming(received));
  }

  @Test
  void actors_onTheDefaultDispatcher_runOnOurWorkers() throws InterruptedException {
    try (RunningSystem running = RunningSystem.start(Plugins.ALL)) {
      running.system().actorOf(naming()).tell("go", ActorRef.noSender());
      assertThat(threadName(Waiting.next(received)))
          .matches("test-pekko.actor.default-dispatcher-\\d+");
      assertThat(TactusPekko.get(running.system()).dispatchers())
          .extracting(DispatcherSnapshot::id)
          .contains("pekko.actor.default-dispatcher", "pekko.actor.internal-dispatcher");
    }
  }

  @Test
  void dispatcher_withoutActors_shutsDownAndStartsAnew() throws InterruptedException {
    try (RunningSystem running =
        RunningSystem.start(
            Plugins.and(
                "mine { type = Dispatcher, shutdown-timeout = 10ms,"
                    + " executor = \"dev.tactus.pekko.TactusExecutorConfigurator\" }"))) {
      ActorSystem system = running.system();
      for (int round = 0; round < 5; round++) {
        ActorRef actor = system.actorOf(naming().withDispatcher("mine"));
        actor.tell("go", ActorRef.noSender());
        assertThat(threadName(Waiting.next(received))).startsWith("test-mine-");
        assertThat(isOneOfOurs(system, "mine")).isTrue();
        actor.tell(PoisonPill.getInstance(), ActorRef.noSender());
        Waiting.until(() -> !isOneOfOurs(system, "mine"));
      }
    }
  }

  private static boolean isOneOfOurs(ActorSystem system, String dispatcher) {
    return TactusPekko.get(system).dispatchers().stream().anyMatch(d -> d.id().equals(dispatcher));
  }

  @Test
  void await_onEveryWorker_isStoodInFor() throws Exception {
    int parallelism = 2;
    int waiters = 6;
    try (RunningSystem running =
        RunningSystem.start(
            Plugins.and(
                "mine { type = Dispatcher,"
                    + " executor = \"dev.tactus.pekko.TactusExecutorConfigurator\","
                    + " tactus-executor { parallelism-min = 1, parallelism-max = "
                    + parallelism
                    + " } }"))) {
      ActorSystem system = running.system();
      var promise = scala.concurrent.Promise$.MODULE$.<Object>apply();
      CountDownLatch waiting = new CountDownLatch(waiters);
      for (int i = 0; i < waiters; i++) {
        Props waiter =
            Props.create(Waiter.class, () -> new Waiter(promise.future(), received, waiting));
        system.actorOf(waiter.withDispatcher("mine")).tell("go", ActorRef.noSender());
      }
      Waiting.await(waiting);
      ActorRef answering =
          system.actorOf(
              Props.create(Answering.class, () -> new Answering(() -> promise.success("answer")))
                  .withDispatcher("mine"));
      answering.tell("go", ActorRef.noSender());
      for (int i = 0; i < waiters; i++) {
        assertThat(Waiting.next(received)).isEqualTo("answer");
      }
    }
  }

  private static final class Answering extends AbstractActor {
    private final Runnable answer;

    Answering(Runnable answer) {
      this.answer = answer;
    }

    @Override
    public Receive createReceive() {
      return receiveBuilder().matchAny(any -> answer.run()).build();
    }
  }

  @Test
  void balancingPool_onOurWorkers_getsAMailboxForManyReceivers() throws InterruptedException {
    try (RunningSystem running = RunningSystem.start(Plugins.ALL)) {
      ActorRef pool = running.system().actorOf(new BalancingPool(3).props(naming()));
      Set<String> threads = new ConcurrentSkipListSet<>();
      for (int i = 0; i < 300; i++) {
        pool.tell(i, ActorRef.noSender());
      }
      for (int i = 0; i < 300; i++) {
        threads.add(threadName(Waiting.next(received)));
      }
      assertThat(threads).allMatch(name -> name.contains("BalancingPool"));
    }
  }

  @Test
  void system_underLoad_endsAndLeavesNoThread() throws InterruptedException {
    Set<Thread> before = Thread.getAllStackTraces().keySet();
    try (RunningSystem running = RunningSystem.start(Plugins.ALL)) {
      ActorSystem system = running.system();
      ActorRef actor = system.actorOf(Collecting.into(received));
      for (int i = 0; i < 10_000; i++) {
        actor.tell(i, ActorRef.noSender());
        system
            .scheduler()
            .scheduleOnce(java.time.Duration.ofMillis(i % 50), () -> {}, system.dispatcher());
      }
      Object unused = Waiting.next(received);
    }
    Waiting.until(
        () ->
            Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> !before.contains(thread))
                .noneMatch(thread -> thread.getName().startsWith("test-")));
  }

  @Test
  void balancingPool_thatNamesAMailboxOfOurs_isRefusedByPekko() throws Exception {
    String[] lines =
        Plugins.and(
            "of-ours.mailbox-type = \"dev.tactus.pekko.TactusBoundedMailbox\"",
            "of-ours.mailbox-capacity = 10",
            "of-ours.mailbox-push-timeout-time = 1s",
            "pekko.stdout-loglevel = off",
            "pekko.loglevel = off");
    try (RunningSystem running = RunningSystem.start(lines)) {
      ActorRef unused =
          running.system().actorOf(new BalancingPool(2).props(naming().withMailbox("of-ours")));
      var ended = running.system().getWhenTerminated().toCompletableFuture();
      assertThat(ended.get(RunningSystem.LIMIT_SECONDS, TimeUnit.SECONDS)).isNotNull();
    }
  }
}
