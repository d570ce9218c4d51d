package dev.tactus.dispatch;

import dev.tactus.scheduler.CancelReason;
import dev.tactus.scheduler.Cancellable;
import dev.tactus.scheduler.Scheduler;
import dev.tactus.scheduler.SchedulerException;
import dev.tactus.scheduler.TimedTask;
import dev.tactus.workers.PoolSnapshot;
import java.time.Duration;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Publishes how full mailboxes and how busy dispatchers are, every second, as long as somebody
/// wants to know. Without a subscriber there is no timer, and nobody is asked.
///
/// A timer that is dropped is registered anew. None is refused, neither for the quota nor under
/// pressure: see [DispatcherHost].
///
/// Threads: any; the samples come on the thread that ticks. Nothing is done under the lock but
/// keeping the books.
final class Sampling {
  private static final Duration INTERVAL = Duration.ofSeconds(1);

  private final DispatcherHost host;
  private final Supplier<List<Dispatcher>> dispatchers;
  private final Supplier<Census> census;

  /// There while samples are wanted and a timer is to be had; under the lock.
  private @Nullable Beat beat;

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

  private void changed() {
    Beat begun = null;
    Beat ended = null;
    synchronized (this) {
      boolean isWanted = wantsLoad() || wantsDepth();
      if (!isWanted) {
        ended = beat;
        beat = null;
      } else if (beat == null) {
        begun = new Beat();
        beat = begun;
      }
    }
    if (begun != null) {
      begun.start();
    }
    if (ended != null) {
      ended.end();
    }
  }

  /// The timer of one stretch in which samples are wanted.
  private final class Beat implements TimedTask {
    // Under the lock of the sampling.
    private @Nullable Cancellable timer;
    private boolean isOver;

    void start() {
      try {
        Cancellable made =
            host.scheduler().scheduleAtFixedRate(INTERVAL, INTERVAL, this, Scheduler.DIRECT);
        synchronized (Sampling.this) {
          timer = made;
          if (!isOver) {
            return;
          }
        }
        boolean unused = made.cancel();
      } catch (SchedulerException e) {
        forget(); // the system ends
      }
    }

    void end() {
      Cancellable made;
      synchronized (Sampling.this) {
        isOver = true;
        made = timer;
      }
      if (made != null) {
        boolean unused = made.cancel();
      }
    }

    private void forget() {
      synchronized (Sampling.this) {
        if (beat == this) {
          beat = null;
        }
      }
    }

    @Override
    public void run() {
      sample();
    }

    @Override
    public void givenUp(CancelReason reason) {
      forget();
      if (reason == CancelReason.DROPPED) {
        changed();
      }
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
          .forEachStirring(occupant -> host.events().publish(new DispatcherEvent.Depth(occupant)));
    }
  }
}
