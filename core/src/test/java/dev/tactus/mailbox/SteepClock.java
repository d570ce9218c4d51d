package dev.tactus.mailbox;

import dev.tactus.time.Clock;
import dev.tactus.time.ClockKind;
import dev.tactus.workers.PoolSettings;
import dev.tactus.workers.SteppedPool;
import dev.tactus.workers.WorkerHost;

/// A clock that throws when it is told to, as if the stack had ended there.
public final class SteepClock implements Clock {
  /// The time.
  public long now;

  /// Whether it throws.
  public boolean isSteep;

  /// A pool that looks at this clock. It does so now and then when a task is submitted: after every
  /// other turn that began 2 ms after the one before.
  public SteppedPool pool() {
    return SteppedPool.of(
        PoolSettings.defaults().withWorkers(1).withHost(WorkerHost.DEFAULT.withClock(this)));
  }

  @Override
  public long nanos() {
    if (isSteep) {
      throw new StackOverflowError("as if");
    }
    return now;
  }

  @Override
  public ClockKind kind() {
    return ClockKind.DETERMINISTIC;
  }
}
