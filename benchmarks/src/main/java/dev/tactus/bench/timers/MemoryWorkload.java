package dev.tactus.bench.timers;

import dev.tactus.bench.harness.HeapUse;
import dev.tactus.bench.harness.HostTime;
import dev.tactus.bench.harness.Mode;
import dev.tactus.bench.harness.Results;
import dev.tactus.bench.harness.Summary;
import dev.tactus.bench.timers.contenders.ContenderKind;
import dev.tactus.bench.timers.contenders.FiringTask;
import dev.tactus.bench.timers.contenders.TimerContender;
import java.util.ArrayList;
import java.util.List;

/// A million pending timers: what one of them weighs, what it costs to cancel them all in the order
/// in which they were scheduled, and what is still held two ticks later.
///
/// Hypothesis: one object that is handle, entry of the wheel and state at once; cancelling is one
/// compare-and-set and one push; the tick thread takes them out within a tick.
///
/// The task is shared and the list of handles is there before the first measurement, so a timer's
/// weight is that of its objects, handle included, and not of the list's reference to it.
final class MemoryWorkload<D, H> {
  static final String BYTES_METRIC = "bytes";
  static final String CANCEL_METRIC = "cancel.ns";

  /// The same figure, of ours and of Pekko's alone.
  static final String CANCEL_PEKKO_METRIC = "cancel.pekko.ns";

  static final String HELD_METRIC = "cancel.held";

  private static final int COUNT = 1_000_000;
  private static final int WARM_UP_COUNT = 200_000;

  /// Cancelling takes about a tick, so whether a tick falls into it is a matter of luck: how often
  /// it is tried in a quick run, and else.
  private static final int CANCELLATIONS_QUICK = 3;

  private static final int CANCELLATIONS = 5;

  private final TimerContender<D, H> contender;
  private final FiringTask task = FiringTask.never();
  private final List<H> handles = new ArrayList<>(COUNT);

  private MemoryWorkload(TimerContender<D, H> contender) {
    this.contender = contender;
  }

  static void run(ContenderKind kind, Mode mode, Results results) {
    for (int i = 0; i < mode.pick(1, 3); i++) {
      try (TimerContender<?, ?> contender = kind.start(TimersSuite.TICK_NANOS)) {
        boolean isBesidePekko = kind == ContenderKind.TACTUS || kind == ContenderKind.PEKKO;
        new MemoryWorkload<>(contender).measure(mode, results, isBesidePekko);
      }
    }
  }

  private void measure(Mode mode, Results results, boolean isBesidePekko) {
    for (int i = 0; i < 3; i++) {
      FarTimers.fill(contender, task, WARM_UP_COUNT, handles);
      FarTimers.settle(WARM_UP_COUNT);
      cancelAll();
      handles.clear();
    }
    FarTimers.settle(WARM_UP_COUNT); // what was cancelled is gone before anything is weighed
    long before = HeapUse.bytesAfterCollection();
    double[] each = new double[mode.pick(CANCELLATIONS_QUICK, CANCELLATIONS)];
    for (int i = 0; i < each.length; i++) {
      FarTimers.fill(contender, task, COUNT, handles);
      FarTimers.settle(COUNT);
      long full = HeapUse.bytesAfterCollection();
      if (i == 0) {
        results.sample(BYTES_METRIC, (double) (full - before) / COUNT);
      }
      long start = HostTime.nanos();
      cancelAll();
      each[i] = (double) (HostTime.nanos() - start) / COUNT;
      handles.clear();
      if (i == 0) {
        HostTime.sleepNanos(2 * TimersSuite.TICK_NANOS);
        results.sample(HELD_METRIC, HeapUse.megabytes(HeapUse.bytesAfterCollection() - before));
      }
    }
    results.sample(CANCEL_METRIC, Summary.median(each));
    if (isBesidePekko) {
      results.sample(CANCEL_PEKKO_METRIC, Summary.median(each));
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
