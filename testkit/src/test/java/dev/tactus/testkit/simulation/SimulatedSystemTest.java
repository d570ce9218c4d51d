package dev.tactus.testkit.simulation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tactus.actor.ActorObserver;
import dev.tactus.actor.ActorRef;
import dev.tactus.actor.Props;
import dev.tactus.actor.SystemSettings;
import dev.tactus.dispatch.DispatcherSettings;
import dev.tactus.dispatch.Dispatchers;
import dev.tactus.mailbox.MailboxSettings;
import dev.tactus.mailbox.OverflowStrategy;
import dev.tactus.requirement.Requirement;
import dev.tactus.scheduler.BackpressureSwitch;
import dev.tactus.scheduler.RuntimeToolbox;
import dev.tactus.workers.FailureHandler;
import dev.tactus.workers.PoolSettings;
import dev.tactus.workers.PumpPool;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/// Whatever a test makes of the settings of its system, all of it stays in the simulation.
@Requirement("D1")
final class SimulatedSystemTest {
  private static final Props<List<Thread>> TELLS_ITS_THREAD =
      Props.of(() -> (ctx, threads) -> threads.add(Thread.currentThread()));

  private static SimulationSettings with(UnaryOperator<SystemSettings> change) {
    return SimulationSettings.DEFAULT.withSystem(change);
  }

  private static void runsOnThisThread(DispatcherSettings dispatcher) {
    List<Thread> threads = new ArrayList<>();
    try (Simulation sim =
        Simulation.ofSeed(1, with(system -> system.withDispatcher("another", dispatcher)))) {
      for (int i = 0; i < 2; i++) {
        sim.system().spawn(TELLS_ITS_THREAD.withDispatcher("another")).tell(threads);
      }
      sim.settle();

      assertThat(threads)
          .as("%s", dispatcher)
          .containsExactly(Thread.currentThread(), Thread.currentThread());
    }
  }

  @Test
  void settle_actorsOnAnyDispatcher_runOnTheThreadOfTheTest() {
    runsOnThisThread(DispatcherSettings.virtualThreads());
    runsOnThisThread(DispatcherSettings.workers(PoolSettings.defaults().withWorkers(1)));
    runsOnThisThread(DispatcherSettings.pinned());
    runsOnThisThread(
        DispatcherSettings.executor(
            command -> {
              throw new AssertionError("the executor was asked to run " + command);
            }));
    PumpPool pump = PumpPool.of("pump", () -> {}, FailureHandler.UNCAUGHT);
    runsOnThisThread(DispatcherSettings.pool(pump));
  }

  @Test
  void settle_defaultDispatcherIsReplaced_runsOnTheThreadOfTheTest() {
    List<Thread> threads = new ArrayList<>();
    try (Simulation sim = Simulation.ofSeed(1, with(system -> system.withWorkers(2)))) {
      sim.system().spawn(TELLS_ITS_THREAD).tell(threads);
      sim.settle();

      assertThat(threads).containsExactly(Thread.currentThread());
    }
  }

  @Test
  void settle_actorsOnTwoDispatchers_runInAnyOrder() {
    SimulationSettings settings =
        with(system -> system.withDispatcher("blocking", DispatcherSettings.virtualThreads()));
    Set<List<String>> orders = new HashSet<>();
    for (long seed = 0; seed < 50; seed++) {
      try (Simulation sim = Simulation.ofSeed(seed, settings)) {
        List<String> order = new ArrayList<>();
        for (String id : List.of(Dispatchers.DEFAULT_ID, "blocking")) {
          Props<String> props = Props.of(() -> (ctx, text) -> order.add(text));
          sim.system().spawn(props.withDispatcher(id)).tell(id);
        }
        sim.settle();
        orders.add(order);
      }
    }

    assertThat(orders).hasSize(2);
  }

  @Test
  void ofSeed_dispatcherWithSettingsOfItsOwn_keepsThem() {
    DispatcherSettings blocking =
        DispatcherSettings.virtualThreads()
            .withThroughput(3)
            .withThroughputDeadline(Duration.ofMillis(7))
            .withMailbox("small")
            .withStarvationTimeout(Duration.ofSeconds(9));
    SimulationSettings settings =
        with(
            system ->
                system
                    .withDispatcher("blocking", blocking)
                    .withMailbox("small", MailboxSettings.bounded(1, OverflowStrategy.DROP_NEW)));
    try (Simulation sim = Simulation.ofSeed(1, settings)) {
      assertThat(sim.system().settings().dispatchers().get("blocking"))
          .extracting(kept -> kept.withHost(blocking.host()))
          .isEqualTo(blocking);
    }
  }

  @Test
  void ofSeed_settingsWithATimeOfTheirOwn_areRefused() {
    assertThatThrownBy(
            () -> Simulation.ofSeed(1, with(system -> SystemSettings.of("mine").withWorkers(1))))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("a HOST clock and a HOST driver")
        .hasMessageContaining("change the settings that it is given");
    assertThatThrownBy(
            () -> Simulation.ofSeed(1, with(system -> system.withToolbox(RuntimeToolbox::manual))))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("a DETERMINISTIC clock and a MANUAL driver of its own");
  }

  @Test
  void ofSeed_toolboxWithTheSameTime_isTaken() {
    SimulationSettings settings =
        with(
            system ->
                system.withToolbox(
                    () -> system.toolbox().get().withGauge(BackpressureSwitch.released())));
    try (Simulation sim = Simulation.ofSeed(1, settings)) {
      sim.advance(Duration.ofHours(1));

      assertThat(sim.nowNanos()).isEqualTo(Duration.ofHours(1).toNanos());
    }
  }

  /// Counts what it is told, and finds one mailbox full.
  private static final class Counting implements ActorObserver {
    final AtomicInteger sent = new AtomicInteger();
    final AtomicInteger handling = new AtomicInteger();
    final AtomicInteger handled = new AtomicInteger();

    @Override
    public void sent(ActorRef<?> receiver, Object message) {
      sent.incrementAndGet();
    }

    @Override
    public void handling(ActorRef<?> receiver, Object message) {
      handling.incrementAndGet();
    }

    @Override
    public void handled(ActorRef<?> receiver, Object message) {
      handled.incrementAndGet();
    }

    @Override
    public boolean isFull(ActorRef<?> receiver) {
      return receiver.path().name().equals("full");
    }
  }

  @Test
  @Requirement("D3")
  void settle_systemWithAnObserver_traceAndFaultsAreThereAndTheObserverIsTold() {
    int crashes = 0;
    for (long seed = 0; seed < 20; seed++) {
      Counting observer = new Counting();
      SimulationSettings settings =
          with(system -> system.withObserver(observer)).withFaults(Fault.HANDLER_EXCEPTION);
      try (Simulation sim = Simulation.ofSeed(seed, settings)) {
        sim.mayCrash(actor -> true);
        ActorRef<Integer> actor = sim.system().spawn("actor", () -> (ctx, i) -> {});
        for (int i = 0; i < 100; i++) {
          actor.tell(i);
        }
        sim.settle();

        assertThat(count(sim, TraceEvent.Kind.SENT)).isEqualTo(100);
        assertThat(count(sim, TraceEvent.Kind.HANDLED)).isEqualTo(100);
        assertThat(observer.sent).hasValue(100);
        assertThat(observer.handling).hasValue(100);
        assertThat(observer.handled).hasValue(100);
        crashes += count(sim, TraceEvent.Kind.FAULT);
      }
    }
    assertThat(crashes).isPositive();
  }

  @Test
  void tell_observerFindsTheMailboxFull_itIs() {
    SimulationSettings settings = with(system -> system.withObserver(new Counting()));
    try (Simulation sim = Simulation.ofSeed(1, settings)) {
      List<String> seen = new ArrayList<>();
      Props<String> props =
          Props.<String>of(() -> (ctx, text) -> seen.add(ctx.self().path().name()))
              .withMailbox(MailboxSettings.bounded(100, OverflowStrategy.DROP_NEW));
      sim.system().spawn("full", props).tell("lost");
      sim.system().spawn("roomy", props).tell("kept");
      sim.settle();

      assertThat(seen).containsExactly("roomy");
    }
  }

  private static int count(Simulation sim, TraceEvent.Kind kind) {
    return (int) sim.trace().events().stream().filter(event -> event.kind() == kind).count();
  }
}
