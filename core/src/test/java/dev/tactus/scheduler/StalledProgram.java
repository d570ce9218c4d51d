package dev.tactus.scheduler;

import dev.tactus.event.EventStream;
import dev.tactus.scheduler.SchedulerWarning.BurstFire;
import dev.tactus.time.host.HostClock;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicLong;

/// What [StallProcessTest] stops from outside: jobs and one-shots on the time of the machine.
///
/// It says `READY` when everything is scheduled, waits for a line, and then says for each claim
/// whether it held.
final class StalledProgram {
  private static final int ONE_SHOTS = 190;
  private static final Duration FIRST_AFTER = Duration.ofMillis(500);
  private static final long[] PERIODS = {1, 2, 5, 10};

  /// How many milliseconds of missed runs are the stall and not a hiccup of a busy machine.
  private static final long STALL_MILLIS = 1_500;

  private final Queue<BurstFire> bursts = new ConcurrentLinkedQueue<>();
  private final Queue<Integer> fired = new ConcurrentLinkedQueue<>();
  private final List<Cancellable> jobs = new ArrayList<>();
  private final List<AtomicLong> stoodFor = new ArrayList<>();

  private StalledProgram() {}

  public static void main(String[] args) throws Exception {
    new StalledProgram().run();
  }

  private void run() throws Exception {
    TimerPolicy patient = TimerPolicy.DEFAULT.withBacklogLimit(1_000_000).withBurstThreshold(50);
    SchedulerSettings settings =
        SchedulerSettings.defaults()
            .withResolution(Duration.ofMillis(1))
            .withPolicies(PolicyRegistry.DEFAULT.withDefault(patient));
    EventStream events = new EventStream();
    events.subscribe(BurstFire.class, bursts::add);
    try (ExecutorService executor = Executors.newSingleThreadExecutor();
        WheelScheduler scheduler = WheelScheduler.start(settings, RuntimeToolbox.host(), events)) {
      schedule(scheduler, executor);
      System.out.println("READY");
      BufferedReader in =
          new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
      String unused = in.readLine();
      report(scheduler);
    }
  }

  private void schedule(WheelScheduler scheduler, ExecutorService executor) {
    for (long period : PERIODS) {
      AtomicLong sum = new AtomicLong();
      stoodFor.add(sum);
      jobs.add(
          scheduler.scheduleAtFixedRate(
              Duration.ofMillis(period),
              Duration.ofMillis(period),
              () -> sum.addAndGet(ExecutionBatch.current().orElseThrow().runs()),
              executor));
    }
    // Backwards, so that the order of deadlines is not the one of registration; and all reckoned
    // from
    // one moment, since a busy machine may take longer for two registrations than they are apart.
    long first = HostClock.instance().nanos() + FIRST_AFTER.toNanos();
    for (int i = ONE_SHOTS; i > 0; i--) {
      int number = i;
      long due = first + Duration.ofMillis(number * 10L).toNanos();
      scheduler.scheduleOnce(
          Duration.ofNanos(due - HostClock.instance().nanos()), () -> fired.add(number), executor);
    }
  }

  private void report(WheelScheduler scheduler) {
    long tick = scheduler.dump().nowTick();
    while (scheduler.dump().position() < tick - 1) {
      Thread.onSpinWait();
    }
    System.out.println("CAUGHT-UP " + scheduler.dump().driverStats().catchUps());
    while (fired.size() < ONE_SHOTS) {
      Thread.onSpinWait();
    }
    System.out.println("IN-ORDER " + inOrder());
    for (int i = 0; i < PERIODS.length; i++) {
      // The first due time is at most a tick after the period, so this many are due for certain.
      long due = tick / PERIODS[i] - 2;
      while (stoodFor.get(i).get() < due) {
        Thread.onSpinWait();
      }
      boolean tooMany = stoodFor.get(i).get() > scheduler.dump().nowTick() / PERIODS[i] + 2;
      System.out.println(
          "JOB "
              + PERIODS[i]
              + " ran="
              + (tooMany ? "too often" : "ok")
              + " cancelled="
              + jobs.get(i).isCancelled()
              + " bursts="
              + burstsOf(jobs.get(i), PERIODS[i]));
    }
    System.out.println("END");
  }

  private boolean inOrder() {
    List<Integer> order = List.copyOf(fired);
    for (int i = 0; i < ONE_SHOTS; i++) {
      if (order.get(i) != i + 1) {
        return false;
      }
    }
    return order.size() == ONE_SHOTS;
  }

  private long burstsOf(Cancellable job, long period) {
    return bursts.stream()
        .filter(b -> b.timerId() == job.id() && b.missedRuns() * period > STALL_MILLIS)
        .count();
  }
}
