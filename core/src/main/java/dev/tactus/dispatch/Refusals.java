package dev.tactus.dispatch;

import dev.tactus.scheduler.Scheduler;
import dev.tactus.scheduler.SchedulerException;
import dev.tactus.workers.Task;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;

/// What a pool has refused to run, and the timer that tries again: after 10 ms at first, then after
/// twice the pause before, up to a second.
///
/// A task is in it once, however many messages it gets meanwhile.
///
/// Threads: any; nothing is done under the lock but keeping the books.
final class Refusals {
  private static final Duration PAUSE_MIN = Duration.ofMillis(10);
  private static final Duration PAUSE_MAX = Duration.ofSeconds(1);

  private final String dispatcher;
  private final DispatcherHost host;
  private Map<Task, Runnable> waiting = new LinkedHashMap<>();

  /// Those that are being tried again. One that comes back is not new.
  private Map<Task, Runnable> trying = Map.of();

  private Duration pause = PAUSE_MIN;
  private boolean retrying;
  private boolean closed;

  Refusals(String dispatcher, DispatcherHost host) {
    this.dispatcher = dispatcher;
    this.host = host;
  }

  /// Wakes a task later.
  ///
  /// @return whether it is new here
  boolean add(Task task, Runnable wake) {
    boolean isNew;
    synchronized (this) {
      if (closed) {
        return false;
      }
      isNew = waiting.putIfAbsent(task, wake) == null && !trying.containsKey(task);
      if (retrying) {
        return isNew;
      }
      retrying = true;
    }
    schedule();
    return isNew;
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
    Map<Task, Runnable> all;
    synchronized (this) {
      all = waiting;
      waiting = new LinkedHashMap<>();
      trying = all;
    }
    for (Runnable wake : all.values()) {
      wake.run(); // refused again, it comes back to add()
    }
    int left;
    synchronized (this) {
      trying = Map.of();
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
    waiting = new LinkedHashMap<>();
  }
}
