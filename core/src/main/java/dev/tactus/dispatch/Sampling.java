package dev.tactus.dispatch;

import dev.tactus.scheduler.Cancellable;
import dev.tactus.scheduler.Scheduler;
import dev.tactus.scheduler.SchedulerException;
import dev.tactus.workers.PoolSnapshot;
import java.time.Duration;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Publishes how full mailboxes and how busy dispatchers are, every second, as long as somebody
/// wants to know. Without a subscriber there is no timer, and nobody is asked.
///
/// Threads: any; the samples come on the thread that ticks.
final class Sampling {
  private static final Duration INTERVAL = Duration.ofSeconds(1);

  private final DispatcherHost host;
  private final Supplier<List<Dispatcher>> dispatchers;
  private final Supplier<Census> census;
  private @Nullable Cancellable timer;

  Sampling(DispatcherHost host, Supplier<List<Dispatcher>> dispatchers, Supplier<Census> census) {
    this.host = host;
    this.dispatchers = dispatchers;
    this.census = census;
  }

  /// Begins to look for subscribers.
  void start() {
    host.events().onChange(this::changed);
  }

  private boolean wantsLoad() {
    return host.events().wantsInParticular(DispatcherEvent.Load.class);
  }

  private boolean wantsDepth() {
    return host.events().wantsInParticular(DispatcherEvent.Depth.class);
  }

  private synchronized void changed() {
    boolean isWanted = wantsLoad() || wantsDepth();
    Cancellable present = timer;
    if (isWanted && present == null) {
      try {
        timer =
            host.scheduler()
                .scheduleAtFixedRate(INTERVAL, INTERVAL, this::sample, Scheduler.DIRECT);
      } catch (SchedulerException e) {
        // The system ends, or has too many timers: then there are no samples.
      }
    } else if (!isWanted && present != null) {
      timer = null;
      boolean unused = present.cancel();
    }
  }

  private void sample() {
    if (wantsLoad()) {
      for (Dispatcher dispatcher : dispatchers.get()) {
        PoolSnapshot pool = dispatcher.snapshot();
        host.events()
            .publish(
                new DispatcherEvent.Load(
                    dispatcher.id(),
                    pool.waiting(),
                    pool.executed(),
                    pool.busyRatio(),
                    dispatcher.refused()));
      }
    }
    if (wantsDepth()) {
      census
          .get()
          .forEach(
              occupant -> {
                if (occupant.isStirring()) {
                  host.events().publish(new DispatcherEvent.Depth(occupant));
                }
              });
    }
  }
}
