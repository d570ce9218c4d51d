package dev.tactus.scheduler;

import static dev.tactus.scheduler.VirtualScheduler.TICK_NANOS;
import static dev.tactus.scheduler.VirtualScheduler.ticks;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tactus.event.EventStream;
import dev.tactus.requirement.Requirement;
import dev.tactus.time.ManualClock;
import dev.tactus.time.driver.TickMode;
import dev.tactus.time.driver.TickToken;
import dev.tactus.time.driver.VouchedTick;
import dev.tactus.time.wheel.Wheel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Where very many timers are registered, the driver says which tick it is, and nobody reads the
/// clock; no timer is early for that.
@Requirement({"S1.1", "S6.4"})
@Timeout(value = 120, unit = TimeUnit.SECONDS)
final class VouchingTest {
  private static final int CROWD = 256;

  private final ManualClock clock = ManualClock.atZero();
  private final TickEngine engine =
      new TickEngine(
          SchedulerSettings.defaults(),
          RuntimeToolbox.of(clock, new LincheckEngine()),
          new EventStream());
  private final TimerFactory timers =
      new TimerFactory(engine, SchedulerSettings.defaults().policies().defaultPolicy());

  private Timer once(Duration delay) {
    return timers.once(delay, () -> {}, Scheduler.DIRECT);
  }

  private void accept(long first, long last) {
    assertThat(engine.accept(new TickToken(first, last, last, TickMode.NORMAL, 0, engine.scale)))
        .isTrue();
  }

  private void register(int count) {
    for (int i = 0; i < count; i++) {
      assertThat(once(ticks(100)).cancel()).isTrue();
    }
  }

  private void accept(long tick) {
    clock.advanceNanos(tick * TICK_NANOS - clock.nanos());
    accept(tick, tick);
  }

  private VouchedTick vouched() {
    register(CROWD);
    accept(1);
    return Objects.requireNonNull(engine.vouched());
  }

  @Test
  void vouched_onlyForACrowd() {
    register(CROWD - 1);
    accept(1);
    assertThat(engine.vouched()).isNull();
    assertThat(engine.nextWakeTick(1)).as("all was taken back").isEqualTo(Wheel.NEVER);
    register(CROWD);
    accept(2);
    assertThat(engine.vouched()).isNotNull();
    assertThat(engine.nextWakeTick(2)).as("it stays awake, to vouch for the tick").isEqualTo(3);
    accept(3);
    assertThat(engine.vouched()).isNull();
    assertThat(engine.nextWakeTick(3)).isEqualTo(Wheel.NEVER);
  }

  @Test
  void vouched_ticksThatAreTooShort_never() {
    Duration fine = Duration.ofNanos(100_000);
    TickEngine quick =
        new TickEngine(
            SchedulerSettings.defaults().withResolution(fine),
            RuntimeToolbox.of(clock, new LincheckEngine()),
            new EventStream());
    TimerFactory factory =
        new TimerFactory(quick, SchedulerSettings.defaults().policies().defaultPolicy());
    for (int i = 0; i < CROWD; i++) {
      factory.once(fine, () -> {}, Scheduler.DIRECT);
    }
    assertThat(quick.accept(new TickToken(1, 1, 1, TickMode.NORMAL, 0, quick.scale))).isTrue();
    assertThat(quick.vouched()).isNull();
  }

  @Test
  void once_wholeTicksWhileVouched_isDueWhenTheClockWouldHaveSaidSo() {
    VouchedTick vouched = vouched();
    SplittableRandom random = new SplittableRandom(1);
    for (int i = 0; i < 1_000; i++) {
      long tick = engine.scale.tickAt(clock.nanos()) + random.nextLong(1, 1_000);
      long within = 1 + random.nextLong(TICK_NANOS / 2);
      clock.advanceNanos(tick * TICK_NANOS + within - clock.nanos());
      long delay = 1 + random.nextLong(1L << random.nextInt(1, 31));
      long precise = once(ticks(delay)).deadlineTick();
      vouched.takenIn();
      assertThat(vouched.begin(tick, clock.nanos())).isPositive();
      Timer timer = once(ticks(delay));
      vouched.end();
      assertThat(timer.deadlineTick()).isEqualTo(precise).isEqualTo(tick + 1 + delay);
    }
  }

  @Test
  void once_anotherDelayWhileVouched_readsTheClock() {
    VouchedTick vouched = vouched();
    assertThat(vouched.begin(1, clock.nanos())).isPositive();
    clock.advanceNanos(TICK_NANOS / 4);
    Timer within = once(Duration.ofNanos(TICK_NANOS / 2));
    Timer beyond = once(Duration.ofNanos(TICK_NANOS - 1));
    vouched.end();
    assertThat(within.deadlineTick()).isEqualTo(2);
    assertThat(beyond.deadlineTick()).isEqualTo(3);
  }

  @Test
  void once_whileSomebodyListens_readsTheClock() {
    VouchedTick vouched = vouched();
    List<Long> scheduledAt = new ArrayList<>();
    engine.events.subscribe(TimerDiagnostic.Scheduled.class, e -> scheduledAt.add(e.atNanos()));
    assertThat(vouched.begin(1, clock.nanos())).isPositive();
    clock.advanceNanos(3);
    once(ticks(1));
    vouched.end();
    assertThat(scheduledAt).containsExactly(TICK_NANOS + 3);
  }

  @Test
  void once_theDriverOverslept_isPutOffSoThatItIsNotEarly() {
    VouchedTick vouched = vouched();
    assertThat(vouched.begin(1, clock.nanos())).isPositive();
    Timer first = once(ticks(2));
    clock.advanceNanos(5 * TICK_NANOS + 7);
    Timer last = once(ticks(2)); // tick 6 has begun, and the driver still says 1
    Timer taken = once(ticks(2));
    assertThat(taken.cancel()).isTrue();
    vouched.end();
    accept(2, 6);
    assertThat(first.deadlineTick()).isEqualTo(9);
    assertThat(last.deadlineTick()).isEqualTo(9);
    accept(7, 8);
    assertThat(last.state()).isEqualTo(TimerState.SCHEDULED);
    clock.advanceNanos(3 * TICK_NANOS);
    accept(9, 9);
    assertThat(List.of(first.state(), last.state())).containsOnly(TimerState.COMPLETED);
  }

  @Test
  void once_inATickInWhichTheDriverOversleeps_isInTimeUpToTheLastProof() {
    VouchedTick vouched = vouched();
    assertThat(vouched.begin(1, clock.nanos())).isPositive();
    List<Timer> timers = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      timers.add(once(ticks(2)));
    }
    clock.advanceNanos(1_000 * TICK_NANOS);
    timers.add(once(ticks(2)));
    vouched.end();
    accept(2, 1_001);
    List<Timer> inTime = timers.stream().filter(t -> t.state() == TimerState.COMPLETED).toList();
    assertThat(inTime).hasSizeGreaterThan(100 - 32).isEqualTo(timers.subList(0, inTime.size()));
    assertThat(inTime).extracting(Timer::deadlineTick).containsOnly(4L);
    assertThat(inTime.getLast().order() % 32).isZero();
    assertThat(timers.subList(inTime.size(), timers.size()))
        .extracting(Timer::deadlineTick)
        .containsOnly(1_004L);
  }

  @Test
  void vouched_beforeWhatReliesOnItIsTakenIn_isNotBegunAgain() {
    VouchedTick vouched = vouched();
    assertThat(vouched.begin(1, clock.nanos())).isPositive();
    Timer timer = once(ticks(2));
    vouched.end();
    clock.advanceNanos(1_000 * TICK_NANOS); // suspended, and resumed
    assertThat(vouched.begin(1_001, clock.nanos())).isZero();
    accept(2, 1_001);
    assertThat(timer.deadlineTick()).isEqualTo(4);
    assertThat(vouched.begin(1_001, clock.nanos())).isPositive();
  }

  @Test
  void nextWakeTick_somethingIsDueAndSomethingIsNew_isAtOnce() {
    Timer timer = once(ticks(3));
    accept(1);
    assertThat(timer.state()).isEqualTo(TimerState.SCHEDULED);
    once(ticks(100));
    assertThat(engine.nextWakeTick(5)).as("the last token took long").isEqualTo(3);
  }

  @Test
  @Requirement("S4.1")
  void hostDriver_underACrowd_firesNothingEarly() throws Exception {
    int threads = 3;
    int each = 40_000;
    AtomicInteger early = new AtomicInteger();
    CountDownLatch ended = new CountDownLatch(threads * each);
    try (WheelScheduler scheduler =
        WheelScheduler.start(SchedulerSettings.defaults().withResolution(Duration.ofMillis(2)))) {
      List<Thread> started = new ArrayList<>();
      for (int t = 0; t < threads; t++) {
        started.add(
            Thread.ofPlatform()
                .start(
                    () -> {
                      for (int i = 0; i < each; i++) {
                        Duration delay = Duration.ofMillis(4);
                        long begin = System.nanoTime();
                        Cancellable timer =
                            scheduler.scheduleOnce(
                                delay,
                                () -> {
                                  if (System.nanoTime() - begin < delay.toNanos()) {
                                    early.incrementAndGet();
                                  }
                                  ended.countDown();
                                },
                                Scheduler.DIRECT);
                        if (i % 8 != 0 && timer.cancel()) {
                          ended.countDown();
                        }
                      }
                    }));
      }
      for (Thread thread : started) {
        thread.join();
      }
      assertThat(ended.await(60, TimeUnit.SECONDS)).isTrue();
      assertThat(early).hasValue(0);
    }
  }
}
