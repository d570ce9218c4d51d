package dev.tactus.scheduler;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/// What [NoLeakTest] runs: very many timers that are cancelled long before they are due.
final class ManyPairsProgram {
  private static final Duration FAR = Duration.ofDays(30);

  /// How many wait before they are cancelled: what a fast thread registers within some ticks.
  private static final int WAITING = 200_000;

  private ManyPairsProgram() {}

  public static void main(String[] args) {
    long pairs = Long.parseLong(args[0]);
    try (WheelScheduler scheduler = WheelScheduler.start()) {
      pairs(scheduler, 100_000);
      System.out.println("BEFORE " + usedHeap(scheduler));
      pairs(scheduler, pairs);
      System.out.println("AFTER " + usedHeap(scheduler));
      SchedulerDump dump = scheduler.dump();
      System.out.println("WAITING " + (dump.overflowSize() + dump.pendingCommands()));
      System.out.println("CANCELLED " + dump.metrics().cancelled());
    }
  }

  private static void pairs(WheelScheduler scheduler, long count) {
    byte[] payload = new byte[16];
    Runnable task = () -> payload[0]++;
    // Every other one is cancelled at once, and the ticking thread never sees it; the others wait
    // a while before that, most of them until the wheel has taken them in.
    Cancellable[] waiting = new Cancellable[WAITING];
    for (long i = 0; i < count; i++) {
      Cancellable timer = scheduler.scheduleOnce(FAR, task, Scheduler.DIRECT);
      if (i % 2 == 0) {
        cancel(timer);
      } else {
        int place = (int) (i / 2 % WAITING);
        cancel(waiting[place]);
        waiting[place] = timer;
      }
    }
    for (Cancellable timer : waiting) {
      cancel(timer);
    }
  }

  private static void cancel(@Nullable Cancellable timer) {
    if (timer != null && !timer.cancel()) {
      throw new IllegalStateException("a far timer could not be cancelled");
    }
  }

  /// The heap that is in use two ticks later, when everything that ended must be gone.
  private static long usedHeap(WheelScheduler scheduler) {
    for (int tick = 0; tick < 2; tick++) {
      CompletableFuture<Void> passed = scheduler.delay(scheduler.resolution(), Scheduler.DIRECT);
      passed.join();
    }
    Runtime runtime = Runtime.getRuntime();
    long least = Long.MAX_VALUE;
    for (int attempt = 0; attempt < 5; attempt++) {
      System.gc();
      least = Math.min(least, runtime.totalMemory() - runtime.freeMemory());
    }
    return least;
  }
}
