package dev.tactus.actor;

import dev.tactus.error.ErrorCode;
import dev.tactus.mailbox.inbox.Envelope;
import dev.tactus.scheduler.Cancellable;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// Messages of users that need something done on their way.
abstract sealed class CellEnvelope extends Envelope {
  CellEnvelope(Object payload) {
    super(payload);
  }

  /// A message whose sender is known.
  static final class Sent extends CellEnvelope {
    final ActorRef<?> sender;

    Sent(Object payload, ActorRef<?> sender) {
      super(payload);
      this.sender = sender;
    }
  }

  /// The end of the actor, in the order of its messages.
  static final class Poison extends CellEnvelope {
    /// Whether the actor has come to it, and so does not end after any message any more.
    volatile boolean isOpened;

    Poison() {
      super("poison");
    }

    @Override
    protected Sorting sorting() {
      return Sorting.IN_PLACE;
    }
  }

  /// The message of a watch whose actor has ended. It counts only while the watch does.
  static final class WatchNotice extends CellEnvelope {
    final Watches.Watch watch;

    WatchNotice(Watches.Watch watch) {
      super(watch.message());
      this.watch = watch;
    }
  }

  /// A timer that is due. To run it is to handle its message, unless it was cancelled.
  static final class Timed extends CellEnvelope {
    final TimedSend send;
    final Runnable timer;

    Timed(TimedSend send, Runnable timer) {
      super(send.message());
      this.send = send;
      this.timer = timer;
    }

    @Override
    protected Sorting sorting() {
      return payload() instanceof ReceiveTimeout ? Sorting.BY_AGE : Sorting.BY_PAYLOAD;
    }

    /// Handles the message, unless its timer was cancelled. Threads: the turn of the receiver.
    ///
    /// @return whether it was handled
    boolean deliver() {
      int before = send.runs();
      timer.run();
      return send.runs() != before;
    }

    /// Lets the timer go on without its message, for which there was no room. Threads: one that
    /// nothing waits for, since the next run may follow at once.
    void skip() {
      send.skipNext();
      timer.run();
    }

    /// Whether its timer was cancelled, so that there is no message any more.
    boolean isCancelled() {
      return timer instanceof Cancellable handle && handle.isCancelled();
    }

    /// Ends the timer, because its receiver has ended.
    ///
    /// @return false when it was cancelled before, so that there is no message any more
    boolean end() {
      return !(timer instanceof Cancellable handle) || handle.cancel();
    }
  }

  /// Something that becomes a message in the actor's turn.
  static final class Translated extends CellEnvelope {
    private final @Nullable Object input;
    private final Function<@Nullable Object, ?> translation;
    final @Nullable ActorRef<?> sender;

    @SuppressWarnings("unchecked") // made where both types are known
    <T extends @Nullable Object> Translated(
        T input, Function<? super T, ?> translation, @Nullable ActorRef<?> sender) {
      super(input == null ? "nothing" : input);
      this.input = input;
      this.translation = (Function<@Nullable Object, ?>) translation;
      this.sender = sender;
    }

    /// The message, in an envelope if its sender is known.
    Object message() {
      Object message = translation.apply(input);
      if (message == null) {
        throw new NullPointerException(
            ErrorCode.NULL_MESSAGE.mark(
                "A translation made null of "
                    + Messages.type(payload())
                    + "; it has to give a message for everything that it is given."));
      }
      return sender == null ? message : new Sent(message, sender);
    }
  }
}
