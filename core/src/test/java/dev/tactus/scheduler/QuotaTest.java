package dev.tactus.scheduler;

import static dev.tactus.scheduler.VirtualScheduler.ticks;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tactus.event.EventStream;
import dev.tactus.event.Subscription;
import dev.tactus.requirement.Requirement;
import dev.tactus.scheduler.SchedulerWarning.BackpressureState;
import dev.tactus.scheduler.SchedulerWarning.QuotaReached;
import dev.tactus.time.wheel.Intake;
import dev.tactus.time.wheel.WheelEntry;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/// The number of active timers is bounded.
@Requirement("S4.5")
final class QuotaTest {
  private static final Affinity BACKGROUND = Affinity.subsystem("background");
  private static final Affinity VITAL = Affinity.subsystem("vital");

  private static SchedulerSettings quota(int limit) {
    PolicyRegistry policies =
        PolicyRegistry.DEFAULT
            .with(BACKGROUND, TimerPolicy.DEFAULT.withPriority(Priority.LOW))
            .with(VITAL, TimerPolicy.DEFAULT.withPriority(Priority.HIGH));
    return SchedulerSettings.defaults().withSystemQuota(limit).withPolicies(policies);
  }

  @Test
  void register_upToTheLimit_isAcceptedAndOneMoreRefused() {
    try (VirtualScheduler virtual = VirtualScheduler.start(quota(5))) {
      ManualExecutor executor = new ManualExecutor();
      virtual.once(5, () -> {});
      virtual.atFixedRate(5, () -> {}, executor);
      virtual.withFixedDelay(5, () -> {}, executor);
      virtual.scheduler.delay(ticks(9));
      virtual.scheduler.withAffinity(VITAL).scheduleOnce(ticks(9), () -> {}, executor);
      assertThat(virtual.metrics().active()).isEqualTo(5);
      assertThat(virtual.warnings()).isEmpty();

      assertThatThrownBy(() -> virtual.once(5, () -> {}))
          .isInstanceOfSatisfying(
              QuotaExceededException.class,
              e -> {
                assertThat(e.limit()).isEqualTo(5);
                assertThat(e.isAdaptive()).isFalse();
              })
          .hasMessage(
              "A timer of priority NORMAL was refused: 5 timers are active and the quota is 5."
                  + " Cancel timers that are not needed, wait until some have fired, or raise"
                  + " SchedulerSettings.systemQuota. [TAC-0103]");
      assertThat(virtual.warnings()).containsExactly(new QuotaReached(5, false));
    }
  }

  @Test
  void refusal_isCountedNowhere() {
    try (VirtualScheduler virtual = VirtualScheduler.start(quota(2))) {
      virtual.once(5, () -> {});
      virtual.once(5, () -> {});
      for (int i = 0; i < 10; i++) {
        assertThatThrownBy(() -> virtual.atFixedRate(1, () -> {}, Scheduler.DIRECT))
            .isInstanceOf(QuotaExceededException.class);
      }
      SchedulerMetrics metrics = virtual.metrics();
      assertThat(metrics.registered()).isEqualTo(2);
      assertThat(metrics.active()).isEqualTo(2);
      assertThat(metrics.periodic()).isZero();
      assertThat(metrics.cancelled()).isZero();
      assertThat(metrics.dropped()).isZero();
      assertThat(virtual.scheduler.dump().pendingCommands()).isEqualTo(2);
      virtual.advanceTicks(5);
      assertThat(virtual.metrics().fired()).isEqualTo(2);
    }
  }

  @Test
  void slot_freedByCancel_isUsableAtOnce() {
    try (VirtualScheduler virtual = VirtualScheduler.start(quota(3))) {
      List<Cancellable> timers = new ArrayList<>();
      for (int i = 0; i < 3; i++) {
        timers.add(virtual.once(1_000, () -> {}));
      }
      for (int i = 0; i < 100; i++) {
        timers.removeFirst().cancel();
        timers.add(virtual.once(1_000, () -> {}));
        assertThatThrownBy(() -> virtual.once(1, () -> {}))
            .isInstanceOf(QuotaExceededException.class);
      }
      assertThat(virtual.metrics().active()).isEqualTo(3);
    }
  }

  @Test
  void slot_freedByARunOnAnExecutor_isUsableAtOnce() {
    try (VirtualScheduler virtual = VirtualScheduler.start(quota(1))) {
      ManualExecutor executor = new ManualExecutor();
      for (int i = 0; i < 5; i++) {
        virtual.once(1, () -> {}, executor);
        virtual.advanceTicks(1);
        assertThatThrownBy(() -> virtual.once(1, () -> {}))
            .as("it waits for its executor")
            .isInstanceOf(QuotaExceededException.class);
        executor.runAll();
      }
      assertThat(virtual.metrics().completed()).isEqualTo(5);
    }
  }

  @Test
  void slot_freedByARunOfTheSameTick_isUsableAtOnce() {
    try (VirtualScheduler virtual = VirtualScheduler.start(quota(2))) {
      List<String> runs = new ArrayList<>();
      virtual.once(1, () -> runs.add("first"));
      virtual.once(1, () -> virtual.once(1, () -> runs.add("third")));
      virtual.advanceTicks(2);
      assertThat(virtual.warnings()).isEmpty();
      assertThat(runs).containsExactly("first", "third");
    }
  }

  @Test
  void pressure_halvesTheQuotaAndRefusesLowFirst_untilItIsReleased() {
    try (VirtualScheduler virtual = VirtualScheduler.start(quota(10))) {
      Scheduler low = virtual.scheduler.withAffinity(BACKGROUND);
      Scheduler high = virtual.scheduler.withAffinity(VITAL);
      low.scheduleOnce(ticks(100), () -> {}, Scheduler.DIRECT);
      assertThat(virtual.metrics().quotaLimit()).isEqualTo(10);

      virtual.pressure.engage();
      virtual.pressure.engage();
      assertThat(virtual.metrics().quotaLimit()).isEqualTo(5);
      assertThatThrownBy(() -> low.scheduleOnce(ticks(100), () -> {}, Scheduler.DIRECT))
          .isInstanceOfSatisfying(
              QuotaExceededException.class, e -> assertThat(e.isAdaptive()).isTrue())
          .hasMessageContainingAll(
              "A timer of priority LOW was refused: 1 timers are active",
              "adaptive quota, in force while the system is under pressure, is 5",
              "LOW priority is refused altogether meanwhile");
      for (int i = 0; i < 2; i++) {
        virtual.once(100, () -> {});
        high.scheduleOnce(ticks(100), () -> {}, Scheduler.DIRECT);
      }
      assertThatThrownBy(() -> high.scheduleOnce(ticks(100), () -> {}, Scheduler.DIRECT))
          .isInstanceOf(QuotaExceededException.class)
          .hasMessageContaining("5 timers are active")
          .hasMessageNotContaining("LOW priority");

      virtual.pressure.release();
      virtual.pressure.release();
      for (int i = 0; i < 5; i++) {
        low.scheduleOnce(ticks(100), () -> {}, Scheduler.DIRECT);
      }
      assertThatThrownBy(() -> virtual.once(1, () -> {}))
          .isInstanceOfSatisfying(
              QuotaExceededException.class, e -> assertThat(e.isAdaptive()).isFalse());
      assertThat(virtual.warnings())
          .containsExactly(
              new BackpressureState(true, 5),
              new QuotaReached(5, true),
              new QuotaReached(5, true),
              new BackpressureState(false, 10),
              new QuotaReached(10, false));
    }
  }

  @Test
  void pressure_whileThereIsRoom_needsNoLookAtEachRegistration() {
    Intake intake = new Intake(1);
    Quota quota = new Quota(quota(10), intake, new SchedulerCounters(), new EventStream());
    quota.pressure(true);
    assertThat(intake.number(new Entry())).isEqualTo(1);
    admit(quota, Priority.NORMAL);
    assertThat(quota.safeUntil()).as("half of the quota").isEqualTo(5);
    assertThat(intake.number(new Entry())).isEqualTo(2);
    assertThatThrownBy(() -> admit(quota, Priority.LOW)).isInstanceOf(QuotaExceededException.class);
    assertThat(quota.safeUntil()).isEqualTo(5);
    quota.pressure(false);
    assertThat(quota.safeUntil()).as("the limit is another one").isZero();
    assertThat(intake.number(new Entry())).isEqualTo(3);
    admit(quota, Priority.LOW);
    assertThat(quota.safeUntil()).as("one was refused").isEqualTo(11);
    quota.pressure(true);
    assertThat(quota.safeUntil()).as("the limit has shrunk").isZero();
  }

  @Test
  void pressure_afterOthersWereLetIn_refusesLowOfEveryKind() {
    try (VirtualScheduler virtual = VirtualScheduler.start(quota(10))) {
      Scheduler low = virtual.scheduler.withAffinity(BACKGROUND);
      virtual.pressure.engage();
      virtual.once(100, () -> {});
      List<Runnable> registrations =
          List.of(
              () -> low.scheduleOnce(ticks(1), () -> {}, Scheduler.DIRECT),
              () -> low.scheduleAtFixedRate(ticks(1), ticks(1), () -> {}, Scheduler.DIRECT),
              () -> low.delay(ticks(1)));
      for (Runnable registration : registrations) {
        assertThatThrownBy(registration::run).isInstanceOf(QuotaExceededException.class);
      }
      assertThat(virtual.metrics().active()).isEqualTo(1);
      virtual.pressure.release();
      registrations.forEach(Runnable::run);
      assertThat(virtual.metrics().active()).isEqualTo(4);
    }
  }

  @Test
  void pressure_withMoreTimersThanTheAdaptiveQuota_refusesUntilEnoughHaveEnded() {
    SchedulerSettings settings = quota(8).withAdaptiveQuotaShare(0.25);
    try (VirtualScheduler virtual = VirtualScheduler.start(settings)) {
      List<Cancellable> timers = new ArrayList<>();
      for (int i = 0; i < 6; i++) {
        timers.add(virtual.once(100, () -> {}));
      }
      virtual.pressure.engage();
      for (int i = 0; i < 5; i++) {
        assertThatThrownBy(() -> virtual.once(1, () -> {}))
            .isInstanceOf(QuotaExceededException.class);
        assertThat(timers.get(i).cancel()).isTrue();
      }
      virtual.once(100, () -> {});
      assertThatThrownBy(() -> virtual.once(1, () -> {}))
          .isInstanceOf(QuotaExceededException.class);
      assertThat(virtual.metrics().active()).isEqualTo(2);
    }
  }

  @Test
  void gauge_engagedBeforeTheStart_countsFromTheStart() {
    BackpressureSwitch pressure = BackpressureSwitch.released();
    pressure.engage();
    try (WheelScheduler scheduler =
        WheelScheduler.start(quota(10), RuntimeToolbox.manual().withGauge(pressure))) {
      assertThat(scheduler.metrics().quotaLimit()).isEqualTo(5);
      pressure.release();
      assertThat(scheduler.metrics().quotaLimit()).isEqualTo(10);
    }
  }

  /// A gauge that another thread engages after it was asked, and before the answer has arrived.
  private static final class GaugeThatTurns implements BackpressureGauge {
    private final BackpressureSwitch pressure = BackpressureSwitch.released();

    @Override
    public boolean isEngaged() {
      boolean answer = pressure.isEngaged();
      pressure.engage();
      return answer;
    }

    @Override
    public Subscription onChange(Consumer<Boolean> listener) {
      return pressure.onChange(listener);
    }
  }

  /// A gauge that knows how many follow it.
  private static final class CountingGauge implements BackpressureGauge {
    private final BackpressureSwitch pressure = BackpressureSwitch.released();
    private int followers;

    @Override
    public boolean isEngaged() {
      return pressure.isEngaged();
    }

    @Override
    public Subscription onChange(Consumer<Boolean> listener) {
      Subscription following = pressure.onChange(listener);
      followers++;
      return () -> {
        followers--;
        following.close();
      };
    }
  }

  @Test
  void gauge_afterTheClose_isNotFollowedAnyMore() {
    CountingGauge gauge = new CountingGauge();
    EventStream events = new EventStream();
    List<BackpressureState> seen = new ArrayList<>();
    events.subscribe(BackpressureState.class, seen::add);
    RuntimeToolbox toolbox = RuntimeToolbox.manual().withGauge(gauge);
    WheelScheduler first = WheelScheduler.start(quota(10), toolbox, events);
    assertThatThrownBy(() -> WheelScheduler.start(quota(10), toolbox, events))
        .isInstanceOf(IllegalStateException.class);
    assertThat(gauge.followers).as("the second was not started").isEqualTo(1);
    first.close();
    first.close();
    gauge.pressure.engage();
    assertThat(gauge.followers).isZero();
    assertThat(seen).isEmpty();
  }

  @Test
  @Requirement("S9.1")
  void gauge_afterTheCloseOfThePlainScheduler_isNotFollowedAnyMore() {
    CountingGauge gauge = new CountingGauge();
    JdkScheduler scheduler =
        JdkScheduler.start(quota(10), RuntimeToolbox.host().withGauge(gauge), new EventStream());
    assertThat(gauge.followers).isEqualTo(1);
    scheduler.close();
    assertThat(gauge.followers).isZero();
  }

  @Test
  void pressureSwitch_withAListenerAddedTwice_endsOneAtATime() {
    BackpressureSwitch pressure = BackpressureSwitch.released();
    List<Boolean> heard = new ArrayList<>();
    Consumer<Boolean> listener = heard::add;
    Subscription first = pressure.onChange(listener);
    pressure.onChange(listener);
    first.close();
    first.close();
    pressure.engage();
    assertThat(heard).containsExactly(true);
  }

  @Test
  void gauge_engagedDuringTheStart_counts() {
    try (WheelScheduler scheduler =
        WheelScheduler.start(quota(10), RuntimeToolbox.manual().withGauge(new GaugeThatTurns()))) {
      assertThat(scheduler.metrics().quotaLimit()).isEqualTo(5);
    }
  }

  @Test
  @Requirement("S9.1")
  void gauge_engagedDuringTheStartOfThePlainScheduler_counts() {
    try (JdkScheduler scheduler =
        JdkScheduler.start(
            quota(10), RuntimeToolbox.host().withGauge(new GaugeThatTurns()), new EventStream())) {
      assertThat(scheduler.metrics().quotaLimit()).isEqualTo(5);
    }
  }

  @Test
  @Requirement({"S4.1", "S4.5"})
  void register_fromManyThreadsBeyondTheLimit_acceptsExactlyTheLimit() throws Exception {
    for (int round = 0; round < 20; round++) {
      int limit = 1_000 + round;
      try (VirtualScheduler virtual = VirtualScheduler.start(quota(limit))) {
        AtomicInteger accepted = new AtomicInteger();
        AtomicInteger refused = new AtomicInteger();
        CountDownLatch go = new CountDownLatch(1);
        List<Thread> threads = new ArrayList<>();
        for (int t = 0; t < 4; t++) {
          threads.add(
              Thread.ofPlatform()
                  .start(
                      () -> {
                        awaitUninterruptibly(go);
                        for (int i = 0; i < 500; i++) {
                          try {
                            virtual.once(1_000, () -> {});
                            accepted.incrementAndGet();
                          } catch (QuotaExceededException e) {
                            refused.incrementAndGet();
                          }
                        }
                      }));
        }
        go.countDown();
        for (Thread thread : threads) {
          thread.join();
        }
        assertThat(accepted).hasValue(limit);
        assertThat(refused).hasValue(2_000 - limit);
        assertThat(virtual.metrics().active()).isEqualTo(limit);
        assertThat(virtual.warnings(QuotaReached.class)).hasSize(2_000 - limit);
      }
    }
  }

  @Test
  @Requirement({"S4.1", "S4.5"})
  void registerAndCancel_fromManyThreads_neverExceedTheLimit() throws Exception {
    int limit = 8;
    try (VirtualScheduler virtual = VirtualScheduler.start(quota(limit))) {
      AtomicInteger active = new AtomicInteger();
      AtomicInteger worst = new AtomicInteger();
      List<Thread> threads = new ArrayList<>();
      for (int t = 0; t < 4; t++) {
        threads.add(
            Thread.ofPlatform()
                .start(
                    () -> {
                      List<Cancellable> mine = new ArrayList<>();
                      for (int i = 0; i < 20_000; i++) {
                        if (mine.size() > 4) {
                          // Counted down first, so that the count is never above the truth.
                          active.decrementAndGet();
                          mine.removeLast().cancel();
                        }
                        try {
                          mine.add(virtual.once(1_000, () -> {}));
                          worst.accumulateAndGet(active.incrementAndGet(), Math::max);
                        } catch (QuotaExceededException e) {
                          mine.forEach(
                              c -> {
                                active.decrementAndGet();
                                c.cancel();
                              });
                          mine.clear();
                        }
                      }
                    }));
      }
      for (Thread thread : threads) {
        thread.join();
      }
      assertThat(worst.get()).isBetween(5, limit);
      assertThat(virtual.metrics().active()).isEqualTo(active.get());
    }
  }

  @Test
  @Requirement({"S4.5", "S4.7"})
  void metrics_whileTimersAreRefused_neverRunBackwards() throws Exception {
    int limit = 3;
    try (VirtualScheduler virtual = VirtualScheduler.start(quota(limit))) {
      for (int i = 0; i < limit; i++) {
        virtual.once(1_000, () -> {});
      }
      AtomicBoolean enough = new AtomicBoolean();
      AtomicInteger refusals = new AtomicInteger();
      Thread refused =
          Thread.ofPlatform()
              .start(
                  () -> {
                    while (!enough.get()) {
                      try {
                        virtual.once(1_000, () -> {});
                      } catch (QuotaExceededException e) {
                        refusals.incrementAndGet();
                      }
                    }
                  });
      List<String> wrong = new ArrayList<>();
      long before = limit;
      for (int i = 0; i < 100_000 || refusals.get() < 1_000; i++) {
        SchedulerMetrics metrics = virtual.metrics();
        // One more may be on its way in, before it is refused.
        if (metrics.registered() < before
            || metrics.active() < limit
            || metrics.active() > limit + 1) {
          wrong.add(before + " registered, then " + metrics);
        }
        before = metrics.registered();
      }
      enough.set(true);
      refused.join();
      assertThat(wrong).isEmpty();
      assertThat(virtual.metrics().active()).isEqualTo(limit);
      assertThat(virtual.metrics().registered()).isBetween((long) limit, limit + 1L);
    }
  }

  /// Something that takes a number.
  private static final class Entry extends WheelEntry {
    Entry() {
      super(1, 0);
    }
  }

  @Test
  @Requirement({"S4.5", "S4.7"})
  void registered_seenWithATimerThatIsThenRefused_isNotTakenBack() {
    Intake intake = new Intake(2);
    SchedulerCounters counters = new SchedulerCounters();
    Quota quota = new Quota(quota(1), intake, counters, new EventStream());
    intake.number(new Entry());
    admit(quota, Priority.NORMAL);
    intake.number(new Entry());
    assertThat(counters.registered(quota.taken())).as("with one on its way in").isEqualTo(2);

    assertThatThrownBy(() -> admit(quota, Priority.NORMAL))
        .isInstanceOf(QuotaExceededException.class);
    assertThat(quota.taken()).as("what is active follows from this").isEqualTo(1);
    assertThat(counters.registered(quota.taken())).isEqualTo(2);

    intake.number(new Entry());
    quota.refused++;
    counters.addCancelled();
    for (int i = 0; i < 2; i++) {
      intake.number(new Entry());
      admit(quota, Priority.NORMAL);
      counters.addCancelled();
    }
    assertThat(counters.registered(quota.taken())).as("as many as were taken").isEqualTo(3);
  }

  private static void admit(Quota quota, Priority priority) {
    long excess = quota.look(priority);
    if (excess != Quota.FITS) {
      throw quota.exceeded(priority, excess);
    }
  }

  private static void awaitUninterruptibly(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
