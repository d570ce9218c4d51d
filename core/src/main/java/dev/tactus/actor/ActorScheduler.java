package dev.tactus.actor;

import dev.tactus.dispatch.Dispatcher;
import dev.tactus.scheduler.Cancellable;
import dev.tactus.scheduler.Scheduler;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/// Sends messages later, with the names and the order of arguments of Pekko's scheduler.
///
/// The message goes through the mailbox of the receiver, and the timer is over when its handler has
/// returned: fixed delay counts from there, and a timer that is cancelled before its message was
/// handled takes it back. Timers of a receiver that has ended end by themselves.
///
/// Threads: any.
public final class ActorScheduler {
  private interface Registration {
    Cancellable with(Scheduler timers, Runnable task, Executor via);
  }

  /// A message to where an answer goes, which is no actor. A periodic one ends with the first.
  ///
  /// Threads: the executor of the timer.
  private static final class Answer<M> implements Runnable {
    private final AskRef<M> receiver;
    private final M message;
    private final @Nullable ActorRef<?> sender;

    /// Null for a moment: the first run may come before who has registered it goes on.
    private volatile @Nullable Cancellable timer;

    Answer(AskRef<M> receiver, M message, @Nullable ActorRef<?> sender) {
      this.receiver = receiver;
      this.message = message;
      this.sender = sender;
    }

    @Override
    public void run() {
      if (sender == null) {
        receiver.tell(message);
      } else {
        receiver.tell(message, sender);
      }
      Cancellable present = timer;
      if (present != null && receiver.isDone()) {
        boolean unused = present.cancel();
      }
    }
  }

  private final Scheduler scheduler;

  ActorScheduler(Scheduler scheduler) {
    this.scheduler = scheduler;
  }

  /// Sends a message once.
  ///
  /// @param executor where the send itself happens; [Scheduler#DIRECT] or a dispatcher sends at
  ///   once, which never runs the receiver
  /// @param sender who [Context#sender()] says it was; null for nobody
  public <M> Cancellable scheduleOnce(
      Duration delay,
      ActorRef<M> receiver,
      M message,
      Executor executor,
      @Nullable ActorRef<?> sender) {
    return aim(
        receiver,
        message,
        executor,
        sender,
        (timers, task, via) -> timers.scheduleOnce(delay, task, via));
  }

  /// Sends a message at `initialDelay`, `initialDelay + interval` and so on from now.
  public <M> Cancellable scheduleAtFixedRate(
      Duration initialDelay,
      Duration interval,
      ActorRef<M> receiver,
      M message,
      Executor executor,
      @Nullable ActorRef<?> sender) {
    return aim(
        receiver,
        message,
        executor,
        sender,
        (timers, task, via) -> timers.scheduleAtFixedRate(initialDelay, interval, task, via));
  }

  /// Sends a message after `initialDelay`, and then always `delay` after its handler has returned.
  public <M> Cancellable scheduleWithFixedDelay(
      Duration initialDelay,
      Duration delay,
      ActorRef<M> receiver,
      M message,
      Executor executor,
      @Nullable ActorRef<?> sender) {
    return aim(
        receiver,
        message,
        executor,
        sender,
        (timers, task, via) -> timers.scheduleWithFixedDelay(initialDelay, delay, task, via));
  }

  private <M> Cancellable aim(
      ActorRef<M> receiver,
      M message,
      Executor executor,
      @Nullable ActorRef<?> sender,
      Registration registration) {
    Objects.requireNonNull(receiver, "receiver: say who gets the message");
    Objects.requireNonNull(message, "message: say what is to be sent");
    Objects.requireNonNull(executor, "executor: say where it is sent, Scheduler.DIRECT as a rule");
    return switch (receiver) {
      case ActorCell<M> cell ->
          aim(cell, new TimedSend(cell, message, sender), executor, registration);
      case AdapterRef<M> adapter ->
          aim(adapter.owner(), adapter.timed(message, sender), executor, registration);
      case AskRef<M> answer -> {
        Answer<M> send = new Answer<>(answer, message, sender);
        Cancellable timer = registration.with(scheduler, send, executor);
        send.timer = timer;
        yield timer;
      }
    };
  }

  private static Cancellable aim(
      ActorCell<?> cell, TimedSend send, Executor executor, Registration registration) {
    boolean isDirect = executor == Scheduler.DIRECT || executor instanceof Dispatcher;
    return registration.with(
        cell.timers(), send, isDirect ? send : timer -> send.executeVia(executor, timer));
  }
}
