package dev.tactus.dispatch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tactus.actor.ActorRef;
import dev.tactus.actor.ActorSystem;
import dev.tactus.actor.Props;
import dev.tactus.actor.SystemSettings;
import dev.tactus.mailbox.PumpedSystem;
import dev.tactus.requirement.Requirement;
import dev.tactus.scheduler.RuntimeToolbox;
import dev.tactus.workers.FailureHandler;
import dev.tactus.workers.PoolSettings;
import dev.tactus.workers.PumpPool;
import dev.tactus.workers.SteppedPool;
import dev.tactus.workers.WorkerPool;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Actors on every kind of host.
@Timeout(120)
final class HostsTest {
  private static final Duration SOON = Duration.ofSeconds(60);

  private record WhereAreYou(ActorRef<Thread> replyTo) {}

  private static Props<WhereAreYou> locator() {
    return Props.of(() -> (ctx, question) -> question.replyTo().tell(Thread.currentThread()));
  }

  private static Thread locate(ActorRef<WhereAreYou> actor) {
    return actor.ask(WhereAreYou::new, SOON).join();
  }

  @Test
  @Requirement("M7.1")
  void host_workers_runsOnAWorker() {
    try (ActorSystem system = ActorSystem.start(SystemSettings.of("hosts").withWorkers(1))) {
      assertThat(locate(system.spawn(locator())).getName()).isEqualTo("hosts-worker-0");
    }
  }

  @Test
  @Requirement("M7.1")
  void host_virtualThreads_runsOnOneAndMayBlockIt() throws Exception {
    SystemSettings settings =
        SystemSettings.of("hosts")
            .withWorkers(1)
            .withDispatcher("blocking", DispatcherSettings.virtualThreads());
    try (ActorSystem system = ActorSystem.start(settings)) {
      CountDownLatch gate = new CountDownLatch(1);
      CountDownLatch arrived = new CountDownLatch(20);
      for (int i = 0; i < 20; i++) {
        system
            .spawn(
                Props.<String>of(
                        () ->
                            (ctx, message) -> {
                              arrived.countDown();
                              gate.await();
                            })
                    .withDispatcher("blocking"))
            .tell("wait");
      }
      assertThat(arrived.await(60, TimeUnit.SECONDS)).isTrue();
      Thread thread = locate(system.spawn(locator().withDispatcher("blocking")));
      assertThat(thread.isVirtual()).isTrue();
      assertThat(system.dispatchers().dump().text()).contains("virtual-");
      gate.countDown();
    }
  }

  @Test
  @Requirement("M7.1")
  void host_executor_isUsedAndLeftOpen() {
    ExecutorService executor = Executors.newFixedThreadPool(2, run -> new Thread(run, "mine"));
    try {
      SystemSettings settings =
          SystemSettings.of("hosts")
              .withWorkers(1)
              .withDispatcher("mine", DispatcherSettings.executor(executor));
      try (ActorSystem system = ActorSystem.start(settings)) {
        assertThat(locate(system.spawn(locator().withDispatcher("mine"))).getName())
            .isEqualTo("mine");
      }
      assertThat(executor.isShutdown()).isFalse();
    } finally {
      executor.shutdownNow();
    }
  }

  @Test
  @Requirement("M7.1")
  void host_pinned_givesEachActorAThreadOfItsOwnUntilItEnds() throws Exception {
    SystemSettings settings =
        SystemSettings.of("hosts")
            .withWorkers(1)
            .withDispatcher("own", DispatcherSettings.pinned());
    try (ActorSystem system = ActorSystem.start(settings)) {
      ActorRef<WhereAreYou> first = system.spawn(locator().withDispatcher("own"));
      ActorRef<WhereAreYou> second = system.spawn(locator().withDispatcher("own"));
      Thread ofFirst = locate(first);
      assertThat(locate(second)).isNotSameAs(ofFirst);
      assertThat(locate(first)).isSameAs(ofFirst);
      system.stop(first);
      ofFirst.join();
    }
  }

  @Test
  @Requirement({"M7.1", "M2.6"})
  void host_pump_runsOnTheThreadThatMovesIt() {
    try (PumpedSystem pumped = PumpedSystem.start()) {
      var answer = pumped.system.spawn(locator()).ask(WhereAreYou::new, SOON);
      assertThat(answer).isNotDone();
      pumped.run();
      assertThat(answer).isCompletedWithValue(Thread.currentThread());
    }
  }

  private static List<String> play(long seed) {
    SteppedPool pool = SteppedPool.of(PoolSettings.defaults().withWorkers(3).withSeed(seed));
    List<String> log = new ArrayList<>();
    SystemSettings settings =
        SystemSettings.of("stepped")
            .withToolbox(RuntimeToolbox::manual)
            .withCloseTimeout(Duration.ZERO)
            .withDispatcher(Dispatchers.DEFAULT_ID, DispatcherSettings.pool(pool));
    try (ActorSystem system = ActorSystem.start(settings)) {
      List<ActorRef<Integer>> actors = new ArrayList<>();
      for (int i = 0; i < 4; i++) {
        String name = "a" + i;
        Props<Integer> props =
            Props.of(
                () ->
                    (ctx, left) -> {
                      log.add(name + left);
                      if (left > 0) {
                        actors.get((left * 7) % actors.size()).tell(left - 1);
                      }
                    });
        actors.add(system.spawn(name, props));
      }
      actors.forEach(actor -> actor.tell(5));
      assertThat(pool.runUntilIdle(10_000)).isLessThan(10_000);
    }
    return log;
  }

  @Test
  @Requirement("M2.6")
  void host_stepped_sameSeedGivesTheSameOrder() {
    assertThat(play(1)).hasSize(24).isEqualTo(play(1));
    assertThat(List.of(play(2), play(3), play(4), play(5)))
        .anySatisfy(log -> assertThat(log).isNotEqualTo(play(1)));
  }

  @Test
  @Requirement("M7.2")
  void executor_withoutWork_getsNoCommands() throws Exception {
    AtomicInteger commands = new AtomicInteger();
    LinkedBlockingQueue<Runnable> queue = new LinkedBlockingQueue<>();
    try (ThreadPoolExecutor executor =
        new ThreadPoolExecutor(1, 1, 1, TimeUnit.MINUTES, queue) {
          @Override
          public void execute(Runnable command) {
            commands.incrementAndGet();
            super.execute(command);
          }
        }) {
      SystemSettings settings =
          SystemSettings.of("hosts")
              .withWorkers(1)
              .withDispatcher("mine", DispatcherSettings.executor(executor));
      try (ActorSystem system = ActorSystem.start(settings)) {
        ActorRef<WhereAreYou> actor = system.spawn(locator().withDispatcher("mine"));
        Thread unused = locate(actor);
        executor.submit(() -> {}).get(); // behind the turn, which has ended then
        int before = commands.get();
        executor.submit(() -> {}).get();
        assertThat(commands.get()).isEqualTo(before + 1);
      }
    }
  }

  @Test
  @Requirement("M7.2")
  void workers_withoutWork_sleep() {
    try (ActorSystem system = ActorSystem.start(SystemSettings.of("hosts").withWorkers(2))) {
      Thread unused = locate(system.spawn(locator()));
      Dispatcher dispatcher = system.dispatchers().lookup(Dispatchers.DEFAULT_ID);
      while (dispatcher.snapshot().sleeping() < 2) {
        Thread.onSpinWait();
      }
      assertThat(dispatcher.pool()).isInstanceOf(WorkerPool.class);
      assertThat(dispatcher.snapshot().waiting()).isZero();
    }
  }

  @Test
  @Requirement("M7.2")
  void pump_withNothingReady_callsNobody() {
    AtomicInteger calls = new AtomicInteger();
    PumpPool pump = PumpPool.of("pump", calls::incrementAndGet, FailureHandler.UNCAUGHT);
    SystemSettings settings =
        SystemSettings.of("hosts")
            .withToolbox(RuntimeToolbox::manual)
            .withCloseTimeout(Duration.ZERO)
            .withDispatcher(Dispatchers.DEFAULT_ID, DispatcherSettings.pool(pump));
    try (ActorSystem system = ActorSystem.start(settings)) {
      assertThat(pump.runAll(100)).isEqualTo(3); // the guardians
      assertThat(calls).hasValue(3);
      long unused = system.scheduler().advance(Duration.ofHours(1));
      assertThat(calls).hasValue(3);
      assertThat(pump.runOne()).isFalse();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {Dispatchers.DEFAULT_ID, "pinned", "virtual"})
  @Requirement({"M7.1", "A2"})
  void close_byAnActorOfTheSystem_isRefusedOnEveryHost(String dispatcher) throws Exception {
    try (ActorSystem system =
        ActorSystem.start(
            SystemSettings.of("w")
                .withDispatcher("pinned", DispatcherSettings.pinned())
                .withDispatcher("virtual", DispatcherSettings.virtualThreads()))) {
      CompletableFuture<Throwable> thrown = new CompletableFuture<>();
      ActorRef<String> actor =
          system.spawn(
              Props.<String>of(
                      () ->
                          (ctx, message) -> {
                            try {
                              thrown.completeExceptionally(
                                  new AssertionError(ctx.system().shutdown()));
                            } catch (IllegalStateException e) {
                              thrown.complete(e);
                            }
                          })
                  .withDispatcher(dispatcher));
      actor.tell("close");
      assertThat(thrown.get(50, TimeUnit.SECONDS)).hasMessageContaining("one of its own actors");
    }
  }
}
