package dev.tactus.pekko;

import com.typesafe.config.Config;
import dev.tactus.time.Clock;
import dev.tactus.time.Parker;
import dev.tactus.time.host.HostClock;
import dev.tactus.time.host.HostParker;
import java.util.concurrent.TimeUnit;
import org.apache.pekko.event.BusLogging;
import org.apache.pekko.event.LoggingAdapter;
import org.jspecify.annotations.Nullable;

/// Waits until the actors have nothing more to do, so that time can go on.
///
/// Our executors know when they are quiet. Where a system has none of them, nobody can tell, and a
/// pause has to do, as in Pekko's own scheduler for tests.
final class Settling {
  private static final String ROOT = "tactus.pekko.manual-time.";
  private static final int SPINS = 200;
  private static final long LOOK_NANOS = 50_000;

  private final LoggingAdapter log;
  private final long timeoutNanos;
  private final long pauseNanos;
  private final @Nullable Parts parts;
  private final Clock clock = HostClock.instance();
  private final Parker parker = new HostParker();

  Settling(Config config, LoggingAdapter log) {
    this.log = log;
    this.timeoutNanos = config.getDuration(ROOT + "settle-timeout", TimeUnit.NANOSECONDS);
    this.pauseNanos = config.getDuration(ROOT + "pause", TimeUnit.NANOSECONDS);
    this.parts = log instanceof BusLogging known ? Parts.of(known.bus()) : null;
  }

  /// Waits. Threads: whoever moves time, one at a time; an actor that does so does not wait for
  /// itself.
  void await() {
    if (Thread.currentThread() instanceof WorkerThread) {
      return;
    }
    boolean interrupted =
        (parts == null || parts.executors().isEmpty()) ? pause() : awaitQuiet(parts);
    if (interrupted) {
      Thread.currentThread().interrupt(); // which is for the caller, who waits for other things
    }
  }

  /// @return whether there was an interrupt
  private boolean pause() {
    boolean interrupted = false;
    long end = clock.nanos() + pauseNanos;
    long left = pauseNanos;
    while (left > 0) {
      interrupted |= parker.park(left);
      left = end - clock.nanos();
    }
    return interrupted;
  }

  /// @return whether there was an interrupt
  private boolean awaitQuiet(Parts watched) {
    boolean interrupted = false;
    long end = clock.nanos() + timeoutNanos;
    int looks = 0;
    while (!watched.isQuiet()) {
      if (clock.nanos() - end > 0) {
        log.warning(
            "time goes on although actors are still busy after {}settle-timeout; what they"
                + " schedule from now on is counted from a later time",
            ROOT);
        return interrupted;
      }
      if (++looks < SPINS) {
        Thread.onSpinWait();
      } else {
        interrupted |= parker.park(LOOK_NANOS);
      }
    }
    return interrupted;
  }
}
