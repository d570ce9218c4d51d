package dev.tactus.bench.processes;

import dev.tactus.bench.harness.Baton;
import dev.tactus.bench.harness.HostTime;
import dev.tactus.bench.harness.Mode;
import dev.tactus.bench.harness.Results;
import dev.tactus.bench.harness.Summary;
import java.util.Arrays;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.TimeUnit;

/// How long it takes from a message until the one that waits for it has it, while nothing else
/// happens: the workers sleep, and one of them has to be woken.
///
/// Hypothesis: both wake a parked thread of the operating system, which is nearly all of it; so
/// they should not differ by much.
final class WakeUpWorkload {
  private static final int WARM_UP = 500;

  /// So many at the beginning of a sample do not count: others had the machine meanwhile.
  private static final int LEAD_IN = 60;

  private static final long PAUSE_NANOS = 500_000;
  private static final long TIMEOUT_SECONDS = 10;

  private WakeUpWorkload() {}

  static void run(String contenderName, Mode mode, Baton baton, Results results) throws Exception {
    SynchronousQueue<Long> taken = new SynchronousQueue<>();
    try (ProcessContender contender = ProcessContenders.start(contenderName)) {
      baton.station(
          ProcessesSuite.WAKE_UP,
          () -> {
            ProcessContender.Waiting waiting =
                contender.startWaiting(ignored -> offer(taken, HostTime.nanos()));
            long[] _ = wakeUps(waiting, taken, WARM_UP);
            return waiting;
          },
          (waiting, _) -> {
            long[] _ = wakeUps(waiting, taken, LEAD_IN);
            long[] nanos = wakeUps(waiting, taken, mode.pick(600, 1_500));
            Arrays.sort(nanos);
            results.sample(ProcessesSuite.WAKE_UP_P50, Summary.percentile(nanos, 0.5) / 1e3);
            results.sample(ProcessesSuite.WAKE_UP_P99, Summary.percentile(nanos, 0.99) / 1e3);
          });
    }
  }

  private static void offer(SynchronousQueue<Long> taken, long nanos) {
    try {
      if (!taken.offer(nanos, TIMEOUT_SECONDS, TimeUnit.SECONDS)) {
        throw new IllegalStateException("nobody took the time of a wake-up");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static long[] wakeUps(
      ProcessContender.Waiting waiting, SynchronousQueue<Long> taken, int count)
      throws InterruptedException {
    long[] nanos = new long[count];
    for (int i = 0; i < count; i++) {
      HostTime.sleepNanos(PAUSE_NANOS); // until everybody sleeps
      long sent = HostTime.nanos();
      waiting.send(sent);
      Long got = taken.poll(TIMEOUT_SECONDS, TimeUnit.SECONDS);
      if (got == null) {
        throw new IllegalStateException("a message was not taken within " + TIMEOUT_SECONDS + " s");
      }
      nanos[i] = got - sent;
    }
    return nanos;
  }
}
