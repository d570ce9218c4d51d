package dev.tactus.bench.timers.contenders;

import dev.tactus.bench.harness.JarVersion;
import dev.tactus.scheduler.WheelScheduler;
import io.netty.util.HashedWheelTimer;
import java.util.Arrays;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.stream.Collectors;
import org.agrona.DeadlineTimerWheel;
import org.apache.kafka.server.util.timer.SystemTimer;
import org.apache.pekko.actor.LightArrayRevolverScheduler;

/// Who competes, and what each can do.
public enum ContenderKind {
  TACTUS("tactus", WheelScheduler.class, true, true),
  STPE("stpe", ScheduledThreadPoolExecutor.class, false, true),
  FJP("fjp", ForkJoinPool.class, false, true),
  NETTY("netty", HashedWheelTimer.class, true, true),
  PEKKO("pekko", LightArrayRevolverScheduler.class, true, true),
  KAFKA("kafka", SystemTimer.class, true, true),
  AGRONA("agrona", DeadlineTimerWheel.class, true, false);

  private final String label;
  private final Class<?> product;
  private final boolean hasTicks;
  private final boolean threadSafe;

  ContenderKind(String label, Class<?> product, boolean hasTicks, boolean threadSafe) {
    this.label = label;
    this.product = product;
    this.hasTicks = hasTicks;
    this.threadSafe = threadSafe;
  }

  /// The name on the command line and in the table.
  public String label() {
    return label;
  }

  /// What runs under that name, with its version.
  public String version() {
    return product.getSimpleName() + " of " + JarVersion.of(product);
  }

  /// Whether it rounds deadlines to ticks; one that does not wakes for every timer.
  public boolean hasTicks() {
    return hasTicks;
  }

  /// Whether timers may be scheduled and cancelled from any thread and fire on their own. The one
  /// that is not takes part where one thread does everything and nothing fires.
  public boolean threadSafe() {
    return threadSafe;
  }

  /// Starts one.
  ///
  /// @param tickNanos the tick; a contender without ticks ignores it
  public TimerContender<?, ?> start(long tickNanos) {
    return switch (this) {
      case TACTUS -> new TactusContender(tickNanos);
      case STPE -> new StpeContender();
      case FJP -> new ForkJoinContender();
      case NETTY -> new NettyContender(tickNanos);
      case PEKKO -> new PekkoContender(tickNanos);
      case KAFKA -> new KafkaContender(tickNanos);
      case AGRONA -> new AgronaContender(tickNanos);
    };
  }

  /// The contender of that name.
  ///
  /// @throws IllegalArgumentException if there is none
  public static ContenderKind named(String label) {
    return Arrays.stream(values())
        .filter(kind -> kind.label.equals(label))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "contender '"
                        + label
                        + "' given; known are "
                        + Arrays.stream(values())
                            .map(ContenderKind::label)
                            .collect(Collectors.joining(", "))));
  }
}
