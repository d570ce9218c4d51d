package dev.tactus.scheduler;

import static dev.tactus.scheduler.VirtualScheduler.ticks;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tactus.requirement.Requirement;
import dev.tactus.scheduler.SchedulerWarning.DroppedLowPriority;
import dev.tactus.scheduler.SchedulerWarning.OverflowNearCapacity;
import dev.tactus.time.wheel.WheelSettings;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// Where there is no room, the least important and newest goes.
final class SaturationTest {
  private static Affinity of(Priority priority) {
    return Affinity.subsystem(priority.name());
  }

  private static SchedulerSettings with(WheelSettings wheel) {
    PolicyRegistry policies = PolicyRegistry.DEFAULT;
    for (Priority priority : Priority.values()) {
      policies = policies.with(of(priority), TimerPolicy.DEFAULT.withPriority(priority));
    }
    return SchedulerSettings.defaults().withWheel(wheel).withPolicies(policies);
  }

  /// Registers a timer of each of these priorities for one tick, and tells what became of them.
  private static void assertDrops(
      VirtualScheduler virtual, long tick, List<Priority> priorities, List<Integer> dropOrder) {
    List<Cancellable> timers = new ArrayList<>();
    List<Integer> runs = new ArrayList<>();
    for (int i = 0; i < priorities.size(); i++) {
      int number = i;
      timers.add(
          virtual
              .scheduler
              .withAffinity(of(priorities.get(i)))
              .scheduleOnce(ticks(tick), () -> runs.add(number), Scheduler.DIRECT));
    }
    virtual.advanceTicks(tick);
    List<DroppedLowPriority> expected = new ArrayList<>();
    List<Integer> survivors = new ArrayList<>();
    for (int i : dropOrder) {
      expected.add(new DroppedLowPriority(timers.get(i).id(), priorities.get(i), tick));
      assertThat(timers.get(i).isCancelled()).isTrue();
    }
    for (int i = 0; i < timers.size(); i++) {
      if (!dropOrder.contains(i)) {
        survivors.add(i);
        assertThat(timers.get(i).state()).isEqualTo(TimerState.COMPLETED);
      }
    }
    assertThat(virtual.warnings(DroppedLowPriority.class)).isEqualTo(expected);
    assertThat(runs).isEqualTo(survivors);
    SchedulerMetrics metrics = virtual.metrics();
    assertThat(metrics.dropped()).isEqualTo(dropOrder.size());
    assertThat(metrics.cancelled()).isZero();
    assertThat(metrics.active()).isZero();
  }

  @Test
  @Requirement({"S4.6", "S1.4"})
  void slot_whoseTimerWasCancelled_hasRoomForTheNextOne() {
    WheelSettings wheel = WheelSettings.DEFAULT.withSlotCapacity(1);
    try (VirtualScheduler virtual = VirtualScheduler.start(with(wheel))) {
      List<String> runs = new ArrayList<>();
      Cancellable once = virtual.once(50, () -> runs.add("first"));
      Cancellable periodic = virtual.atFixedRate(60, () -> runs.add("second"), Scheduler.DIRECT);
      virtual.advanceTicks(1);
      once.cancel();
      periodic.cancel();
      virtual.once(49, () -> runs.add("in place of the first"));
      virtual.once(59, () -> runs.add("in place of the second"));
      virtual.advanceTicks(100);
      assertThat(virtual.warnings(DroppedLowPriority.class)).isEmpty();
      assertThat(runs).containsExactly("in place of the first", "in place of the second");
    }
  }

  @Test
  @Requirement("S4.6")
  void slot_thatIsFull_dropsLowThenNormalThenHighNewestFirst() {
    WheelSettings wheel = WheelSettings.DEFAULT.withSlotCapacity(2);
    try (VirtualScheduler virtual = VirtualScheduler.start(with(wheel))) {
      assertDrops(
          virtual,
          5,
          List.of(
              Priority.NORMAL, // 0 kept until the first HIGH comes
              Priority.LOW, // 1 goes for 2
              Priority.NORMAL, // 2 goes for 4, newest of its priority
              Priority.LOW, // 3 goes at once
              Priority.HIGH, // 4
              Priority.HIGH, // 5 in place of 0
              Priority.HIGH, // 6 goes at once: the newest
              Priority.NORMAL), // 7 goes at once
          List.of(1, 3, 2, 0, 6, 7));
    }
  }

  @Test
  @Requirement("S4.6")
  void overflow_thatIsFull_dropsLowThenNormalThenHighNewestFirst() {
    WheelSettings wheel = WheelSettings.DEFAULT.withSlots(4).withOverflowCapacity(2);
    try (VirtualScheduler virtual = VirtualScheduler.start(with(wheel))) {
      assertDrops(
          virtual,
          500,
          List.of(Priority.LOW, Priority.LOW, Priority.HIGH, Priority.NORMAL, Priority.NORMAL),
          List.of(1, 0, 4));
    }
  }

  @Test
  @Requirement("S4.6")
  void job_thatFindsNoRoomWhenArmedAnew_isDroppedAndCounted() {
    WheelSettings wheel = WheelSettings.DEFAULT.withSlotCapacity(1);
    try (VirtualScheduler virtual = VirtualScheduler.start(with(wheel))) {
      Scheduler low = virtual.scheduler.withAffinity(of(Priority.LOW));
      List<TimerDiagnostic> told = new ArrayList<>();
      Cancellable keeper = virtual.once(20, () -> {});
      Cancellable job = low.scheduleAtFixedRate(ticks(10), ticks(10), () -> {}, Scheduler.DIRECT);
      virtual.events.subscribe(TimerDiagnostic.class, told::add);
      virtual.advanceTicks(30);
      assertThat(job.isCancelled()).isTrue();
      assertThat(keeper.state()).isEqualTo(TimerState.COMPLETED);
      assertThat(virtual.warnings())
          .containsExactly(new DroppedLowPriority(job.id(), Priority.LOW, 20));
      assertThat(virtual.metrics().dropped()).isEqualTo(1);
      assertThat(virtual.metrics().periodic()).isZero();
      assertThat(told)
          .as("nothing fires after it was cancelled")
          .extracting(d -> d.getClass().getSimpleName() + " " + d.timerId())
          .containsExactly("Cancelled " + job.id(), "Fired " + keeper.id());
    }
  }

  /// Somebody who hears of drops and runs out of memory, for so often.
  private static OutOfMemoryError failing(VirtualScheduler virtual, int times) {
    OutOfMemoryError error = new OutOfMemoryError("a passing lack of memory");
    int[] left = {times};
    virtual.events.subscribe(
        DroppedLowPriority.class,
        drop -> {
          if (left[0]-- > 0) {
            throw error;
          }
        });
    return error;
  }

  @Test
  @Requirement({"S1.1", "S4.6", "S8.2"})
  void vmError_ofAListenerToDrops_losesNoTimer() {
    WheelSettings full =
        WheelSettings.DEFAULT.withSlots(4).withSlotCapacity(1).withOverflowCapacity(1);
    for (long tick : new long[] {2, 500}) {
      try (VirtualScheduler virtual = VirtualScheduler.start(with(full))) {
        OutOfMemoryError error = failing(virtual, 1);
        Scheduler low = virtual.scheduler.withAffinity(of(Priority.LOW));
        Cancellable goes = low.scheduleOnce(ticks(tick), () -> {}, Scheduler.DIRECT);
        Cancellable stays = virtual.once(tick, () -> {});
        assertThatThrownBy(() -> virtual.advanceTicks(tick)).isSameAs(error);
        virtual.advanceTicks(tick);
        assertThat(goes.isCancelled()).isTrue();
        assertThat(stays.state()).isEqualTo(TimerState.COMPLETED);
      }
    }
  }

  @Test
  @Requirement({"S1.1", "S4.6", "S8.2"})
  void vmError_ofAListenerToDropsAfterAnIdleTime_losesNoneOfTheNewTimers() {
    WheelSettings wheel = WheelSettings.DEFAULT.withSlotCapacity(1);
    try (VirtualScheduler virtual = VirtualScheduler.start(with(wheel))) {
      OutOfMemoryError error = failing(virtual, 2);
      Scheduler low = virtual.scheduler.withAffinity(of(Priority.LOW));
      virtual.driver.suspend();
      virtual.advanceTicks(10_000);
      List<Cancellable> goes = new ArrayList<>();
      List<Cancellable> stays = new ArrayList<>();
      for (long tick = 3; tick < 6; tick++) {
        goes.add(low.scheduleOnce(ticks(tick), () -> {}, Scheduler.DIRECT));
        stays.add(virtual.once(tick, () -> {}));
      }
      virtual.driver.resume();
      assertThatThrownBy(() -> virtual.advanceTicks(1)).isSameAs(error);
      virtual.advanceTicks(10);
      assertThat(goes).allMatch(Cancellable::isCancelled);
      assertThat(stays).extracting(Cancellable::state).containsOnly(TimerState.COMPLETED);
    }
  }

  @Test
  @Requirement({"S2.1", "S4.6", "S8.2"})
  void vmError_ofAListenerToADropForAJob_losesNoRunOfTheJob() {
    WheelSettings wheel = WheelSettings.DEFAULT.withSlotCapacity(1);
    try (VirtualScheduler virtual = VirtualScheduler.start(with(wheel))) {
      OutOfMemoryError error = failing(virtual, 1);
      Scheduler low = virtual.scheduler.withAffinity(of(Priority.LOW));
      List<Long> runs = new ArrayList<>();
      Cancellable goes = low.scheduleOnce(ticks(20), () -> {}, Scheduler.DIRECT);
      virtual.atFixedRate(10, () -> runs.add(virtual.tick()), Scheduler.DIRECT);
      assertThatThrownBy(() -> virtual.advanceTicks(10)).isSameAs(error);
      assertThat(runs).containsExactly(10L);
      virtual.advanceTicks(20);
      assertThat(runs).containsExactly(10L, 20L, 30L);
      assertThat(goes.isCancelled()).isTrue();
    }
  }

  @Test
  @Requirement("S4.6")
  void nearTimers_afterAnIdleTime_needNoRoomInTheOverflow() {
    WheelSettings wheel = WheelSettings.DEFAULT.withOverflowCapacity(1);
    try (VirtualScheduler virtual = VirtualScheduler.start(with(wheel))) {
      // A driver that has nothing to do sleeps, and the wheel stands still meanwhile.
      virtual.driver.suspend();
      virtual.advanceTicks(10_000);
      for (int i = 0; i < 10; i++) {
        virtual.once(3, () -> {});
      }
      virtual.driver.resume();
      virtual.advanceTicks(3);
      assertThat(virtual.warnings(DroppedLowPriority.class)).isEmpty();
      assertThat(virtual.metrics().completed()).isEqualTo(10);
    }
  }

  @Test
  @Requirement("S7.2")
  void overflowNearCapacity_isPublishedOnceEachTimeItFillsUp() {
    WheelSettings wheel = WheelSettings.DEFAULT.withOverflowCapacity(100);
    try (VirtualScheduler virtual = VirtualScheduler.start(with(wheel))) {
      List<Cancellable> timers = new ArrayList<>();
      for (int i = 0; i < 75; i++) {
        timers.add(virtual.once(1_000_000, () -> {}));
      }
      virtual.advanceTicks(1);
      assertThat(virtual.warnings()).as("75 of 100 is not above 75 %%").isEmpty();

      timers.add(virtual.once(1_000_000, () -> {}));
      virtual.advanceTicks(1);
      virtual.advanceTicks(1);
      assertThat(virtual.warnings()).containsExactly(new OverflowNearCapacity(76, 100));

      timers.removeLast().cancel();
      virtual.advanceTicks(1);
      timers.add(virtual.once(1_000_000, () -> {}));
      timers.add(virtual.once(1_000_000, () -> {}));
      virtual.advanceTicks(1);
      assertThat(virtual.warnings())
          .containsExactly(new OverflowNearCapacity(76, 100), new OverflowNearCapacity(77, 100));
    }
  }

  @Test
  @Requirement("S7.4")
  void policies_resolveByAffinity_andFallBackToTheDefault() {
    Map<Affinity.Kind, Affinity> affinities = new EnumMap<>(Affinity.Kind.class);
    affinities.put(Affinity.Kind.DISPATCHER, Affinity.dispatcher("x"));
    affinities.put(Affinity.Kind.GUARDIAN, Affinity.guardian("x"));
    affinities.put(Affinity.Kind.SUBSYSTEM, Affinity.subsystem("x"));
    TimerPolicy fallback = new TimerPolicy(Priority.NORMAL, 7, 8);
    PolicyRegistry registry = PolicyRegistry.DEFAULT.withDefault(fallback);
    for (Affinity affinity : affinities.values()) {
      TimerPolicy own = new TimerPolicy(Priority.HIGH, 1, 3);
      PolicyRegistry with = registry.with(affinity, own);
      assertThat(with.policyOf(affinity)).isEqualTo(own);
      assertThat(with.defaultPolicy()).isEqualTo(fallback);
      for (Affinity other : affinities.values()) {
        if (other != affinity) {
          assertThat(with.policyOf(other)).as("same name, other kind").isEqualTo(fallback);
        }
      }
      assertThat(registry.policyOf(affinity)).as("registries do not change").isEqualTo(fallback);
    }
  }

  @Test
  @Requirement("S7.4")
  void affinity_decidesBacklogLimitBurstThresholdAndPriority() {
    TimerPolicy strict = new TimerPolicy(Priority.HIGH, 2, 3);
    PolicyRegistry policies = PolicyRegistry.DEFAULT.with(Affinity.guardian("/user"), strict);
    try (VirtualScheduler virtual =
        VirtualScheduler.start(SchedulerSettings.defaults().withPolicies(policies))) {
      Scheduler user = virtual.scheduler.withAffinity(Affinity.guardian("/user"));
      Scheduler other = user.withAffinity(Affinity.guardian("/system"));
      ManualExecutor stuck = new ManualExecutor();
      Cancellable bursting =
          user.scheduleAtFixedRate(ticks(1), ticks(1), () -> {}, Scheduler.DIRECT);
      other.scheduleAtFixedRate(ticks(1), ticks(1), () -> {}, Scheduler.DIRECT);
      virtual.stallTicks(5);
      assertThat(virtual.warnings(SchedulerWarning.BurstFire.class))
          .containsExactly(new SchedulerWarning.BurstFire(bursting.id(), 4, 3));

      Cancellable behind = user.scheduleAtFixedRate(ticks(1), ticks(1), () -> {}, stuck);
      Cancellable patient = other.scheduleAtFixedRate(ticks(1), ticks(1), () -> {}, stuck);
      virtual.advanceTicks(10);
      assertThat(behind.isCancelled()).isTrue();
      assertThat(patient.isCancelled()).isFalse();
      assertThat(virtual.scheduler.dump().periodicJobs())
          .extracting(SchedulerDump.PeriodicJob::priority)
          .containsExactly(Priority.HIGH, Priority.NORMAL, Priority.NORMAL);
    }
  }
}
