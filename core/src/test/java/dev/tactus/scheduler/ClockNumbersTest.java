package dev.tactus.scheduler;

import static dev.tactus.scheduler.VirtualScheduler.TICK_NANOS;
import static dev.tactus.scheduler.VirtualScheduler.ticks;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tactus.event.EventStream;
import dev.tactus.requirement.Requirement;
import dev.tactus.time.driver.TickMode;
import dev.tactus.time.driver.TickToken;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// An engine whose timers are registered by two busy threads, so that the clock numbers them.
@Requirement("S1.2")
@Timeout(value = 120, unit = TimeUnit.SECONDS)
final class ClockNumbersTest {
  private static final int LANES = 4;
  private static final int BUSY = 30_000;

  private final StrictClock clock = new StrictClock();
  private final SchedulerCounters counters = new SchedulerCounters(LANES);
  private final TickEngine engine =
      new TickEngine(
          SchedulerSettings.defaults(),
          RuntimeToolbox.of(clock, new LincheckEngine()),
          new EventStream(),
          counters);
  private final TimerFactory timers =
      new TimerFactory(engine, SchedulerSettings.defaults().policies().defaultPolicy());
  private final List<Integer> runs = new ArrayList<>();
  private long tick;

  private void accept(int more) {
    tick += more;
    clock.advanceNanos(more * TICK_NANOS);
    assertThat(engine.accept(new TickToken(tick, tick, tick, TickMode.NORMAL, 0, engine.scale)))
        .isTrue();
  }

  private Timer once(long ticks, Runnable task) {
    return timers.once(ticks(ticks), task, Scheduler.DIRECT);
  }

  private void registerBusily() {
    for (int i = 0; i < BUSY; i++) {
      assertThat(once(1_000, () -> {}).cancel()).isTrue();
    }
  }

  /// Runs the steps on another thread with a lane of its own, one by one, each while this one waits
  /// for it.
  private static Thread other(Runnable step, SynchronousQueue<Boolean> baton) {
    Runnable loop =
        () -> {
          try {
            while (baton.take()) {
              step.run();
              baton.put(true);
            }
          } catch (InterruptedException e) {
            throw new IllegalStateException(e);
          }
        };
    Thread thread = Thread.ofPlatform().unstarted(loop);
    while ((thread.threadId() - Thread.currentThread().threadId()) % LANES == 0) {
      thread = Thread.ofPlatform().unstarted(loop);
    }
    return thread;
  }

  private void twoAreBusy() throws InterruptedException {
    SynchronousQueue<Boolean> baton = new SynchronousQueue<>();
    Thread other = other(this::registerBusily, baton);
    other.start();
    baton.put(true);
    registerBusily();
    assertThat(baton.take()).isTrue();
    baton.put(false);
    other.join();
    accept(2);
  }

  private boolean isByClock() {
    long before = counters.lanes.drawn();
    assertThat(once(1_000, () -> {}).cancel()).isTrue();
    return counters.lanes.drawn() > before;
  }

  @Test
  void runs_onOneTickOfThreadsThatTakeTurns_areInTheOrderOfRegistration() throws Exception {
    assertThat(isByClock()).isFalse();
    once(100, () -> runs.add(0));
    twoAreBusy();
    assertThat(isByClock()).isTrue();
    SynchronousQueue<Boolean> baton = new SynchronousQueue<>();
    int[] next = {1};
    Runnable register =
        () -> {
          int number = next[0]++;
          once(98, () -> runs.add(number));
          if (number % 3 == 0) {
            assertThat(once(98, () -> runs.add(-number)).cancel()).isTrue();
          }
        };
    Thread other = other(register, baton);
    other.start();
    for (int i = 0; i < 1_000; i++) {
      register.run();
      baton.put(true);
      assertThat(baton.take()).isTrue();
    }
    baton.put(false);
    other.join();
    accept(2);
    assertThat(isByClock()).as("nobody is busy any more").isFalse();
    once(96, () -> runs.add(next[0]));

    accept(97);

    assertThat(runs).hasSize(1 + 2 * 1_000 + 1).isSorted();
    assertThat(engine.quota.taken()).as("all have ended").isEqualTo(counters.ended());
  }

  @Test
  @Requirement("S5.2")
  void numbers_whileALogIsAttached_comeFromTheCounter() throws Exception {
    Queue<Long> ids = new ConcurrentLinkedQueue<>();
    engine.events.subscribe(TimerDiagnostic.Scheduled.class, e -> ids.add(e.timerId()));
    twoAreBusy();
    assertThat(isByClock()).isFalse();
    assertThat(Collections.max(ids)).as("no gaps").isEqualTo(ids.size());
  }

  @Test
  void close_whileNumbersComeFromTheClock_cancelsAll() throws Exception {
    twoAreBusy();
    Timer timer = once(100, () -> {});
    engine.refuseAll("it is closed");
    assertThat(engine.cancelAll(new FirstError())).isTrue();
    assertThat(timer.isCancelled()).isTrue();
    assertThat(engine.quota.taken()).isEqualTo(counters.ended());
  }
}
