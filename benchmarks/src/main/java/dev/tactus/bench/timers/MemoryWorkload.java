package dev.tactus.bench.timers;

import dev.tactus.bench.harness.Baton;
import dev.tactus.bench.harness.HeapUse;
import dev.tactus.bench.harness.HostTime;
import dev.tactus.bench.harness.Results;
import dev.tactus.bench.timers.contenders.ContenderKind;
import dev.tactus.bench.timers.contenders.FiringTask;
import dev.tactus.bench.timers.contenders.TimerContender;
import java.util.ArrayList;
import java.util.List;

/// A million pending timers: what one of them weighs, what it costs to cancel them all in the order
/// in which they were scheduled, and what is still held two ticks later.
///
/// Hypothesis: one object that is handle, entry of the wheel and state at once; cancelling is one
/// compare-and-set and one plain push; the tick thread takes them out within a tick.
///
/// The task is shared and the list of handles is there before the first measurement, so a timer's
/// weight is that of its objects, handle included, and not of the list's reference to it. To cancel
/// them takes about a tick, so whether a tick falls into it is a matter of luck, and of how many
/// samples there are.
final class MemoryWorkload<D, H> {
  static final String BYTES_METRIC = "bytes";
  static final String CANCEL_METRIC = "cancel.ns";

  /// The same figure, of ours and of Pekko's alone.
  static final String CANCEL_PEKKO_METRIC = "cancel.pekko.ns";

  static final String HELD_METRIC = "cancel.held";

  private static final int COUNT = 1_000_000;
  private static final int WARM_UP_COUNT = 200_000;

  private final TimerContender<D, H> contender;
  private final FiringTask task = FiringTask.never();
  private final List<H> handles = new ArrayList<>(COUNT);

  private MemoryWorkload(TimerContender<D, H> contender) {
    this.contender = contender;
  }

  /// @param station its label
  static void run(ContenderKind kind, String station, Baton baton, Results results)
      throws Exception {
    boolean isBesidePekko = kind == ContenderKind.TACTUS || kind == ContenderKind.PEKKO;
    TimerContender<?, ?> contender = kind.start(TimersSuite.TICK_NANOS);
    baton.station(
        station,
        () -> {
          MemoryWorkload<?, ?> workload = new MemoryWorkload<>(contender);
          workload.warmUp();
          return workload;
        },
        (workload, _) -> workload.measure(results, isBesidePekko));
    contender.letGo(List.of());
  }

  private void warmUp() {
    for (int i = 0; i < 3; i++) {
      FarTimers.fill(contender, task, WARM_UP_COUNT, handles);
      FarTimers.settle(WARM_UP_COUNT);
      cancelAll();
      handles.clear();
    }
    FarTimers.settle(WARM_UP_COUNT); // what was cancelled is gone before anything is weighed
  }

  private void measure(Results results, boolean isBesidePekko) {
    long before = HeapUse.bytesAfterCollection();
    FarTimers.fill(contender, task, COUNT, handles);
    FarTimers.settle(COUNT);
    long full = HeapUse.bytesAfterCollection();
    results.sample(BYTES_METRIC, (double) (full - before) / COUNT);
    long start = HostTime.nanos();
    cancelAll();
    double each = (double) (HostTime.nanos() - start) / COUNT;
    handles.clear();
    HostTime.sleepNanos(2 * TimersSuite.TICK_NANOS);
    results.sample(HELD_METRIC, HeapUse.megabytes(HeapUse.bytesAfterCollection() - before));
    results.sample(CANCEL_METRIC, each);
    if (isBesidePekko) {
      results.sample(CANCEL_PEKKO_METRIC, each);
    }
  }

  private void cancelAll() {
    int cancelled = 0;
    for (H handle : handles) {
      if (contender.cancel(handle)) {
        cancelled++;
      }
    }
    if (cancelled != handles.size()) {
      throw new IllegalStateException(
          (handles.size() - cancelled)
              + " of "
              + handles.size()
              + " cancels of far timers did not succeed");
    }
  }
}
