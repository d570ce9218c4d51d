package dev.tactus.dispatch;

import dev.tactus.scheduler.Scheduler;
import dev.tactus.scheduler.SchedulerException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/// What a pool has refused to run, and the timer that tries again: after 10 ms at first, then after
/// twice the pause before, up to a second.
///
/// Threads: any; nothing is done under the lock but keeping the list.
final class Refusals {
  private static final Duration PAUSE_MIN = Duration.ofMillis(10);
  private static final Duration PAUSE_MAX = Duration.ofSeconds(1);

  private final String dispatcher;
  private final DispatcherHost host;
  private List<Runnable> waiting = new ArrayList<>();
  private Duration pause = PAUSE_MIN;
  private boolean retrying;
  private boolean closed;

  Refusals(String dispatcher, DispatcherHost host) {
    this.dispatcher = dispatcher;
    this.host = host;
  }

  void add(Runnable wake) {
    synchronized (this) {
      if (closed) {
        return;
      }
      waiting.add(wake);
      if (retrying) {
        return;
      }
      retrying = true;
    }
    schedule();
  }

  synchronized int size() {
    return waiting.size();
  }

  private void schedule() {
    Duration delay;
    synchronized (this) {
      delay = pause;
    }
    try {
      var unused = host.scheduler().scheduleOnce(delay, this::retry, Scheduler.DIRECT);
    } catch (SchedulerException e) {
      // The system ends, or has too many timers: then the next message is what tries again.
      synchronized (this) {
        retrying = false;
      }
    }
  }

  private void retry() {
    List<Runnable> all;
    synchronized (this) {
      all = waiting;
      waiting = new ArrayList<>();
    }
    for (Runnable wake : all) {
      wake.run(); // refused again, it comes back to add()
    }
    int left;
    synchronized (this) {
      left = waiting.size();
      retrying = left > 0 && !closed;
      pause = left > 0 ? min(pause.multipliedBy(2), PAUSE_MAX) : PAUSE_MIN;
    }
    if (left < all.size()) {
      host.events().publish(new DispatcherEvent.Recovered(dispatcher, all.size() - left));
    }
    if (left > 0) {
      schedule();
    }
  }

  private static Duration min(Duration a, Duration b) {
    return a.compareTo(b) < 0 ? a : b;
  }

  synchronized void close() {
    closed = true;
    waiting = new ArrayList<>();
  }
}
