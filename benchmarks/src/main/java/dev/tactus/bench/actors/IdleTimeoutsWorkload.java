package dev.tactus.bench.actors;

import dev.tactus.actor.Actor;
import dev.tactus.actor.ActorRef;
import dev.tactus.actor.ActorSystem;
import dev.tactus.actor.Context;
import dev.tactus.bench.harness.HeapUse;
import dev.tactus.bench.harness.HostTime;
import dev.tactus.bench.harness.Mode;
import dev.tactus.bench.harness.ProcessCpu;
import dev.tactus.bench.harness.Results;
import java.time.Duration;

/// What it costs that very many actors wait for a message, each with a timeout for it: bytes for
/// each, and CPU while nothing happens.
///
/// Hypothesis: a waiting actor is a few objects more than an idle one (the timer, what it sends,
/// what it waits for), and nothing ticks until the first timeout is due.
///
/// Shown without a peer: the others keep such timeouts in schedulers that are compared in the suite
/// `timers`.
final class IdleTimeoutsWorkload {
  static final String BYTES_METRIC = "idle-timeouts.bytes";
  static final String CPU_METRIC = "idle-timeouts.cpu";

  private static final Duration TIMEOUT = Duration.ofMinutes(30);
  private static final int WARM_UP_ACTORS = 2_000;
  private static final long WINDOW_NANOS = 1_000_000_000;
  private static final long SETTLE_MILLIS = 500;

  private final ActorSystem system;
  private long started;

  IdleTimeoutsWorkload(ActorSystem system) {
    this.system = system;
  }

  static void measure(Mode mode, Results results) throws InterruptedException {
    int count = mode.pick(100_000, 1_000_000);
    ProcessCpu.warmUp();
    try (ActorSystem system = ActorSystem.start("idle-timeouts")) {
      IdleTimeoutsWorkload workload = new IdleTimeoutsWorkload(system);
      double _ = workload.bytesPerActor(WARM_UP_ACTORS);
      results.sample(BYTES_METRIC, workload.bytesPerActor(count));
      for (int i = 0; i < mode.pick(3, 10); i++) {
        results.sample(CPU_METRIC, workload.idlePercent());
      }
    }
  }

  /// Starts that many; the system keeps them.
  double bytesPerActor(int count) throws InterruptedException {
    long before = HeapUse.bytesAfterCollection();
    started += count;
    Finish finish = new Finish(count);
    for (int i = 0; i < count; i++) {
      ActorRef<Signal> _ = system.spawn(() -> new Waiting(finish));
    }
    finish.await();
    HostTime.sleepMillis(SETTLE_MILLIS);
    // The system may have a timer of its own beside theirs, to watch over its dispatcher.
    long active = system.scheduler().metrics().active();
    Finish.check("timeouts", started, Math.min(started, active));
    return (double) (HeapUse.bytesAfterCollection() - before) / count;
  }

  /// Which share of one core this process takes while all of them wait.
  double idlePercent() {
    long wall = HostTime.nanos();
    long cpu = ProcessCpu.nanos();
    HostTime.sleepNanos(WINDOW_NANOS);
    return 100.0 * (ProcessCpu.nanos() - cpu) / (HostTime.nanos() - wall);
  }

  private static final class Waiting implements Actor<Signal> {
    private final Finish finish;

    Waiting(Finish finish) {
      this.finish = finish;
    }

    @Override
    public void started(Context<Signal> ctx) {
      ctx.receiveTimeout(TIMEOUT, Signal.TICK);
      finish.reached();
    }

    @Override
    public void receive(Context<Signal> ctx, Signal message) {
      throw new IllegalStateException("nothing is due for half an hour");
    }
  }
}
