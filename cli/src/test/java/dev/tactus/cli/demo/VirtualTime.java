package dev.tactus.cli.demo;

import dev.tactus.actor.SystemSettings;
import dev.tactus.dispatch.DispatcherSettings;
import dev.tactus.dispatch.Dispatchers;
import dev.tactus.scheduler.RuntimeToolbox;
import dev.tactus.time.driver.ManualTickDriver;
import dev.tactus.workers.ChoosingPool;
import dev.tactus.workers.FailureHandler;
import java.time.Duration;
import java.util.SplittableRandom;

/// A machine whose time passes only when the demo pauses; timers fire and actors run meanwhile, on
/// its thread.
final class VirtualTime implements DemoTime {
  private static final long TURNS_MAX = 10_000_000;

  private final RuntimeToolbox toolbox = RuntimeToolbox.manual();
  private final ManualTickDriver driver = (ManualTickDriver) toolbox.driver();
  private final SplittableRandom random = new SplittableRandom(7);
  private final ChoosingPool pool =
      ChoosingPool.of("virtual", random::nextInt, false, FailureHandler.UNCAUGHT);

  RuntimeToolbox toolbox() {
    return toolbox;
  }

  /// Puts a system on this machine.
  SystemSettings machine(SystemSettings settings) {
    return settings
        .withToolbox(() -> toolbox)
        .withCloseTimeout(Duration.ZERO)
        .withDispatcher(Dispatchers.DEFAULT_ID, DispatcherSettings.pool(pool));
  }

  @Override
  public long nanos() {
    return driver.clock().nanos();
  }

  @Override
  public void pause(long nanos) {
    long ticks = driver.advance(Duration.ofNanos(nanos), this::settle);
    assert ticks >= 0;
    settle();
  }

  private void settle() {
    for (long turns = 0; pool.step(); turns++) {
      if (turns == TURNS_MAX) {
        throw new AssertionError("the actors never came to rest");
      }
    }
  }
}
