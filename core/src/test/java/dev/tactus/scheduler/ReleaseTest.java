package dev.tactus.scheduler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tactus.event.EventStream;
import dev.tactus.event.Subscription;
import dev.tactus.requirement.Requirement;
import dev.tactus.time.wheel.WheelSettings;
import java.lang.ref.Reference;
import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/// What a timer holds is let go of as soon as the timer has ended, even while its handle is kept.
@Requirement("S1.4")
final class ReleaseTest {
  private final ManualExecutor executor = new ManualExecutor();

  /// A task that is its own payload.
  private static final class Payload implements Runnable {
    private final byte[] bytes = new byte[1_000];

    @Override
    public void run() {
      bytes[0]++;
    }
  }

  private record Held(Cancellable timer, WeakReference<Runnable> payload) {
    static Held by(BiFunction<Runnable, Executor, Cancellable> schedule, Executor executor) {
      Payload payload = new Payload();
      return new Held(schedule.apply(payload, executor), new WeakReference<>(payload));
    }

    boolean isReachableNow() {
      return !payload.refersTo(null);
    }

    /// Whether something holds the payload, possibly the handle, which is kept meanwhile.
    boolean isReachable() {
      try {
        for (int attempt = 0; attempt < 50 && isReachableNow(); attempt++) {
          System.gc();
        }
        return isReachableNow();
      } finally {
        Reference.reachabilityFence(timer);
      }
    }
  }

  /// One timer of each kind, near and far.
  private List<Held> oneOfEach(VirtualScheduler virtual, Executor where) {
    return List.of(
        Held.by((task, e) -> virtual.once(5, task, e), where),
        Held.by((task, e) -> virtual.once(1_000_000, task, e), where),
        Held.by((task, e) -> virtual.atFixedRate(5, task, e), where),
        Held.by((task, e) -> virtual.withFixedDelay(5, task, e), where));
  }

  @Test
  void cancel_whilePendingOrScheduled_makesThePayloadUnreachableAtOnce() {
    try (VirtualScheduler virtual = VirtualScheduler.start()) {
      List<Held> all = new ArrayList<>(oneOfEach(virtual, executor));
      virtual.advanceTicks(1);
      all.addAll(oneOfEach(virtual, executor));
      for (Held held : all) {
        assertThat(held.isReachableNow()).isTrue();
        held.timer.cancel();
      }
      for (Held held : all) {
        assertThat(held.isReachable()).as("%s", held).isFalse();
      }
      assertThat(virtual.scheduler.dump().overflowSize()).as("no tick has passed").isPositive();
    }
  }

  @Test
  void cancel_whileWaitingForTheExecutor_makesThePayloadUnreachableAtOnce() {
    try (VirtualScheduler virtual = VirtualScheduler.start()) {
      List<Held> all = oneOfEach(virtual, executor);
      virtual.advanceTicks(5);
      assertThat(executor.waiting()).isEqualTo(3);
      all.forEach(held -> held.timer.cancel());
      assertThat(all).noneMatch(Held::isReachable);
      assertThat(executor.waiting()).as("the timers themselves").isEqualTo(3);
    }
  }

  @Test
  void completion_makesThePayloadUnreachable() {
    try (VirtualScheduler virtual = VirtualScheduler.start()) {
      Held elsewhere = Held.by((task, e) -> virtual.once(5, task, e), executor);
      Held direct = Held.by((task, e) -> virtual.once(5, task, e), Scheduler.DIRECT);
      virtual.advanceTicks(5);
      executor.runAll();
      assertThat(elsewhere.timer.state()).isEqualTo(TimerState.COMPLETED);
      assertThat(elsewhere.isReachable()).isFalse();
      assertThat(direct.isReachable()).isFalse();
    }
  }

  /// An executor that is made for one timer, as those are that send messages.
  private static Held byAnExecutorOfItsOwn(
      BiFunction<Runnable, Executor, Cancellable> schedule, Runnable task, Executor behind) {
    Payload payload = new Payload();
    Cancellable timer = schedule.apply(task, new Sender(payload, behind));
    return new Held(timer, new WeakReference<>(payload));
  }

  private Held byAnExecutorOfItsOwn(BiFunction<Runnable, Executor, Cancellable> schedule) {
    return byAnExecutorOfItsOwn(schedule, () -> {}, executor);
  }

  private record Sender(Payload payload, Executor executor) implements Executor {
    @Override
    public void execute(Runnable timer) {
      executor.execute(timer);
    }
  }

  @Test
  void end_whateverItsWay_makesTheExecutorUnreachable() {
    try (VirtualScheduler virtual = VirtualScheduler.start()) {
      Held pending = byAnExecutorOfItsOwn((task, e) -> virtual.once(5, task, e));
      Held completed = byAnExecutorOfItsOwn((task, e) -> virtual.once(5, task, e));
      Held periodic = byAnExecutorOfItsOwn((task, e) -> virtual.atFixedRate(5, task, e));
      pending.timer.cancel();
      virtual.advanceTicks(5);
      executor.runAll();
      periodic.timer.cancel();
      assertThat(completed.timer.state()).isEqualTo(TimerState.COMPLETED);
      assertThat(List.of(pending, completed, periodic)).noneMatch(Held::isReachable);
    }
  }

  @Test
  void end_ofATimerOfTheJdk_makesTaskAndExecutorUnreachable() throws InterruptedException {
    try (JdkScheduler plain = JdkScheduler.start()) {
      Duration hour = Duration.ofHours(1);
      List<Held> all =
          List.of(
              Held.by((task, e) -> plain.scheduleOnce(hour, task, e), executor),
              byAnExecutorOfItsOwn((task, e) -> plain.scheduleOnce(hour, task, e)),
              byAnExecutorOfItsOwn((task, e) -> plain.scheduleAtFixedRate(hour, hour, task, e)));
      all.forEach(held -> held.timer.cancel());
      assertThat(all).noneMatch(Held::isReachable);

      CountDownLatch ran = new CountDownLatch(1);
      Held completed =
          byAnExecutorOfItsOwn(
              (task, e) -> plain.scheduleOnce(Duration.ofMillis(1), task, e),
              ran::countDown,
              Runnable::run);
      assertThat(ran.await(60, TimeUnit.SECONDS)).isTrue();
      assertThat(completed.isReachable()).isFalse();
    }
  }

  @Test
  void close_makesThePayloadUnreachable() {
    VirtualScheduler virtual = VirtualScheduler.start();
    List<Held> all = oneOfEach(virtual, Scheduler.DIRECT);
    virtual.close();
    assertThat(all).noneMatch(Held::isReachable);
  }

  @Test
  void drop_makesThePayloadUnreachable() {
    SchedulerSettings settings =
        SchedulerSettings.defaults().withWheel(WheelSettings.DEFAULT.withSlotCapacity(1));
    try (VirtualScheduler virtual = VirtualScheduler.start(settings)) {
      Held kept = Held.by((task, e) -> virtual.once(5, task, e), executor);
      Held dropped = Held.by((task, e) -> virtual.once(5, task, e), executor);
      virtual.advanceTicks(1);
      assertThat(dropped.isReachable()).isFalse();
      assertThat(kept.isReachableNow()).isTrue();
    }
  }

  @Test
  void cancel_rightAfterTheRegistration_leavesNothingForTheTickingThread() {
    try (VirtualScheduler virtual = VirtualScheduler.start()) {
      Cancellable kept = virtual.once(5, () -> {});
      for (int i = 0; i < 10; i++) {
        assertThat(virtual.once(50, () -> {}).cancel()).isTrue();
        assertThat(virtual.atFixedRate(50, () -> {}, executor).cancel()).isTrue();
      }
      SchedulerDump dump = virtual.scheduler.dump();
      assertThat(dump.pendingCommands()).as("the one that was kept").isEqualTo(1);
      assertThat(dump.metrics().registered()).isEqualTo(21);
      assertThat(dump.metrics().cancelled()).isEqualTo(20);
      assertThat(dump.metrics().active()).isEqualTo(1);
      virtual.advanceTicks(5);
      assertThat(kept.state()).isEqualTo(TimerState.COMPLETED);
      assertThat(virtual.scheduler.dump().pendingCommands()).isZero();
    }
  }

  @Test
  void cancel_freesTheEntryInWheelAndOverflow_withinOneTick() {
    try (VirtualScheduler virtual = VirtualScheduler.start()) {
      List<Cancellable> timers = new ArrayList<>();
      for (int i = 0; i < 10; i++) {
        timers.add(virtual.once(50, () -> {}));
        timers.add(virtual.once(60, () -> {}));
        timers.add(virtual.once(100_000, () -> {}));
        timers.add(virtual.atFixedRate(70, () -> {}, executor));
      }
      virtual.advanceTicks(1);
      SchedulerDump before = virtual.scheduler.dump();
      assertThat(before.activeSlots()).isEqualTo(3);
      assertThat(before.overflowSize()).isEqualTo(10);
      assertThat(before.periodicJobs()).hasSize(10);

      timers.forEach(Cancellable::cancel);
      virtual.advanceTicks(1);
      SchedulerDump after = virtual.scheduler.dump();
      assertThat(after.activeSlots()).isZero();
      assertThat(after.overflowSize()).isZero();
      assertThat(after.periodicJobs()).isEmpty();
      assertThat(after.pendingCommands()).isZero();
    }
  }

  @Test
  void close_onAStreamThatLivesOn_leavesNothingThere() {
    EventStream events = new EventStream();
    try {
      WeakReference<Diagnostics> closed = diagnosticsOfAClosedOne(events);
      for (int attempt = 0; attempt < 50 && !closed.refersTo(null); attempt++) {
        System.gc();
      }
      assertThat(closed.refersTo(null)).isTrue();
    } finally {
      Reference.reachabilityFence(events);
    }
  }

  /// A gauge that counts who follows it.
  private static final class CountedGauge implements BackpressureGauge {
    private int followers;

    @Override
    public boolean isEngaged() {
      return false;
    }

    @Override
    public Subscription onChange(Consumer<Boolean> listener) {
      followers++;
      return () -> followers--;
    }
  }

  @Test
  void start_thatFails_leavesNothingBehind() {
    CountedGauge gauge = new CountedGauge();
    ThreadFactory none =
        task -> {
          throw new IllegalStateException("no threads");
        };
    ThreadFactory deaf =
        task ->
            new Thread(task) {
              @Override
              public void start() {
                throw new OutOfMemoryError("unable to create native thread");
              }
            };
    for (ThreadFactory threads : List.of(none, deaf)) {
      RuntimeToolbox toolbox = RuntimeToolbox.host().withGauge(gauge).withThreads(threads);
      assertThatThrownBy(() -> WheelScheduler.start(SchedulerSettings.defaults(), toolbox))
          .isInstanceOfAny(IllegalStateException.class, OutOfMemoryError.class);
      assertThat(gauge.followers).isZero();
    }
  }

  private static WeakReference<Diagnostics> diagnosticsOfAClosedOne(EventStream events) {
    WheelScheduler scheduler =
        WheelScheduler.start(SchedulerSettings.defaults(), RuntimeToolbox.manual(), events);
    scheduler.close();
    return new WeakReference<>(scheduler.engine.diagnostics);
  }
}
