package dev.tactus.dispatch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tactus.actor.ActorRef;
import dev.tactus.actor.ActorSystem;
import dev.tactus.actor.Props;
import dev.tactus.actor.SpawnException;
import dev.tactus.actor.SystemSettings;
import dev.tactus.mailbox.PumpedSystem;
import dev.tactus.mailbox.poll.Receiver;
import dev.tactus.requirement.Requirement;
import dev.tactus.scheduler.RuntimeToolbox;
import dev.tactus.workers.ChoosingPool;
import dev.tactus.workers.PoolSettings;
import dev.tactus.workers.WorkerHost;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// The registry of dispatchers, from the first lookup to the end.
@Timeout(60)
final class DispatchersTest {
  private static final PoolSettings LATE = PoolSettings.defaults().withName("late").withWorkers(1);

  @Test
  @Requirement({"M6.1", "M7.1"})
  void lookup_afterTheEnd_startsNoMoreThreads() {
    PumpedSystem pumped =
        PumpedSystem.with(
            s ->
                s.withDispatcher("own", DispatcherSettings.pinned())
                    .withDispatcher("late", DispatcherSettings.workers(LATE)));
    Dispatchers dispatchers = pumped.system.dispatchers();
    Dispatcher started = dispatchers.lookup(Dispatchers.DEFAULT_ID);
    pumped.close();
    for (String id : List.of("own", "late")) {
      assertThatThrownBy(() -> dispatchers.lookup(id))
          .isInstanceOf(RejectedExecutionException.class)
          .hasMessageContaining("'" + id + "'")
          .hasMessageContaining("has ended");
    }
    assertThat(dispatchers.lookup(Dispatchers.DEFAULT_ID)).isSameAs(started);
  }

  @Test
  @Requirement({"M6.2", "A2"})
  void spawn_byAnActorThatOutlivedItsSystem_startsNoDispatcher() throws Exception {
    CountDownLatch begun = new CountDownLatch(1);
    CountDownLatch gate = new CountDownLatch(1);
    CompletableFuture<Object> outcome = new CompletableFuture<>();
    ActorSystem system =
        ActorSystem.start(
            SystemSettings.of("short")
                .withWorkers(1)
                .withCloseTimeout(Duration.ofMillis(1))
                .withDispatcher("blocking", DispatcherSettings.virtualThreads())
                .withDispatcher("late", DispatcherSettings.workers(LATE)));
    ActorRef<String> stuck =
        system.spawn(
            Props.<String>of(
                    () ->
                        (ctx, message) -> {
                          begun.countDown();
                          gate.await();
                          try {
                            outcome.complete(
                                ctx.spawn(
                                    Props.<String>of(() -> (c, m) -> {}).withDispatcher("late")));
                          } catch (SpawnException e) {
                            outcome.complete(e);
                          }
                        })
                .withDispatcher("blocking"));
    stuck.tell("wait");
    begun.await();
    assertThat(system.shutdown().forced()).containsExactly(stuck.path());
    gate.countDown();
    assertThat(outcome.get(50, TimeUnit.SECONDS))
        .isInstanceOf(SpawnException.class)
        .asString()
        .contains("'late'")
        .contains("has ended");
  }

  @Test
  @Requirement("M7.1")
  void workers_withAFailureHandlerOfTheirOwn_keepIt() throws Exception {
    CompletableFuture<Throwable> failure = new CompletableFuture<>();
    PoolSettings watched = LATE.withFailures((task, error) -> failure.complete(error));
    try (ActorSystem system =
        ActorSystem.start(
            SystemSettings.of("watched")
                .withWorkers(1)
                .withDispatcher("late", DispatcherSettings.workers(watched)))) {
      system
          .dispatchers()
          .lookup("late")
          .execute(
              () -> {
                throw new IllegalStateException("broken");
              });
      assertThat(failure.get(50, TimeUnit.SECONDS)).hasMessage("broken");
    }
  }

  @Test
  @Requirement("M2.1")
  void deadline_beyondAllClocks_isNone() {
    try (PumpedSystem pumped =
        PumpedSystem.withDispatcher(
            s -> s.withThroughputDeadline(ChronoUnit.FOREVER.getDuration()))) {
      List<Integer> handled = new ArrayList<>();
      ActorRef<Integer> actor = pumped.system.spawn(() -> (ctx, message) -> handled.add(message));
      for (int i = 0; i < 5; i++) {
        actor.tell(i);
      }
      assertThat(pumped.run()).isEqualTo(1);
      assertThat(handled).hasSize(5);
    }
  }

  @Test
  @Requirement("A2")
  void close_withATimeoutBeyondAllClocks_waitsAsLongAsItTakes() {
    ActorSystem system =
        ActorSystem.start(
            SystemSettings.of("patient")
                .withWorkers(1)
                .withCloseTimeout(ChronoUnit.FOREVER.getDuration()));
    assertThat(system.shutdown().forced()).isEmpty();
  }

  private record WhereAreYou(ActorRef<Thread> replyTo) {}

  private static Thread locate(ActorRef<WhereAreYou> actor) {
    return actor.ask(WhereAreYou::new, Duration.ofSeconds(50)).join();
  }

  private static ActorRef<WhereAreYou> locator(ActorSystem system, String name) {
    return system.spawn(
        name, () -> (ctx, question) -> question.replyTo().tell(Thread.currentThread()));
  }

  private static ActorSystem pinnedByDefault() {
    return ActorSystem.start(
        SystemSettings.of("own")
            .withDispatcher(Dispatchers.DEFAULT_ID, DispatcherSettings.pinned()));
  }

  @Test
  @Requirement({"M7.1", "M6.1"})
  void pinned_byDefault_givesEachActorAThreadOfItsOwnUntilItEnds() throws Exception {
    try (ActorSystem system = pinnedByDefault()) {
      ActorRef<WhereAreYou> first = locator(system, "first");
      Thread ofFirst = locate(first);
      assertThat(locate(locator(system, "second"))).isNotSameAs(ofFirst);
      assertThat(locate(first)).isSameAs(ofFirst);
      system.stop(first);
      ofFirst.join();
    }
  }

  @Test
  @Requirement({"M7.1", "M6.1"})
  void pinned_byDefault_outlivesASpawnThatIsRefused() {
    try (ActorSystem system = pinnedByDefault()) {
      ActorRef<WhereAreYou> first = locator(system, "first");
      assertThatThrownBy(() -> locator(system, "first")).isInstanceOf(SpawnException.class);
      assertThatThrownBy(
              () ->
                  system.spawn(
                      "other", Props.<String>of(() -> (ctx, m) -> {}).withMailbox("unknown")))
          .isInstanceOf(SpawnException.class);
      assertThat(locate(first).isAlive()).isTrue();
      assertThat(locate(locator(system, "second")).isAlive()).isTrue();
    }
  }

  @Test
  @Requirement({"M7.1", "M8.1"})
  void pinned_byDefault_completesAllPollsOnOneThread() {
    try (ActorSystem system = pinnedByDefault()) {
      int before = system.dispatchers().dump().dispatchers().size();
      try (Receiver<String> receiver = Receiver.open(system)) {
        receiver.address().tell("hello");
        assertThat(receiver.nextMessage().join()).isEqualTo("hello");
        assertThat(system.dispatchers().dump().dispatchers()).hasSize(before + 1);
      }
    }
  }

  @Test
  @Requirement("A2")
  @SuppressWarnings("NullAway") // a factory may refuse like this
  void start_ofASystemWithoutThreadsForItsWorkers_leavesNoneBehind() throws Exception {
    List<Thread> made = new CopyOnWriteArrayList<>();
    ThreadFactory ticking =
        run -> {
          Thread thread = new Thread(run);
          made.add(thread);
          return thread;
        };
    PoolSettings without = LATE.withHost(WorkerHost.DEFAULT.withThreads(run -> null));
    SystemSettings settings =
        SystemSettings.of("failing")
            .withToolbox(() -> RuntimeToolbox.host().withThreads(ticking))
            .withDispatcher(Dispatchers.DEFAULT_ID, DispatcherSettings.workers(without));
    assertThatThrownBy(() -> ActorSystem.start(settings))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("gave no thread");
    assertThat(made).isNotEmpty();
    for (Thread thread : made) {
      thread.join(); // until the limit of the class
    }
  }

  @Test
  @Requirement({"M4.4", "D1"})
  void dump_ofAPoolThatChooses_drawsNoChoice() {
    AtomicInteger drawn = new AtomicInteger();
    ChoosingPool pool =
        ChoosingPool.of("choosing", n -> drawn.getAndIncrement() % n, true, (task, error) -> {});
    try (ActorSystem system =
        ActorSystem.start(
            SystemSettings.of("simulated")
                .withToolbox(RuntimeToolbox::manual)
                .withDispatcher(
                    Dispatchers.DEFAULT_ID, DispatcherSettings.pool(pool).withThroughput(7)))) {
      int before = drawn.get();
      assertThat(system.dispatchers().dump().dispatchers())
          .extracting(DispatcherDump.Line::throughput)
          .containsExactly(7);
      assertThat(drawn).hasValue(before);
    }
  }
}
