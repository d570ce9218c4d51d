package dev.tactus.dispatch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tactus.actor.ActorRef;
import dev.tactus.actor.ActorSystem;
import dev.tactus.actor.SystemSettings;
import dev.tactus.dispatch.DispatcherEvent.Starvation;
import dev.tactus.mailbox.PumpedSystem;
import dev.tactus.requirement.Requirement;
import dev.tactus.scheduler.RuntimeToolbox;
import dev.tactus.scheduler.Scheduler;
import dev.tactus.scheduler.SchedulerSettings;
import dev.tactus.time.wheel.WheelSettings;
import dev.tactus.workers.FailureHandler;
import dev.tactus.workers.PoolSettings;
import dev.tactus.workers.PumpPool;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Dispatchers on which work is ready and nobody takes it.
@Requirement("M2.5")
@Timeout(60)
final class StarvationTest {
  private static final Duration TIMEOUT = Duration.ofSeconds(5);

  private static ActorSystem onOneWorker(int spares) {
    PoolSettings pool =
        PoolSettings.defaults().withName("one").withWorkers(1).withSpareWorkers(spares);
    return ActorSystem.start(
        SystemSettings.of("starving")
            .withToolbox(RuntimeToolbox::manual)
            .withDispatcher(
                Dispatchers.DEFAULT_ID,
                DispatcherSettings.workers(pool).withStarvationTimeout(TIMEOUT)));
  }

  private static List<Starvation> collect(ActorSystem system) {
    List<Starvation> events = new ArrayList<>();
    system.events().subscribe(Starvation.class, events::add);
    return events;
  }

  /// Blocks the only worker of a system.
  private static void block(ActorSystem system, CountDownLatch gate) throws InterruptedException {
    CountDownLatch begun = new CountDownLatch(1);
    ActorRef<String> blocker =
        system.spawn(
            () ->
                (ctx, message) -> {
                  begun.countDown();
                  gate.await();
                });
    blocker.tell("wait");
    begun.await();
  }

  @Test
  void worker_thatIsStuck_isReportedWithItsStackAndASpareOneTakesOver() throws Exception {
    CountDownLatch gate = new CountDownLatch(1);
    CountDownLatch handled = new CountDownLatch(1);
    try (ActorSystem system = onOneWorker(1)) {
      List<Starvation> events = collect(system);
      block(system, gate);
      ActorRef<String> other = system.spawn(() -> (ctx, message) -> handled.countDown());
      other.tell("now");
      long first = system.scheduler().advance(TIMEOUT); // turns had begun since the watch did
      long second = system.scheduler().advance(TIMEOUT);
      assertThat(first + second).isPositive();
      handled.await();
      assertThat(events).hasSize(1);
      Starvation event = events.getFirst();
      assertThat(event.dispatcher()).isEqualTo("default");
      assertThat(event.waiting()).isPositive();
      assertThat(event.forNanos()).isEqualTo(TIMEOUT.toNanos());
      assertThat(event.isHelped()).isTrue();
      assertThat(event.busy()).singleElement().satisfies(StarvationTest::isTheBlocker);
      gate.countDown();
    }
  }

  private static void isTheBlocker(DispatcherEvent.BusyThread busy) {
    assertThat(busy.thread()).isEqualTo("one-worker-0");
    assertThat(busy.stack())
        .extracting(StackTraceElement::getClassName)
        .anyMatch(name -> name.contains("StarvationTest"));
  }

  @Test
  void worker_withoutASpareOne_isReportedAgainAndAgain() throws Exception {
    CountDownLatch gate = new CountDownLatch(1);
    try (ActorSystem system = onOneWorker(0)) {
      List<Starvation> events = collect(system);
      block(system, gate);
      system.spawn(() -> (ctx, message) -> {});
      long unused = system.scheduler().advance(TIMEOUT.multipliedBy(3));
      assertThat(events).extracting(Starvation::isHelped).containsExactly(false, false);
      assertThat(events)
          .extracting(Starvation::forNanos)
          .containsExactly(TIMEOUT.toNanos(), 2 * TIMEOUT.toNanos());
      gate.countDown();
    }
  }

  @Test
  void pump_thatIsNotMoved_isReportedIfAskedFor() {
    try (PumpedSystem pumped =
        PumpedSystem.withDispatcher(settings -> settings.withStarvationTimeout(TIMEOUT))) {
      List<Starvation> events = collect(pumped.system);
      pumped.advance(TIMEOUT.multipliedBy(3));
      assertThat(pumped.system.scheduler().metrics().active()).isZero(); // nothing to watch
      ActorRef<String> actor = pumped.system.spawn(() -> (ctx, message) -> {});
      actor.tell("wait");
      assertThat(pumped.system.scheduler().metrics().active()).isEqualTo(1);
      long unused = pumped.system.scheduler().advance(TIMEOUT);
      assertThat(events)
          .containsExactly(new Starvation("default", 1, TIMEOUT.toNanos(), List.of(), false));
      pumped.run();
      pumped.advance(TIMEOUT.multipliedBy(3));
      assertThat(events).hasSize(1);
      assertThat(pumped.system.scheduler().metrics().active()).isZero();
    }
  }

  /// The tick of the watch's timer is full, so that it is dropped.
  @Test
  @Requirement({"M2.5", "S4.6"})
  void pump_whoseWatchLostItsTimer_isReportedAllTheSame() {
    SchedulerSettings narrow =
        SchedulerSettings.defaults().withWheel(WheelSettings.DEFAULT.withSlotCapacity(1));
    PumpPool still = PumpPool.of("still", () -> {}, FailureHandler.UNCAUGHT);
    try (PumpedSystem pumped =
        PumpedSystem.with(
            s ->
                s.withScheduler(narrow)
                    .withDispatcher(
                        "still", DispatcherSettings.pool(still).withStarvationTimeout(TIMEOUT)))) {
      List<Starvation> events = collect(pumped.system);
      var unused = pumped.system.scheduler().scheduleOnce(TIMEOUT, () -> {}, Scheduler.DIRECT);
      pumped.system.dispatchers().lookup("still").execute(() -> {});
      pumped.advance(TIMEOUT.plusSeconds(1));
      assertThat(pumped.system.scheduler().metrics().dropped()).isEqualTo(1);
      assertThat(events).extracting(Starvation::dispatcher).containsExactly("still");
      assertThat(still.runOne()).isTrue();
    }
  }

  @Test
  void timeout_beyondAllTimers_watchesNothingAndDisturbsNobody() {
    try (PumpedSystem pumped =
        PumpedSystem.withDispatcher(s -> s.withStarvationTimeout(Duration.ofDays(100_000)))) {
      List<String> handled = new ArrayList<>();
      ActorRef<String> actor = pumped.system.spawn(() -> (ctx, message) -> handled.add(message));
      actor.tell("a");
      pumped.run();
      assertThat(handled).containsExactly("a");
      assertThat(pumped.system.scheduler().metrics().active()).isZero();
    }
  }

  @Test
  void message_thatComesJustBeforeALook_isNoStarvation() {
    try (PumpedSystem pumped =
        PumpedSystem.withDispatcher(settings -> settings.withStarvationTimeout(TIMEOUT))) {
      List<Starvation> events = collect(pumped.system);
      ActorRef<String> actor = pumped.system.spawn(() -> (ctx, message) -> {});
      pumped.run();
      long unused = pumped.system.scheduler().advance(TIMEOUT); // sees the turn, and none waits
      actor.tell("just now");
      unused = pumped.system.scheduler().advance(TIMEOUT);
      assertThat(events).isEmpty();
      unused = pumped.system.scheduler().advance(TIMEOUT);
      assertThat(events)
          .containsExactly(new Starvation("default", 1, TIMEOUT.toNanos(), List.of(), false));
    }
  }

  @Test
  @Requirement({"M2.5", "S5.3"})
  void subscriber_withAnErrorOfTheMachine_doesNotEndTheWatch() {
    try (PumpedSystem pumped =
        PumpedSystem.withDispatcher(settings -> settings.withStarvationTimeout(TIMEOUT))) {
      List<Starvation> events = new ArrayList<>();
      pumped
          .system
          .events()
          .subscribe(
              Starvation.class,
              event -> {
                events.add(event);
                throw new OutOfMemoryError("as if");
              });
      ActorRef<String> actor = pumped.system.spawn(() -> (ctx, message) -> {});
      actor.tell("wait");
      long unused = pumped.system.scheduler().advance(TIMEOUT.multipliedBy(3));
      assertThat(events).hasSize(2); // at the first look, turns had begun since the watch did
    }
  }
}
