package dev.tactus.bench.processes;

import dev.tactus.bench.harness.HeapUse;
import dev.tactus.bench.harness.HostTime;
import dev.tactus.bench.harness.Mode;
import dev.tactus.bench.harness.Results;
import java.lang.ref.Reference;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/// What one that waits for a message weighs, with everything that belongs to it: its queue, its
/// place in a table, the object of the user, and what the sender needs to reach it.
///
/// Hypothesis: some two hundred bytes, where a virtual thread has an object, a stack on the heap
/// and a queue with a lock.
///
/// Each of them takes one message before the heap is measured, so that all have run.
final class IdleBytesWorkload {
  private static final long TIMEOUT_SECONDS = 60;

  private IdleBytesWorkload() {}

  static void run(String contenderName, Mode mode, Results results) throws InterruptedException {
    int count = mode.pick(200_000, 500_000);
    List<ProcessContender.Waiting> waiting = new ArrayList<>(count);
    try (ProcessContender contender = ProcessContenders.start(contenderName)) {
      long before = HeapUse.bytesAfterCollection();
      startAll(contender, count, waiting);
      long bytes = HeapUse.bytesAfterCollection() - before;
      results.sample(ProcessesSuite.BYTES, (double) bytes / count);
    } finally {
      Reference.reachabilityFence(waiting);
    }
  }

  private static void startAll(
      ProcessContender contender, int count, List<ProcessContender.Waiting> waiting)
      throws InterruptedException {
    ProcessContender.Receiver receiver = latch -> ((CountDownLatch) latch).countDown();
    for (int i = 0; i < count; i++) {
      waiting.add(contender.startWaiting(receiver));
    }
    CountDownLatch taken = new CountDownLatch(count);
    waiting.forEach(one -> one.send(taken));
    if (!taken.await(TIMEOUT_SECONDS, TimeUnit.SECONDS)) {
      throw new IllegalStateException(taken.getCount() + " did not take their message");
    }
    HostTime.sleepMillis(200); // the last ones are on their way to rest
  }
}
