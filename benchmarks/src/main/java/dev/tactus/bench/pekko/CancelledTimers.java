package dev.tactus.bench.pekko;

import dev.tactus.bench.harness.HeapUse;
import dev.tactus.bench.harness.HostTime;
import dev.tactus.bench.harness.Results;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.pekko.actor.ActorSystem;
import org.apache.pekko.actor.Cancellable;
import scala.concurrent.duration.FiniteDuration;

/// What the heap still holds of a million timers, a few ticks after all were cancelled.
///
/// Hypothesis: nothing of ours; of Pekko's every shell, until its bucket comes round.
final class CancelledTimers {
  static final String METRIC = "held";

  private static final int COUNT = 1_000_000;
  private static final long FAR_MILLIS = TimeUnit.HOURS.toMillis(1);
  private static final int SPREAD_MILLIS = 5_120; // one turn of Pekko's wheel
  private static final long SETTLE_MILLIS = 100;

  private CancelledTimers() {}

  static void run(ActorSystem system, Results results) {
    List<Cancellable> handles = new ArrayList<>(COUNT);
    Runnable task = () -> {};
    long before = HeapUse.bytesAfterCollection();
    for (int i = 0; i < COUNT; i++) {
      FiniteDuration delay =
          FiniteDuration.apply(FAR_MILLIS + i % SPREAD_MILLIS, TimeUnit.MILLISECONDS);
      handles.add(system.scheduler().scheduleOnce(delay, task, system.dispatcher()));
    }
    HostTime.sleepMillis(SETTLE_MILLIS); // until all are in the wheel
    for (Cancellable handle : handles) {
      if (!handle.cancel()) {
        throw new IllegalStateException("the cancel of a timer an hour ahead did not succeed");
      }
    }
    handles.clear();
    HostTime.sleepMillis(SETTLE_MILLIS);
    results.sample(METRIC, HeapUse.megabytes(HeapUse.bytesAfterCollection() - before));
  }
}
