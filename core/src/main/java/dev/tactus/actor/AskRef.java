package dev.tactus.actor;

import dev.tactus.error.ErrorCode;
import dev.tactus.mailbox.DeadLetterReason;
import dev.tactus.scheduler.CancelReason;
import dev.tactus.scheduler.Cancellable;
import dev.tactus.scheduler.TimedTask;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// Where the answer to a question goes: an address that takes one message.
///
/// Threads: any.
final class AskRef<R> implements ActorRef<R>, TimedTask {
  private final ActorCell<?> asked;
  private final Duration timeout;
  private final CompletableFuture<R> future = new CompletableFuture<>();
  private @Nullable Class<?> question;
  private volatile @Nullable Cancellable timer;

  AskRef(ActorCell<?> asked, Duration timeout) {
    this.asked = asked;
    this.timeout = timeout;
  }

  /// Begins to wait.
  void begin(Object message) {
    question = message.getClass();
    timer = asked.system.scheduler().scheduleOnce(timeout, this, asked.system.defaultDispatcher());
    // A user who gives the future up wants no timer for it either.
    if (future.isDone()) {
      release();
    }
  }

  CompletableFuture<R> future() {
    return future;
  }

  @Override
  public void tell(R answer) {
    if (answer == null) {
      throw new NullPointerException(
          ErrorCode.NULL_MESSAGE.mark(
              "null was sent as an answer of "
                  + asked.path()
                  + "; an answer has to be an object."));
    }
    if (future.complete(answer)) {
      release();
    } else {
      asked.system.deadLetter(
          new DeadLetter(answer, this, Optional.of(asked), DeadLetterReason.NO_RECIPIENT));
    }
  }

  private void release() {
    Cancellable present = timer;
    if (present != null) {
      boolean unused = present.cancel();
    }
  }

  @Override
  public void tell(R message, ActorRef<?> sender) {
    tell(message);
  }

  @Override
  public CompletableFuture<Void> tellAsync(R message) {
    tell(message);
    return CompletableFuture.completedFuture(null);
  }

  /// The time is over. Threads: the default dispatcher.
  @Override
  public void run() {
    if (!future.isDone()) {
      future.completeExceptionally(new AskTimeoutException(explanation()));
    }
  }

  /// Nobody would tell when the time is over. Threads: any.
  @Override
  public void givenUp(CancelReason reason) {
    Runnable failing =
        () ->
            future.completeExceptionally(
                new AskTimeoutException(
                    explanation() + " Its timeout was given up by the scheduler: " + reason + "."));
    asked.system.execute(failing);
  }

  private String explanation() {
    return asked.path()
        + " did not answer "
        + (question == null ? "a question" : Messages.name(question))
        + " within "
        + timeout
        + ": "
        + asked.standing()
        + ". Let it answer in every case, make it faster, or allow more time.";
  }

  @Override
  public <Q> CompletableFuture<Q> ask(
      Function<? super ActorRef<Q>, ? extends R> message, Duration limit) {
    throw new UnsupportedOperationException(
        ErrorCode.NOT_AN_ACTOR.mark(
            "The address of an answer of "
                + asked.path()
                + " was asked a question; send it the answer instead."));
  }

  @Override
  public ActorPath path() {
    return new ActorPath(asked.system.name(), List.of("ask", asked.name()));
  }

  @Override
  public String toString() {
    return path().toString();
  }
}
