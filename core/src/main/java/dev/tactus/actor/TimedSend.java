package dev.tactus.actor;

import dev.tactus.scheduler.CancelReason;
import dev.tactus.scheduler.TimedTask;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;

/// A timer that is aimed at an actor.
///
/// It is both the executor and the task of the timer. When the timer is due, the scheduler hands it
/// to the executor, which puts it into the mailbox. When its turn has come, the actor runs it, and
/// the task is to handle the message. So the timer is not over before the handler has returned:
/// fixed delay counts from there; a timer that is cancelled while it waits in the mailbox never
/// runs; and the batch of the run is there while the handler runs, as it is for any task.
///
/// Threads: `execute` the ticking one or that of an executor, `run` the turn of the actor.
class TimedSend implements Executor, TimedTask {
  private final ActorCell<?> receiver;
  private final Object message;
  private final @Nullable ActorRef<?> sender;

  /// Who knows it by a key and forgets it when it runs; null for nobody.
  private @Nullable ActorTimers<?> keeper;

  private @Nullable Object key;

  /// How often its message was handled. Threads: the turn of the actor.
  private int runs;

  /// Whether the next run is to do nothing. Threads: whoever has the timer, which is one at a time.
  private volatile boolean skipping;

  TimedSend(ActorCell<?> receiver, Object message, @Nullable ActorRef<?> sender) {
    this.receiver = receiver;
    this.message = message;
    this.sender = sender;
  }

  Object message() {
    return message;
  }

  Optional<ActorRef<?>> sender() {
    return Optional.ofNullable(sender);
  }

  /// Puts the timer into the mailbox.
  ///
  /// @throws RejectedExecutionException when there is no room; the scheduler tries again
  @Override
  public void execute(Runnable timer) {
    receiver.sendTimed(new CellEnvelope.Timed(this, timer));
  }

  /// Puts the timer into the mailbox, by way of an executor of the user's. The scheduler has handed
  /// it over and does not learn that there is no room: the message is a dead letter then, and the
  /// timer goes on.
  void executeVia(Executor executor, Runnable timer) {
    executor.execute(
        () -> {
          try {
            execute(timer);
          } catch (RejectedExecutionException e) {
            receiver.timedOverflow(new CellEnvelope.Timed(this, timer));
          }
        });
  }

  /// Lets its keeper forget it before the message is handled. Threads: who made it.
  void forgetFirst(ActorTimers<?> timers, Object name) {
    keeper = timers;
    key = name;
  }

  int runs() {
    return runs;
  }

  void skipNext() {
    skipping = true;
  }

  @Override
  public void run() {
    if (skipping) {
      skipping = false;
      return;
    }
    runs++;
    if (keeper == null || key == null) {
      handle();
      return;
    }
    keeper.beginHandling(key);
    try {
      handle();
    } finally {
      keeper.endHandling();
    }
  }

  /// Handles the message. Threads: the turn of the actor.
  void handle() {
    receiver.receiveTimed(message, sender);
  }

  /// A message that the mailbox never took becomes a dead letter.
  @Override
  public void givenUp(CancelReason reason) {
    if (reason == CancelReason.DROPPED || reason == CancelReason.REJECTED) {
      receiver.timerGaveUp(message, sender);
    }
  }

  @Override
  public String toString() {
    return "to " + receiver;
  }
}
