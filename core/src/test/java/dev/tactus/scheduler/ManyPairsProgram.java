package dev.tactus.scheduler;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;

/// What [NoLeakTest] runs: very many timers that are cancelled long before they are due.
final class ManyPairsProgram {
  private static final Duration FAR = Duration.ofDays(30);

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
    for (long i = 0; i < count; i++) {
      if (!scheduler.scheduleOnce(FAR, task, Scheduler.DIRECT).cancel()) {
        throw new IllegalStateException("a far timer could not be cancelled");
      }
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
