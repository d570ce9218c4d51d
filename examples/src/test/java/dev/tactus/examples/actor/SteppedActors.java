package dev.tactus.examples.actor;

import dev.tactus.actor.ActorSystem;
import dev.tactus.actor.SystemSettings;
import dev.tactus.dispatch.DispatcherSettings;
import dev.tactus.dispatch.Dispatchers;
import dev.tactus.scheduler.RuntimeToolbox;
import dev.tactus.workers.PoolSettings;
import dev.tactus.workers.SteppedPool;
import java.time.Duration;

/// A system on virtual time that the test moves.
public final class SteppedActors implements AutoCloseable {
  private static final long TURNS_MAX = 1_000_000;
  private static final Duration TICK = Duration.ofMillis(10);

  private final SteppedPool pool = SteppedPool.of(PoolSettings.defaults().withWorkers(1));

  /// The system.
  public final ActorSystem system =
      ActorSystem.start(
          SystemSettings.of("t")
              .withSeed(1)
              .withToolbox(RuntimeToolbox::manual)
              .withCloseTimeout(Duration.ZERO)
              .withDispatcher(Dispatchers.DEFAULT_ID, DispatcherSettings.pool(pool)));

  /// Makes all turns that there are.
  public void run() {
    long unused = pool.runUntilIdle(TURNS_MAX);
  }

  /// Lets time pass, tick by tick.
  public void advance(Duration duration) {
    run();
    for (Duration left = duration; left.isPositive(); left = left.minus(TICK)) {
      long unused = system.scheduler().advance(TICK);
      run();
    }
  }

  @Override
  public void close() {
    system.close();
    run();
  }
}
