package dev.tactus.bench.timers.contenders;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import dev.tactus.bench.harness.HostTime;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.pekko.actor.Cancellable;
import org.apache.pekko.actor.LightArrayRevolverScheduler;
import org.apache.pekko.event.NoLogging;
import scala.concurrent.ExecutionContext;
import scala.concurrent.duration.FiniteDuration;

/// Apache Pekko's default scheduler with its default 512 slots, outside of an actor system; tasks
/// run on its timer thread.
public final class PekkoContender implements TimerContender<FiniteDuration, Cancellable> {
  /// A turn of 512 slots of 10 ms, and something to spare.
  private static final long TURN_MILLIS = 6_000;

  private final LightArrayRevolverScheduler scheduler;
  private final ExecutionContext timerThread = new SameThread();

  public PekkoContender(long tickNanos) {
    Config config =
        ConfigFactory.parseMap(
                Map.of(
                    "pekko.scheduler.tick-duration",
                    Duration.ofNanos(tickNanos),
                    // With millions of cancelled timers the default of 5 s can be too short.
                    "pekko.scheduler.shutdown-timeout",
                    Duration.ofSeconds(30)))
            .withFallback(ConfigFactory.load());
    scheduler =
        new LightArrayRevolverScheduler(
            config, NoLogging.getInstance(), Thread.ofPlatform().name("pekko").daemon().factory());
  }

  @Override
  public FiniteDuration delay(long nanos) {
    return FiniteDuration.apply(nanos, TimeUnit.NANOSECONDS);
  }

  @Override
  public Cancellable schedule(FiniteDuration delay, FiringTask task) {
    return scheduler.scheduleOnce(delay, task, timerThread);
  }

  @Override
  public boolean cancel(Cancellable handle) {
    return handle.cancel();
  }

  @Override
  public void scheduleAtFixedRate(
      FiniteDuration initialDelay, FiniteDuration period, FiringTask task) {
    scheduler.scheduleAtFixedRate(initialDelay, period, task, timerThread);
  }

  @Override
  public void close() {
    scheduler.close();
  }

  /// To close it means to gather all timers that the wheel still has, which takes seconds after
  /// millions of them. In a turn of the wheel those that were cancelled are gone.
  @Override
  public void letGo(List<Cancellable> pending) {
    pending.forEach(Cancellable::cancel);
    Thread.ofPlatform()
        .name("pekko-closing")
        .daemon()
        .start(
            () -> {
              HostTime.sleepMillis(TURN_MILLIS);
              close();
            });
  }

  private static final class SameThread implements ExecutionContext {
    @Override
    public void execute(Runnable task) {
      task.run();
    }

    @Override
    public void reportFailure(Throwable cause) {
      throw new IllegalStateException("a task of the workload failed", cause);
    }
  }
}
