package dev.tactus.dispatch;

import dev.tactus.event.VmErrors;
import dev.tactus.refusal.RetryPause;
import dev.tactus.scheduler.CancelReason;
import dev.tactus.scheduler.Cancellable;
import dev.tactus.scheduler.Scheduler;
import dev.tactus.scheduler.SchedulerException;
import dev.tactus.scheduler.TimedTask;
import dev.tactus.workers.Task;
import java.time.Duration;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/// What a pool has refused to run, and the timers that try again: after 10 ms at first, then after
/// twice the pause before, and every second in any case.
///
/// A task is in it once, however many messages it gets meanwhile. A command that its caller was
/// told to repeat is not in it; what is tried again in its place is a probe, so that the end of the
/// refusals is noticed also where no task waits.
///
/// **Two timers.** The one for every second is registered with the first refusal and kept until all
/// is well. Refusals put the system under pressure, where timers may be dropped: the one that is
/// there already is not.
///
/// **Events keep their order.** Who listens to them keeps books of its own, so the end of refusals
/// must not be told after a new one. Events are noted under the lock and published without it, by
/// one party at a time (`publishing` is the usual counter of requests).
///
/// Threads: any; nothing is done under the lock but keeping the books.
final class Refusals {
  private final String dispatcher;
  private final DispatcherHost host;
  private final BooleanSupplier probe;
  private final Queue<DispatcherEvent> events = new ConcurrentLinkedQueue<>();
  private final AtomicInteger publishing = new AtomicInteger();

  private Map<Task, Runnable> waiting = new LinkedHashMap<>();

  /// Those that are being tried again. One that comes back is not new.
  private Map<Task, Runnable> trying = Map.of();

  /// How many were made ready since the first refusal.
  private int retried;

  private boolean isProbeDue;
  private RetryPause pause = RetryPause.FIRST;
  private @Nullable Cancellable steady;
  private @Nullable Cancellable sooner;

  /// Whether there are timers.
  private boolean retrying;

  private boolean closed;

  /// @param probe offers something to the pool, and says whether it was taken
  Refusals(String dispatcher, DispatcherHost host, BooleanSupplier probe) {
    this.dispatcher = dispatcher;
    this.host = host;
    this.probe = probe;
  }

  /// Wakes a task later, and publishes its refusal if it is new here.
  ///
  /// @return false when the dispatcher is closed: nobody wakes it any more
  boolean add(Task task, Runnable wake, int attempts) {
    boolean isFirst;
    synchronized (this) {
      if (closed) {
        return false;
      }
      if (waiting.putIfAbsent(task, wake) == null && !trying.containsKey(task)) {
        events.add(new DispatcherEvent.TurnRefused(dispatcher, task.toString(), attempts));
      }
      isFirst = begins();
    }
    beginIf(isFirst);
    return true;
  }

  /// Publishes the refusal of a command that its caller repeats.
  void addCommand(String command, int attempts) {
    boolean isFirst;
    synchronized (this) {
      events.add(new DispatcherEvent.TurnRefused(dispatcher, command, attempts));
      isProbeDue = true;
      isFirst = begins();
    }
    beginIf(isFirst);
  }

  private void beginIf(boolean isFirst) {
    try {
      if (isFirst) {
        begin();
      }
    } finally {
      publish();
    }
  }

  synchronized int size() {
    return waiting.size();
  }

  private boolean begins() {
    boolean isFirst = !retrying && !closed;
    retrying |= isFirst;
    return isFirst;
  }

  private void begin() {
    Duration longest = RetryPause.LONGEST.length();
    try {
      Cancellable timer =
          host.scheduler().scheduleWithFixedDelay(longest, longest, new Retry(), Scheduler.DIRECT);
      synchronized (this) {
        cancel(steady); // the one that was dropped; or another, of refusals that began meanwhile
        steady = timer;
        if (closed || !retrying) {
          endTimers();
        }
      }
      trySooner();
    } catch (SchedulerException e) {
      end(); // the system ends
    } catch (Throwable e) {
      end(); // as a rule there is no memory for a timer: the next refusal tries again
      throw e;
    }
  }

  private final class Retry implements TimedTask {
    @Override
    public void run() {
      retry();
    }

    @Override
    public void givenUp(CancelReason reason) {
      if (reason == CancelReason.DROPPED && isRetrying()) {
        begin(); // its tick was full: the next one may have room
      } else {
        end();
      }
    }
  }

  private synchronized boolean isRetrying() {
    return retrying;
  }

  /// Nobody tries again: then the next message does.
  private synchronized void end() {
    retrying = false;
  }

  private void trySooner() {
    Duration delay;
    synchronized (this) {
      delay = pause.length();
      if (!retrying || pause.equals(RetryPause.LONGEST)) {
        return;
      }
    }
    try {
      Cancellable timer = host.scheduler().scheduleOnce(delay, this::retry, Scheduler.DIRECT);
      synchronized (this) {
        sooner = timer;
      }
    } catch (SchedulerException e) {
      // The other timer is there.
    } catch (Throwable e) {
      VmErrors.report(e); // as above
    }
  }

  private void retry() {
    Map<Task, Runnable> all;
    boolean isProbing;
    synchronized (this) {
      if (!retrying || !trying.isEmpty()) {
        return;
      }
      all = waiting;
      waiting = new LinkedHashMap<>();
      trying = all;
      isProbing = isProbeDue;
      isProbeDue = false;
    }
    boolean isRefused = isProbing;
    boolean isOver = false;
    try {
      wakeAll(all);
      isRefused = isProbing && !isProbeTaken();
    } finally {
      isOver = settle(all, isRefused);
    }
    if (!isOver) {
      trySooner();
    }
    publish();
  }

  /// Wakes them all; those whose wake-up throws are left.
  private void wakeAll(Map<Task, Runnable> all) {
    Iterator<Map.Entry<Task, Runnable>> each = all.entrySet().iterator();
    while (each.hasNext()) {
      Map.Entry<Task, Runnable> entry = each.next();
      try {
        entry.getValue().run(); // refused again, it comes back to add()
      } catch (Throwable e) {
        VmErrors.report(e);
        continue;
      }
      synchronized (this) {
        retried += waiting.containsKey(entry.getKey()) ? 0 : 1;
        each.remove();
      }
    }
  }

  private boolean isProbeTaken() {
    try {
      return probe.getAsBoolean();
    } catch (Throwable e) {
      VmErrors.report(e);
      return false;
    }
  }

  /// Enters into the books what became of those that were tried again.
  ///
  /// @param left those that could not be tried. As a rule there is no memory, so where nobody else
  ///   waits they are put back without any.
  /// @return whether nothing is left
  private synchronized boolean settle(Map<Task, Runnable> left, boolean isProbeRefused) {
    trying = Map.of();
    isProbeDue |= isProbeRefused;
    if (waiting.isEmpty() && !closed) {
      waiting = left;
    } else {
      left.forEach(waiting::putIfAbsent);
    }
    boolean isOver = waiting.isEmpty() && !isProbeDue;
    if (isOver && !closed) {
      recovered();
    } else {
      pause = pause.next();
    }
    return isOver;
  }

  private void recovered() {
    events.add(new DispatcherEvent.Recovered(dispatcher, retried));
    retried = 0;
    pause = RetryPause.FIRST;
    endTimers();
  }

  private void endTimers() {
    retrying = false;
    cancel(steady);
    steady = null;
    cancel(sooner);
    sooner = null;
  }

  private static void cancel(@Nullable Cancellable timer) {
    if (timer != null) {
      boolean unused = timer.cancel();
    }
  }

  private void publish() {
    if (publishing.getAndIncrement() != 0) {
      return; // the one who publishes looks again
    }
    int requests = 1;
    do {
      for (DispatcherEvent event = events.poll(); event != null; event = events.poll()) {
        publish(event);
      }
      requests = publishing.addAndGet(-requests);
    } while (requests != 0);
  }

  /// What a subscriber makes of it keeps the next event from nobody.
  private void publish(DispatcherEvent event) {
    try {
      host.events().publish(event);
    } catch (Throwable e) {
      VmErrors.report(e);
    }
  }

  /// Forgets everything. Who ends after its last turn has been taken, whatever was refused before.
  ///
  /// @param hasRun whether that is so
  /// @return those that have waited until now
  List<Task> close(boolean hasRun) {
    List<Task> left;
    synchronized (this) {
      boolean isOpen = isProbeDue || !waiting.isEmpty() || !trying.isEmpty();
      if (hasRun && isOpen) {
        retried += waiting.size();
        recovered();
      }
      closed = true;
      endTimers();
      left = List.copyOf(waiting.keySet());
      waiting = new LinkedHashMap<>();
    }
    publish();
    return left;
  }
}
