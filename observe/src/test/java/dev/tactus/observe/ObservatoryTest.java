package dev.tactus.observe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.tactus.actor.ActorRef;
import dev.tactus.actor.ActorSystem;
import dev.tactus.actor.SystemSettings;
import dev.tactus.dispatch.DispatcherSettings;
import dev.tactus.dispatch.Dispatchers;
import dev.tactus.dispatch.Occupant;
import dev.tactus.error.ErrorCode;
import dev.tactus.mailbox.DeadLetterReason;
import dev.tactus.process.Pid;
import dev.tactus.process.ProcessWarning;
import dev.tactus.requirement.Requirement;
import dev.tactus.scheduler.ExecutionBatch;
import dev.tactus.scheduler.ExecutionMode;
import dev.tactus.scheduler.RuntimeToolbox;
import dev.tactus.scheduler.Scheduler;
import dev.tactus.scheduler.SchedulerDump;
import dev.tactus.scheduler.SchedulerWarning;
import dev.tactus.time.Clock;
import dev.tactus.time.ManualClock;
import dev.tactus.time.TickScale;
import dev.tactus.time.driver.DriverKind;
import dev.tactus.time.driver.DriverStats;
import dev.tactus.time.driver.DriverStatus;
import dev.tactus.time.driver.TickDriver;
import dev.tactus.time.driver.TickSink;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

final class ObservatoryTest {
  private static final Duration WAIT = Duration.ofSeconds(30);
  private static final ObservatorySettings QUICK =
      ObservatorySettings.DEFAULT.withInterval(Duration.ofMillis(10)).withSweepShare(1);

  private static ActorSystem start() {
    return ActorSystem.start(SystemSettings.of("shop").withWorkers(2));
  }

  private static boolean isWatched() {
    return Thread.getAllStackTraces().keySet().stream()
        .anyMatch(thread -> thread.getName().equals("tactus-observatory-shop"));
  }

  @Test
  @Requirement({"W8", "S4.7", "M4.4"})
  void snapshot_ofABusySystem_tellsOfActorsWorkersAndTimers() {
    CountDownLatch release = new CountDownLatch(1);
    try (ActorSystem system = start();
        Observatory observatory = Observatory.of(system, QUICK)) {
      ActorRef<String> till = system.spawn("till", () -> (ctx, text) -> release.await());
      var far = system.scheduler().scheduleOnce(Duration.ofHours(1), () -> {}, Scheduler.DIRECT);
      var near = system.scheduler().scheduleOnce(Duration.ofSeconds(4), () -> {}, Scheduler.DIRECT);
      for (int i = 0; i < 4; i++) {
        till.tell("x");
      }

      await()
          .atMost(WAIT)
          .untilAsserted(
              () -> {
                Snapshot seen = observatory.snapshot();
                assertThat(seen.actors().byState().get(Occupant.Phase.RUNNING)).isEqualTo(1);
                assertThat(seen.actors().deepest())
                    .singleElement()
                    .satisfies(
                        actor -> {
                          assertThat(actor.path()).isEqualTo("tactus://shop/user/till");
                          assertThat(actor.depth()).isEqualTo(3);
                          assertThat(actor.worker()).startsWith("shop-worker-");
                          assertThat(actor.latestType()).isEqualTo("String");
                        });
                assertThat(seen.timers().slots()).anyMatch(size -> size > 0);
                assertThat(seen.timers().overflowSize()).isEqualTo(1);
              });
      Snapshot seen = observatory.snapshot();
      assertThat(seen.version()).isEqualTo(Snapshot.VERSION);
      assertThat(seen.system()).isEqualTo("shop");
      assertThat(seen.timers().metrics().active()).isGreaterThanOrEqualTo(2);
      assertThat(seen.dispatchers()).singleElement().extracting("id").isEqualTo("default");
      assertThat(seen.dispatchers().getFirst().workers()).hasSize(2);
      assertThat(seen.dispatchers().getFirst().workers())
          .anyMatch(worker -> worker.executed() > 0 && worker.busyNanos() > 0);
      release.countDown();
      assertThat(near.cancel() && far.cancel()).isTrue();
    }
  }

  @Test
  void view_untilTheLastViewerLeaves_hasAThreadAndMeasuresTurns() {
    try (ActorSystem system = start();
        Observatory observatory = Observatory.of(system, QUICK)) {
      ActorRef<String> echo = system.spawn("echo", () -> (ctx, text) -> {});
      echo.tell("before");
      assertThat(isWatched()).isFalse();
      List<Snapshot> first = new CopyOnWriteArrayList<>();
      List<Snapshot> second = new CopyOnWriteArrayList<>();
      Viewing one = observatory.view(first::add);
      Viewing two = observatory.view(second::add);

      await()
          .atMost(WAIT)
          .until(
              () -> {
                echo.tell("while watched");
                return observatory.actor("/user/echo").orElseThrow().turnNanos() >= 0;
              });
      one.close();
      one.close();
      await().atMost(WAIT).until(() -> second.size() > first.size() + 2);
      assertThat(isWatched()).isTrue();
      two.close();

      await().atMost(WAIT).until(() -> !isWatched());
      assertThat(second.getLast().number()).isGreaterThan(second.getFirst().number());
    }
  }

  @Test
  void view_nobodyLooks_measuresNothing() {
    try (ActorSystem system = start();
        Observatory observatory = Observatory.of(system, QUICK)) {
      ActorRef<String> echo = system.spawn("echo", () -> (ctx, text) -> {});
      for (int i = 0; i < 10_000; i++) {
        echo.tell("x");
      }
      await().atMost(WAIT).until(() -> system.mailboxDepth(echo) == 0);

      assertThat(observatory.actor("/user/echo").orElseThrow().turnNanos()).isEqualTo(-1);
      assertThat(isWatched()).isFalse();
    }
  }

  /// On an executor each turn is measured while somebody looks, so that none is afterwards.
  @Test
  void view_theLastViewerHasLeft_measuresNoMore() {
    SystemSettings settings =
        SystemSettings.of("shop")
            .withDispatcher(Dispatchers.DEFAULT_ID, DispatcherSettings.virtualThreads());
    try (ActorSystem system = ActorSystem.start(settings);
        Observatory observatory = Observatory.of(system, QUICK)) {
      List<Snapshot> seen = new CopyOnWriteArrayList<>();
      Viewing viewing = observatory.view(seen::add);
      await().atMost(WAIT).until(() -> seen.size() >= 3);
      assertThat(turnNanosOfANewActor(system, observatory)).isNotNegative();
      viewing.close();
      await().atMost(WAIT).until(() -> !isWatched());

      assertThat(turnNanosOfANewActor(system, observatory)).isEqualTo(-1);
    }
  }

  private static long turnNanosOfANewActor(ActorSystem system, Observatory observatory) {
    ActorRef<ActorRef<String>> echo = system.spawn(() -> (ctx, to) -> to.tell("back"));
    for (int i = 0; i < 20; i++) {
      assertThat(echo.<String>ask(to -> to, WAIT).join()).isEqualTo("back");
    }
    return observatory.actor(echo.path().toString()).orElseThrow().turnNanos();
  }

  @Test
  void view_aViewerThatThrows_isDroppedAndOthersGoOn() {
    try (ActorSystem system = start();
        Observatory observatory = Observatory.of(system, QUICK)) {
      List<Snapshot> seen = new CopyOnWriteArrayList<>();
      Viewing bad =
          observatory.view(
              snapshot -> {
                throw new IllegalStateException("cannot follow");
              });
      Viewing good = observatory.view(seen::add);

      await().atMost(WAIT).until(() -> seen.size() >= 3);
      good.close();
      bad.close();
      await().atMost(WAIT).until(() -> !isWatched());
    }
  }

  @Test
  void view_aViewerThatFailsWithAnError_isDroppedAndOthersGoOn() {
    try (ActorSystem system = start();
        Observatory observatory = Observatory.of(system, QUICK)) {
      Viewing broken =
          observatory.view(
              snapshot -> {
                throw new AssertionError("cannot follow");
              });
      List<Snapshot> seen = new CopyOnWriteArrayList<>();
      Viewing sound = observatory.view(seen::add);

      await().atMost(WAIT).until(() -> seen.size() >= 3);
      broken.close();
      sound.close();
    }
  }

  /// A driver of the user's own, which cannot say at times what it did.
  private record Moody(TickDriver driver, AtomicInteger moods) implements TickDriver {
    @Override
    public DriverKind kind() {
      return driver.kind();
    }

    @Override
    public void attach(TickSink sink, Clock clock, TickScale scale) {
      driver.attach(sink, clock, scale);
    }

    @Override
    public void notifyTick() {
      driver.notifyTick();
    }

    @Override
    public void wake() {
      driver.wake();
    }

    @Override
    public void suspend() {
      driver.suspend();
    }

    @Override
    public void resume() {
      driver.resume();
    }

    @Override
    public DriverStatus status() {
      return driver.status();
    }

    @Override
    public DriverStatus.Flushed stopAndFlush() {
      return driver.stopAndFlush();
    }

    @Override
    public DriverStats stats() {
      return switch (moods.getAndUpdate(left -> Math.max(0, left - 1))) {
        case 0 -> driver.stats();
        case 1 -> throw new AssertionError("never");
        default -> throw new IllegalStateException("not now");
      };
    }
  }

  @Test
  @Requirement("S3.2")
  void view_aSnapshotThatCannotBeTaken_theNextOnesAreShown() {
    AtomicInteger moods = new AtomicInteger();
    RuntimeToolbox host = RuntimeToolbox.host();
    SystemSettings settings =
        SystemSettings.of("shop")
            .withToolbox(() -> RuntimeToolbox.of(host.clock(), new Moody(host.driver(), moods)));
    try (ActorSystem system = ActorSystem.start(settings);
        Observatory observatory = Observatory.of(system, QUICK)) {
      moods.set(3);
      List<Snapshot> seen = new CopyOnWriteArrayList<>();
      Viewing viewing = observatory.view(seen::add);

      await().atMost(WAIT).until(() -> seen.size() >= 3);
      viewing.close();
    }
  }

  @Test
  void snapshot_aTurnThatDoesNotEnd_tellsForHowLong() {
    CountDownLatch release = new CountDownLatch(1);
    try (ActorSystem system = start();
        Observatory observatory = Observatory.of(system, QUICK)) {
      ActorRef<String> stuck = system.spawn("stuck", () -> (ctx, text) -> release.await());
      stuck.tell("x");
      List<Snapshot> seen = new CopyOnWriteArrayList<>();
      Viewing viewing = observatory.view(seen::add);
      await()
          .atMost(WAIT)
          .until(
              () ->
                  !seen.isEmpty()
                      && seen.getLast().dispatchers().getFirst().workers().stream()
                          .anyMatch(worker -> worker.stuckNanos() > 20_000_000));
      viewing.close();
      release.countDown();
    }
  }

  @Test
  @Requirement("W8")
  void snapshot_askedForOftenWithinAnInterval_isOneLookOfTheLints() {
    CountDownLatch begun = new CountDownLatch(1);
    CountDownLatch release = new CountDownLatch(1);
    AtomicInteger looks = new AtomicInteger();
    ManualClock clock = ManualClock.atZero();
    ObservatorySettings settings = ObservatorySettings.DEFAULT;
    try (ActorSystem system = start();
        EventNotes notes = new EventNotes(settings)) {
      Sampler sampler =
          new Sampler(
              system,
              settings,
              notes,
              clock,
              thread -> {
                looks.incrementAndGet();
                return List.of("frame");
              });
      ActorRef<String> till =
          system.spawn(
              "till",
              () ->
                  (ctx, text) -> {
                    begun.countDown();
                    release.await();
                  });
      till.tell("x");
      await().atMost(WAIT).until(() -> begun.getCount() == 0);
      Snapshot unused = sampler.take();
      clock.advanceNanos(Duration.ofHours(1).toNanos());

      List<Finding> first = sampler.take().findings();
      assertThat(first).extracting(Finding::kind).containsExactly("BLOCKED_WORKER");
      for (int i = 0; i < 10; i++) {
        clock.advanceNanos(settings.interval().toNanos() / 20);
        assertThat(sampler.take().findings()).isEqualTo(first);
      }
      assertThat(looks).hasValue(1);
      clock.advanceNanos(settings.interval().toNanos() / 2);
      assertThat(sampler.take().findings()).hasSize(1).isNotEqualTo(first);
      assertThat(looks).hasValue(2);
      release.countDown();
    }
  }

  @Test
  void events_failureAndDeadLetter_areNotedWithoutContents() {
    try (ActorSystem system = start();
        Observatory closed = Observatory.of(system);
        Observatory open = Observatory.of(system, ObservatorySettings.DEFAULT.withContents())) {
      ActorRef<String> failing =
          system.spawn(
              "failing",
              () ->
                  (ctx, text) -> {
                    throw new IllegalStateException("pin 1234");
                  });
      failing.tell("secret 1");
      await().atMost(WAIT).until(() -> !closed.events(0, "", 10).isEmpty());
      system.stop(failing);
      await()
          .atMost(WAIT)
          .until(
              () -> {
                failing.tell("secret 2");
                return system.deadLetters(DeadLetterReason.NO_RECIPIENT) > 0;
              });

      List<EventEntry> hidden = closed.events(0, failing.path().toString(), 1_000);
      assertThat(hidden).extracting(EventEntry::type).contains("Failed", "DeadLetter");
      assertThat(hidden)
          .filteredOn(EventEntry::isWarning)
          .allSatisfy(entry -> assertThat(ErrorCode.find(entry.code())).isPresent());
      assertThat(hidden)
          .allSatisfy(entry -> assertThat(entry.text()).doesNotContain("secret", "1234"));
      assertThat(hidden).anyMatch(entry -> entry.text().contains("IllegalStateException"));
      assertThat(open.events(0, failing.path().toString(), 1_000))
          .anyMatch(entry -> entry.text().contains("pin 1234"))
          .anyMatch(entry -> entry.text().contains("secret 2"));
      assertThat(closed.snapshot().events().noted()).containsKeys("Failed", "DeadLetter");
      assertThat(closed.events(hidden.getLast().number(), failing.path().toString(), 10))
          .allMatch(entry -> entry.number() > hidden.getLast().number());
    }
  }

  @Test
  @Requirement("S4.7")
  void events_twoTypesOfTheSameName_areCountedTogether() {
    try (ActorSystem system = start();
        Observatory observatory = Observatory.of(system, QUICK)) {
      var error = new IllegalStateException("as it was told");
      var batch = new ExecutionBatch(1, ExecutionMode.ONE_SHOT);
      for (int i = 0; i < 3; i++) {
        system.events().publish(new SchedulerWarning.HandlerFailed(i, error, batch));
      }
      system.events().publish(new ProcessWarning.HandlerFailed(new Pid(1), "pay", error));

      assertThat(observatory.snapshot().events().noted()).containsEntry("HandlerFailed", 4L);
    }
  }

  /// With contents, a note calls code of the user.
  @Test
  @Requirement("M4.2")
  void events_contentsThatCannotBeShown_areNotedByTheirType() {
    record Broken() {
      @Override
      public String toString() {
        throw new IllegalStateException("not for showing");
      }
    }
    try (ActorSystem system = start();
        Observatory observatory = Observatory.of(system, QUICK.withContents())) {
      ActorRef<Object> gone = system.spawn("gone", () -> (ctx, message) -> {});
      assertThat(system.stopGracefully(gone, WAIT)).succeedsWithin(WAIT);
      gone.tell(new Broken());

      await()
          .atMost(WAIT)
          .untilAsserted(
              () ->
                  assertThat(observatory.events(0, "", 100))
                      .singleElement()
                      .satisfies(
                          event -> {
                            assertThat(event.type()).isEqualTo("DeadLetter");
                            assertThat(event.text()).contains("Broken", "NO_RECIPIENT");
                          }));
    }
  }

  @Test
  void events_aFlood_isCountedAndOnlyTheFirstOfEachSecondAreKept() {
    ObservatorySettings few = ObservatorySettings.DEFAULT.withEvents(40, 5);
    try (ActorSystem system = start();
        Observatory observatory = Observatory.of(system, few)) {
      ActorRef<String> gone = system.spawn("gone", () -> (ctx, text) -> {});
      system.stopGracefully(gone, WAIT).join();
      for (int i = 0; i < 5_000; i++) {
        gone.tell("x");
      }

      Snapshot seen = observatory.snapshot();
      assertThat(seen.events().noted().get("DeadLetter")).isEqualTo(5_000);
      assertThat(seen.deadLetters().get(DeadLetterReason.NO_RECIPIENT)).isEqualTo(5_000);
      assertThat(observatory.events(0, "", 1_000)).hasSizeBetween(1, 40);
    }
  }

  @Test
  void actors_pageAfterPage_showsEachOnce() {
    int count = 20_000;
    try (ActorSystem system = start();
        Observatory observatory = Observatory.of(system, QUICK)) {
      for (int i = 0; i < count; i++) {
        ActorRef<String> unused = system.spawn(() -> (ctx, text) -> {});
      }
      Set<String> paths = new HashSet<>();
      int pages = 0;
      ActorQuery query = new ActorQuery("/user", "", false, "", 1_000);
      Page<ActorInfo> page = observatory.actors(query);
      Page<ActorInfo> again = observatory.actors(query.after(page.next()));
      while (true) {
        pages++;
        page.items().forEach(actor -> assertThat(paths.add(actor.path())).isTrue());
        if (!page.hasNext()) {
          break;
        }
        page = observatory.actors(query.after(page.next()));
        if (pages == 1) {
          assertThat(page.items())
              .extracting(ActorInfo::path)
              .isEqualTo(again.items().stream().map(ActorInfo::path).toList());
        }
      }

      assertThat(paths).hasSize(count);
      assertThat(pages).isBetween(count / 1_000, count / 1_000 + 1);
      assertThat(observatory.snapshot().actors().total()).isGreaterThanOrEqualTo(count);
    }
  }

  @Test
  void actors_whileSomebodyElseReadsManyPages_goOnWhereTheyWere() {
    int count = 300;
    try (ActorSystem system = start();
        Observatory observatory = Observatory.of(system, QUICK)) {
      for (int i = 0; i < count; i++) {
        ActorRef<String> unused = system.spawn(() -> (ctx, text) -> {});
      }
      ActorQuery query = new ActorQuery("/user", "", false, "", 1);
      Page<ActorInfo> slow = observatory.actors(query);
      int pages = 1;
      for (Page<ActorInfo> page = observatory.actors(query); page.hasNext(); pages++) {
        page = observatory.actors(query.after(page.next()));
      }

      assertThat(pages).isGreaterThanOrEqualTo(count);
      assertThat(observatory.actors(query.after(slow.next())).items()).hasSize(1);
    }
  }

  @Test
  void actors_byTextAndStirring_showsOnlyThose() {
    CountDownLatch release = new CountDownLatch(1);
    try (ActorSystem system = start();
        Observatory observatory = Observatory.of(system, QUICK)) {
      ActorRef<String> busy = system.spawn("busy", () -> (ctx, text) -> release.await());
      ActorRef<String> unused = system.spawn("idle", () -> (ctx, text) -> {});
      busy.tell("x");
      await()
          .atMost(WAIT)
          .until(
              () ->
                  observatory.actor("/user/busy").orElseThrow().state() == Occupant.Phase.RUNNING);

      assertThat(observatory.actors(new ActorQuery("", "user/id", false, "", 10)).items())
          .extracting(ActorInfo::path)
          .containsExactly("tactus://shop/user/idle");
      assertThat(observatory.actors(new ActorQuery("/user", "", true, "", 10)).items())
          .extracting(ActorInfo::path)
          .containsExactly("tactus://shop/user/busy");
      assertThat(observatory.actors(new ActorQuery("/nobody", "", false, "", 10)).items())
          .isEmpty();
      release.countDown();
    }
  }

  @Test
  void actors_afterAPageThatNobodyGave_saysSo() {
    try (ActorSystem system = start();
        Observatory observatory = Observatory.of(system)) {
      assertThatThrownBy(() -> observatory.actors(ActorQuery.ALL.after("99")))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("Begin with the first page");
      assertThatThrownBy(() -> observatory.actors(ActorQuery.ALL.after("x")))
          .isInstanceOf(IllegalArgumentException.class);
      assertThatThrownBy(() -> new ActorQuery("", "", false, "", 0))
          .hasMessageContaining("1 to 1000");
    }
  }

  @Test
  @Requirement("S5.5")
  void periodicJobs_pageAfterPage_areInOrderAndInTheDump() {
    try (ActorSystem system = start();
        Observatory observatory = Observatory.of(system)) {
      for (int i = 0; i < 25; i++) {
        var unused =
            system
                .scheduler()
                .scheduleAtFixedRate(
                    Duration.ofHours(1), Duration.ofHours(1), () -> {}, Scheduler.DIRECT);
      }
      List<Long> ids = new ArrayList<>();
      Page<SchedulerDump.PeriodicJob> page = observatory.periodicJobs("", 10);
      while (true) {
        page.items().forEach(job -> ids.add(job.timerId()));
        if (!page.hasNext()) {
          break;
        }
        page = observatory.periodicJobs(page.next(), 10);
      }

      assertThat(ids).hasSize(25).isSorted().doesNotHaveDuplicates();
      assertThat(observatory.dump(DumpKind.SCHEDULER, false)).contains("periodic");
      assertThat(observatory.dump(DumpKind.SCHEDULER, true)).contains("\"periodicJobs\"");
      assertThat(observatory.dump(DumpKind.DISPATCHERS, true)).contains("\"dispatchers\"");
      assertThat(observatory.dump(DumpKind.PROCESSES, true)).isEqualTo("[]");
      assertThatThrownBy(() -> observatory.periodicJobs("x", 10)).hasMessageContaining("last page");
    }
  }

  @Test
  void close_withViewers_endsThemAndLeavesTheSystemAlone() {
    try (ActorSystem system = start()) {
      Observatory observatory = Observatory.of(system, QUICK);
      Viewing viewing = observatory.view(snapshot -> {});
      int subscribers = system.events().subscribers();
      observatory.close();

      assertThat(system.events().subscribers()).isLessThan(subscribers);
      await().atMost(WAIT).until(() -> !isWatched());
      assertThatThrownBy(() -> observatory.view(snapshot -> {}))
          .isInstanceOf(IllegalStateException.class);
      viewing.close();
      assertThat(system.spawn("still", () -> (ctx, text) -> {}).path().name()).isEqualTo("still");
    }
  }
}
