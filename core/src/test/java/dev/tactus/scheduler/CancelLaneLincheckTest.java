package dev.tactus.scheduler;

import dev.tactus.requirement.Requirement;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Validate;
import org.jetbrains.lincheck.datastructures.verifier.EpsilonVerifier;
import org.junit.jupiter.api.Test;

/// A lane under every interleaving of its owner, the ticking thread and an executor: what was
/// cancelled comes out once, and nothing else does.
@Requirement({"S1.4", "S4.1", "S4.2"})
final class CancelLaneLincheckTest {
  /// Timers that are cancelled one after another, drained, and run by somebody else meanwhile.
  public static final class Calls {
    private static final int TIMERS = 12;

    private final TickEngine engine = new LincheckEngine().engine;
    private final CancelLane lane = new CancelLane();
    private final Timer[] timers = new Timer[TIMERS];
    private final AtomicInteger next = new AtomicInteger();
    private final AtomicIntegerArray drained = new AtomicIntegerArray(TIMERS);
    private volatile boolean isEarly;

    public Calls() {
      boolean isOwned = lane.tryOwn(Thread.currentThread());
      assert isOwned;
      for (int i = 0; i < TIMERS; i++) {
        timers[i] = new Timer(engine, 1_000, 1, () -> {}, Scheduler.DIRECT);
        boolean isIn = timers[i].admit();
        assert isIn;
      }
    }

    @Operation(nonParallelGroup = "owner")
    public void cancel() {
      Timer timer = timers[next.getAndIncrement()];
      boolean isPushed = lane.tryPush(timer);
      assert isPushed;
      boolean unused = Timer.STATE.compareAndSet(timer, Timer.SCHEDULED, Timer.CANCELLED);
    }

    @Operation(nonParallelGroup = "owner")
    public void pushAndFail() {
      boolean isPushed = lane.tryPush(timers[next.getAndIncrement()]);
      assert isPushed;
    }

    @Operation(nonParallelGroup = "ticking")
    public void drain() {
      lane.drain(this::note);
    }

    private void note(Timer timer) {
      isEarly |= !timer.isCancelled();
      for (int i = 0; i < TIMERS; i++) {
        if (timers[i] == timer) {
          drained.incrementAndGet(i);
        }
      }
    }

    @Operation(nonParallelGroup = "executor")
    public void run() {
      timers[next.get()].run();
    }

    @Validate
    public void check() {
      cancel(); // one behind the last
      drain();
      for (int i = 0; i < TIMERS; i++) {
        int expected = timers[i].isCancelled() ? 1 : 0;
        if (drained.get(i) != expected) {
          throw new IllegalStateException(
              "timer %d came %d times, %d expected".formatted(i, drained.get(i), expected));
        }
      }
      if (isEarly || !lane.isEmpty()) {
        throw new IllegalStateException(isEarly ? "one came too early" : "something is left");
      }
    }
  }

  @Test
  void lane_underTheModelChecker_bringsEachCancelledTimerOnce() {
    new ModelCheckingOptions()
        .verifier(EpsilonVerifier.class)
        .threads(3)
        .actorsPerThread(3)
        .actorsBefore(1)
        .actorsAfter(0)
        .iterations(20)
        .invocationsPerIteration(200)
        .check(Calls.class);
  }
}
