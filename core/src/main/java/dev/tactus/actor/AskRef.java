package dev.tactus.actor;

import dev.tactus.error.ErrorCode;
import dev.tactus.mailbox.DeadLetterReason;
import dev.tactus.mailbox.MailboxClosedException;
import dev.tactus.mailbox.MailboxFullException;
import dev.tactus.scheduler.CancelReason;
import dev.tactus.scheduler.Cancellable;
import dev.tactus.scheduler.TimedTask;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
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
  private final CompletableFuture<R> future = new Answer();
  private @Nullable Class<?> question;
  private volatile @Nullable Cancellable timer;

  /// Frees the timer however it ends: who gives the future up wants no timer for it either.
  private final class Answer extends CompletableFuture<R> {
    @Override
    public boolean complete(R value) {
      return released(super.complete(value));
    }

    @Override
    public boolean completeExceptionally(Throwable error) {
      return released(super.completeExceptionally(error));
    }

    @Override
    public boolean cancel(boolean mayInterruptIfRunning) {
      return released(super.cancel(mayInterruptIfRunning));
    }

    @Override
    public <U> CompletableFuture<U> newIncompleteFuture() {
      return new CompletableFuture<>(); // what depends on it has no timer
    }

    private boolean released(boolean isFirst) {
      if (isFirst) {
        release();
      }
      return isFirst;
    }
  }

  AskRef(ActorCell<?> asked, Duration timeout) {
    this.asked = asked;
    this.timeout = timeout;
  }

  /// Sends the question and begins to wait.
  ///
  /// @return the answer
  static <Q, R> CompletableFuture<R> ask(
      ActorRef<Q> address,
      ActorCell<?> asked,
      Function<? super ActorRef<R>, ? extends Q> question,
      Duration timeout) {
    AskRef<R> answer = new AskRef<>(asked, timeout);
    Q message = question.apply(answer);
    if (message == null) {
      throw new NullPointerException(
          ErrorCode.NULL_MESSAGE.mark(
              "The question to "
                  + asked.path()
                  + " was null; the function has to make a message from the address of the"
                  + " answer."));
    }
    answer.begin(message);
    try {
      address.tell(message);
    } catch (MailboxFullException e) {
      answer.future.completeExceptionally(e);
    }
    return answer.future;
  }

  /// Begins to wait.
  private void begin(Object message) {
    question = message.getClass();
    timer = asked.system.scheduler().scheduleOnce(timeout, this, asked.system.defaultDispatcher());
    if (future.isDone()) {
      release(); // who answered, or gave it up, came too early to do that
    }
  }

  @Override
  public void tell(R answer) {
    boolean unused = answer(answer, asked);
  }

  /// Takes the first answer; any other is a dead letter.
  private boolean answer(R answer, ActorRef<?> sender) {
    if (answer == null) {
      throw new NullPointerException(
          ErrorCode.NULL_MESSAGE.mark(
              "null was sent as an answer of "
                  + asked.path()
                  + "; an answer has to be an object."));
    }
    boolean isFirst = future.complete(answer);
    if (!isFirst) {
      asked.system.deadLetter(
          new DeadLetter(answer, this, Optional.of(sender), DeadLetterReason.NO_RECIPIENT));
    }
    return isFirst;
  }

  private void release() {
    Cancellable present = timer;
    if (present != null) {
      boolean unused = present.cancel();
    }
  }

  @Override
  public void tell(R message, ActorRef<?> sender) {
    Objects.requireNonNull(sender, "sender: leave it out where it is not known");
    boolean unused = answer(message, sender);
  }

  @Override
  public CompletableFuture<Void> tellAsync(R message) {
    return answer(message, asked)
        ? CompletableFuture.completedFuture(null)
        : CompletableFuture.failedFuture(
            new MailboxClosedException(
                Messages.type(message)
                    + " was offered as an answer of "
                    + asked.path()
                    + ", but there was one already, or its time was over. Answer once, and in"
                    + " time."));
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
