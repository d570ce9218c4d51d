package dev.tactus.testkit.simulation;

import dev.tactus.actor.SystemSettings;
import dev.tactus.dispatch.DispatcherSettings;
import dev.tactus.dispatch.Dispatchers;
import dev.tactus.scheduler.RuntimeToolbox;
import dev.tactus.time.ManualClock;
import dev.tactus.time.driver.ManualTickDriver;
import dev.tactus.workers.ChoosingPool;
import java.time.Duration;
import java.util.Map;
import java.util.function.Supplier;

/// What a simulated system runs on, and keeps to whatever a test makes of its settings: one thread
/// that would run elsewhere would be no part of the seed.
///
/// @param clock tells the time
/// @param driver moves the clock
/// @param pool runs the turns of all dispatchers
record Machine(ManualClock clock, ManualTickDriver driver, ChoosingPool pool) {
  /// A machine whose clock stands at zero.
  static Machine of(ChoosingPool pool) {
    ManualClock clock = ManualClock.atZero();
    return new Machine(clock, ManualTickDriver.moving(clock), pool);
  }

  /// The settings of a system on this machine, before a test changes them.
  SystemSettings settings(long seed) {
    return SystemSettings.of("sim")
        .withSeed(seed)
        .withToolbox(() -> RuntimeToolbox.of(clock, driver))
        .withDispatcher(Dispatchers.DEFAULT_ID, DispatcherSettings.pool(pool))
        .withCloseTimeout(Duration.ZERO);
  }

  /// What a test has made of them, on this machine all the same. Whatever its dispatchers would run
  /// on elsewhere, they all have turns of this pool, and keep their other settings.
  SystemSettings kept(SystemSettings chosen) {
    Supplier<RuntimeToolbox> toolbox = chosen.toolbox();
    SystemSettings kept = chosen.withToolbox(() -> required(toolbox.get()));
    for (Map.Entry<String, DispatcherSettings> each : chosen.dispatchers().entrySet()) {
      DispatcherSettings here = each.getValue().withHost(new DispatcherSettings.Host.OnPool(pool));
      kept = kept.withDispatcher(each.getKey(), here);
    }
    return kept;
  }

  private RuntimeToolbox required(RuntimeToolbox given) {
    if (given.clock() != clock || given.driver() != driver) {
      throw new IllegalArgumentException(
          "The system of a simulation was to have a toolbox with a "
              + given.clock().kind()
              + " clock and a "
              + given.driver().kind()
              + " driver of its own, which the simulation does not move. Let withSystem change the"
              + " settings that it is given instead of making others, and keep the clock and the"
              + " driver of their toolbox.");
    }
    return given;
  }
}
