package dev.tactus.bench.timers.contenders;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import java.time.Duration;
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
