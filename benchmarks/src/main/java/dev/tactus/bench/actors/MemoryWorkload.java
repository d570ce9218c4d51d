package dev.tactus.bench.actors;

import com.sun.management.ThreadMXBean;
import dev.tactus.bench.actors.contenders.ActorContender;
import dev.tactus.bench.actors.contenders.Handler;
import dev.tactus.bench.actors.contenders.Self;
import dev.tactus.bench.harness.HeapUse;
import dev.tactus.bench.harness.HostTime;
import dev.tactus.bench.harness.Mode;
import dev.tactus.bench.harness.Results;
import java.lang.management.ManagementFactory;
import java.lang.ref.Reference;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/// What an idle actor weighs, and what a message allocates.
///
/// Hypothesis: the actor, its mailbox and its reference are few objects without padding, the rest
/// is made on demand; a message is one node of a queue.
///
/// Actors share their handler and the list of their addresses is there before the first
/// measurement, so an actor's weight is that of the contender's own objects, the one that stands
/// for the user's actor class included. Each has handled a message, so that what is made on demand
/// is there.
final class MemoryWorkload<A> {
  static final String BYTES_METRIC = "bytes.idle";
  static final String ALLOCATED_METRIC = "allocated.message";

  /// For the last actors to end their turn.
  private static final long SETTLE_MILLIS = 100;

  private static final int WARM_UP_ACTORS = 2_000;

  private final ActorContender<A> contender;
  private final boolean spawnsWithin;
  private final List<A> actors;
  private Finish finish = new Finish(0);
  private int toSpawn;

  MemoryWorkload(ActorContender<A> contender, boolean spawnsWithin, int capacity) {
    this.contender = contender;
    this.spawnsWithin = spawnsWithin;
    actors = new ArrayList<>(WARM_UP_ACTORS + capacity);
  }

  static <A> void measureIdle(
      ActorContender<A> contender, boolean spawnsWithin, Mode mode, Results results)
      throws InterruptedException {
    int count = mode.pick(40_000, 200_000);
    MemoryWorkload<A> workload = new MemoryWorkload<>(contender, spawnsWithin, count);
    workload.bytesPerActor(WARM_UP_ACTORS);
    results.sample(BYTES_METRIC, workload.bytesPerActor(count));
  }

  /// Starts that many and keeps them.
  double bytesPerActor(int count) throws InterruptedException {
    try {
      int before = actors.size();
      long bytesBefore = HeapUse.bytesAfterCollection();
      spawn(count);
      Finish.check("actors started", before + count, actors.size());
      finish = new Finish(count);
      actors.subList(before, before + count).forEach(actor -> contender.tell(actor, Signal.TICK));
      finish.await();
      HostTime.sleepMillis(SETTLE_MILLIS);
      return (double) (HeapUse.bytesAfterCollection() - bytesBefore) / count;
    } finally {
      Reference.reachabilityFence(actors);
    }
  }

  private void spawn(int count) throws InterruptedException {
    Handler<A> shared = (_, _) -> finish.reached();
    Supplier<Handler<A>> supplier = () -> shared;
    if (!spawnsWithin) {
      for (int i = 0; i < count; i++) {
        actors.add(contender.spawn(supplier));
      }
      return;
    }
    finish = new Finish(1);
    toSpawn = count;
    Handler<A> spawning = (self, _) -> spawnWithin(self, supplier);
    contender.tell(contender.spawn(() -> spawning), Signal.START);
    finish.await();
  }

  private void spawnWithin(Self<A> self, Supplier<Handler<A>> supplier) {
    for (int i = 0; i < toSpawn; i++) {
      actors.add(self.spawn(supplier));
    }
    finish.reached();
  }

  /// What all threads allocate for a message of [CountingWorkload], whose messages are constants.
  static <A> void measureAllocated(ActorContender<A> contender, Mode mode, Results results)
      throws InterruptedException {
    int messages = mode.pick(200_000, 1_000_000);
    CountingWorkload<A> counting = new CountingWorkload<>(contender);
    for (int i = 0; i < 5; i++) {
      counting.run(messages);
    }
    long before = allocatedBytes();
    long counted = 0;
    for (int i = 0; i < 5; i++) {
      counted += counting.run(messages);
    }
    results.sample(ALLOCATED_METRIC, (double) (allocatedBytes() - before) / counted);
  }

  private static long allocatedBytes() {
    return ((ThreadMXBean) ManagementFactory.getThreadMXBean()).getTotalThreadAllocatedBytes();
  }
}
