package dev.tactus.scheduler.log;

import dev.tactus.event.EventStream;
import dev.tactus.scheduler.Affinity;
import dev.tactus.scheduler.Cancellable;
import dev.tactus.scheduler.PolicyRegistry;
import dev.tactus.scheduler.Priority;
import dev.tactus.scheduler.QuotaExceededException;
import dev.tactus.scheduler.RuntimeToolbox;
import dev.tactus.scheduler.Scheduler;
import dev.tactus.scheduler.SchedulerSettings;
import dev.tactus.scheduler.TimerPolicy;
import dev.tactus.scheduler.WheelScheduler;
import dev.tactus.time.ManualClock;
import dev.tactus.time.driver.ManualTickDriver;
import dev.tactus.time.wheel.WheelSettings;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;

/// A program of timers that follows from one seed, with everything that makes a replay hard: tasks
/// that schedule, cancel and fail, executors that wait or refuse, stalls of the driver, full
/// wheels, refused registrations, a close.
final class RandomProgram implements AutoCloseable {
  /// An executor that keeps tasks until somebody runs them.
  static final class WaitingExecutor implements Executor {
    final Deque<Runnable> waiting = new ArrayDeque<>();
    boolean refuses;

    @Override
    public void execute(Runnable task) {
      if (refuses) {
        throw new RejectedExecutionException("told to");
      }
      waiting.add(task);
    }

    void runSome(int most) {
      for (int i = 0; i < most && !waiting.isEmpty(); i++) {
        waiting.remove().run();
      }
    }
  }

  private static final List<Priority> PRIORITIES = List.of(Priority.values());
  private static final long TICK_NANOS = 1_000_000;

  private final SplittableRandom random;
  private final ManualTickDriver driver;
  private final WaitingExecutor executor = new WaitingExecutor();
  private final List<Cancellable> handles = new ArrayList<>();
  private final boolean tasksAct;
  private final boolean tasksFail;

  final WheelScheduler scheduler;
  final DeterministicLog log;

  RandomProgram(long seed) {
    random = new SplittableRandom(seed);
    ManualClock clock = ManualClock.at(random.nextBoolean() ? 0 : random.nextLong());
    driver = ManualTickDriver.moving(clock);
    tasksAct = random.nextBoolean();
    tasksFail = random.nextInt(4) == 0;
    WheelSettings wheel = WheelSettings.DEFAULT.withSlots(1 << random.nextInt(1, 7));
    if (random.nextInt(4) == 0) {
      wheel = wheel.withSlotCapacity(2).withOverflowCapacity(4);
    }
    PolicyRegistry policies =
        PolicyRegistry.DEFAULT.withDefault(
            TimerPolicy.DEFAULT.withBacklogLimit(random.nextInt(1, 9)));
    for (Priority priority : Priority.values()) {
      policies =
          policies.with(
              Affinity.subsystem(priority.name()), TimerPolicy.DEFAULT.withPriority(priority));
    }
    SchedulerSettings settings =
        SchedulerSettings.defaults()
            .withName("program " + seed)
            .withResolution(Duration.ofNanos(TICK_NANOS))
            .withWheel(wheel)
            .withPolicies(policies)
            .withSystemQuota(random.nextInt(4) == 0 ? 5 : 1000);
    RuntimeToolbox toolbox = RuntimeToolbox.of(clock, driver);
    EventStream events = new EventStream();
    log = DeterministicLog.attach(events, LogHeader.of(settings, toolbox), 100_000);
    scheduler = WheelScheduler.start(settings, toolbox, events);
  }

  /// Does this many random things.
  RandomProgram run(int operations) {
    for (int i = 0; i < operations; i++) {
      operation();
    }
    return this;
  }

  private void operation() {
    switch (random.nextInt(16)) {
      case 0, 1, 2, 3 -> scheduleOne();
      case 4, 5 -> cancelOne();
      case 6, 7, 8, 9, 10 -> scheduler.advance(Duration.ofNanos(random.nextLong(4 * TICK_NANOS)));
      case 11 -> stall();
      case 12 -> executor.runSome(random.nextInt(1, 6));
      case 13 -> executor.refuses = random.nextInt(3) == 0;
      case 14 -> whileSuspended();
      default -> scheduler.advance(Duration.ofNanos(TICK_NANOS * random.nextInt(1, 70)));
    }
  }

  private void stall() {
    int ticks = random.nextInt(1, 12);
    for (int i = 0; i < ticks; i++) {
      driver.notifyTick();
    }
    driver.pump();
  }

  /// Time passes and timers come and go while the driver hands nothing over.
  private void whileSuspended() {
    driver.suspend();
    scheduler.advance(Duration.ofNanos(random.nextLong(6 * TICK_NANOS)));
    scheduleOne();
    cancelOne();
    driver.resume();
    driver.pump();
  }

  private void scheduleOne() {
    Scheduler timers =
        random.nextBoolean()
            ? scheduler
            : scheduler.withAffinity(
                Affinity.subsystem(PRIORITIES.get(random.nextInt(PRIORITIES.size())).name()));
    Duration delay = Duration.ofNanos(random.nextLong(1, delayMax()));
    Duration period = Duration.ofNanos(random.nextLong(TICK_NANOS / 3, 9 * TICK_NANOS));
    Executor where = random.nextBoolean() ? Scheduler.DIRECT : executor;
    try {
      handles.add(
          switch (random.nextInt(4)) {
            case 0 -> timers.scheduleAtFixedRate(delay, period, this::task, where);
            case 1 -> timers.scheduleWithFixedDelay(delay, period, this::task, where);
            default -> timers.scheduleOnce(delay, this::task, where);
          });
    } catch (QuotaExceededException expected) {
      return; // its number is used up, which a replay has to notice
    }
  }

  private long delayMax() {
    return TICK_NANOS * (random.nextInt(8) == 0 ? 5_000 : 20);
  }

  private void cancelOne() {
    if (!handles.isEmpty()) {
      handles.get(random.nextInt(handles.size())).cancel();
    }
  }

  private void task() {
    if (tasksAct) {
      switch (random.nextInt(6)) {
        case 0 -> scheduleOne();
        case 1 -> cancelOne();
        default -> {}
      }
    }
    if (tasksFail && random.nextInt(5) == 0) {
      throw new IllegalArgumentException("a task fails");
    }
  }

  /// Closes the scheduler, and lets its executor do what it has.
  RandomProgram finish() {
    scheduler.close();
    executor.refuses = false;
    executor.runSome(random.nextInt(20));
    return this;
  }

  @Override
  public void close() {
    log.close();
    scheduler.close();
  }
}
