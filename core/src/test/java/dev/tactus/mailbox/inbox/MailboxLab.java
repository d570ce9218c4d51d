package dev.tactus.mailbox.inbox;

import dev.tactus.dispatch.Dispatcher;
import dev.tactus.dispatch.DispatcherEvent;
import dev.tactus.dispatch.DispatcherHost;
import dev.tactus.dispatch.DispatcherSettings;
import dev.tactus.dispatch.Dispatchers;
import dev.tactus.event.EventStream;
import dev.tactus.time.ManualClock;
import dev.tactus.workers.ExecutorPool;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.UnaryOperator;

/// A dispatcher for mailboxes without a system: turns wait until somebody runs them, and the pool
/// refuses when it is told to.
final class MailboxLab {
  final EventStream events = new EventStream();
  final ManualClock clock = ManualClock.atZero();
  final HeldScheduler scheduler = new HeldScheduler();
  final Dispatcher dispatcher;

  /// The dispatcher's events.
  final Queue<DispatcherEvent> published = new ConcurrentLinkedQueue<>();

  /// What turns threw.
  final Queue<Throwable> failures = new ConcurrentLinkedQueue<>();

  private final Queue<Runnable> ready = new ConcurrentLinkedQueue<>();
  private volatile boolean refusing;

  private MailboxLab(UnaryOperator<DispatcherSettings> change) {
    ExecutorPool pool =
        ExecutorPool.on("lab", this::accept, (task, failure) -> failures.add(failure));
    DispatcherSettings settings = change.apply(DispatcherSettings.pool(pool));
    DispatcherHost host =
        new DispatcherHost(
            clock, scheduler, events, Thread::new, (task, failure) -> failures.add(failure));
    this.dispatcher =
        new Dispatchers(Map.of(Dispatchers.DEFAULT_ID, settings), host)
            .lookup(Dispatchers.DEFAULT_ID);
    events.subscribe(DispatcherEvent.class, published::add);
  }

  static MailboxLab create() {
    return new MailboxLab(settings -> settings);
  }

  static MailboxLab with(UnaryOperator<DispatcherSettings> change) {
    return new MailboxLab(change);
  }

  private void accept(Runnable turn) {
    if (refusing) {
      throw new RejectedExecutionException("told to refuse");
    }
    ready.add(turn);
  }

  void refuse(boolean isRefusing) {
    refusing = isRefusing;
  }

  /// How many turns wait.
  int waiting() {
    return ready.size();
  }

  /// Runs the turn that waits longest.
  ///
  /// @return false when none waits
  boolean runOne() {
    Runnable turn = ready.poll();
    if (turn == null) {
      return false;
    }
    turn.run();
    return true;
  }

  /// Runs turns until none waits.
  ///
  /// @return how many
  int runAll() {
    int turns = 0;
    while (runOne()) {
      turns++;
    }
    return turns;
  }
}
