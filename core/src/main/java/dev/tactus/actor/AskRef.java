package dev.tactus.actor;

import dev.tactus.error.ErrorCode;
import dev.tactus.mailbox.DeadLetterReason;
import dev.tactus.mailbox.MailboxClosedException;
import dev.tactus.mailbox.MailboxFullException;
import dev.tactus.scheduler.CancelReason;
import dev.tactus.scheduler.Cancellable;
import dev.tactus.scheduler.SchedulerException;
import dev.tactus.scheduler.TimedTask;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// Where the answer to a question goes: an address that takes one message, and the future of who
/// asked. It is one object because there may be millions a second.
///
/// However it ends, its timeout is freed: who gives the future up wants no timer for it either.
///
/// Threads: any.
final class AskRef<R> extends CompletableFuture<R> implements ActorRef<R>, TimedTask {
  private final ActorCell<?> asked;
  private final Duration timeout;
  private @Nullable Class<?> question;

  /// When it was asked, by the clock of the system; only with [#hasReading]. Written before it is
  /// published, or by who checks.
  private long askedNanos;

  private boolean hasReading;

  /// How many were asked before it, as long as all are with [AskTimeouts]; that alone uses it.
  int number;

  /// The question that was asked before it, as long as both are with [AskTimeouts]; that alone uses
  /// it.
  @Nullable AskRef<?> askedBefore;

  /// Whether a check was asked for since it came on the list of [AskTimeouts], which alone uses it.
  /// Racy: who reads false too long asks once more.
  boolean isHeard;

  private volatile @Nullable Cancellable timer;

  private AskRef(ActorCell<?> asked, Duration timeout) {
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
    if (!answer.isDone()) {
      try {
        address.tell(message);
      } catch (MailboxFullException e) {
        answer.completeExceptionally(e);
      }
    }
    return answer;
  }

  /// Begins to wait.
  private void begin(Object message) {
    question = message.getClass();
    AskTimeouts timeouts = asked.system.askTimeouts();
    if (timeouts.isLong(timeout)) {
      timeouts.add(this, timeout);
    } else {
      try {
        startTimer(timeout);
      } catch (SchedulerException e) {
        failUntimed(e.getMessage()); // here: nobody can be waiting for it yet
      }
    }
  }

  /// Notes when it was asked: not after this. Threads: who asks, before it is published; then who
  /// checks.
  void askedAt(long nanos) {
    askedNanos = nanos;
    hasReading = true;
  }

  /// Whether it is known when it was asked.
  boolean hasReading() {
    return hasReading;
  }

  /// When it was asked.
  long askedNanos() {
    return askedNanos;
  }

  /// Starts the timer of a question that was not answered soon. Threads: who checks.
  void startTimer() {
    long left = askedNanos + timeout.toNanos() - asked.system.nowNanos();
    try {
      startTimer(Duration.ofNanos(Math.max(1, left)));
    } catch (SchedulerException e) {
      asked.system.overdue().execute(() -> failUntimed(e.getMessage()));
    }
  }

  private void startTimer(Duration delay) {
    timer = asked.system.scheduler().scheduleOnce(delay, this, asked.system.overdue());
    if (isDone()) {
      release(); // who answered, or gave it up, came too early to do that
    }
  }

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
  public R get() throws InterruptedException, ExecutionException {
    asked.system.askPatience().await(this);
    return super.get();
  }

  @Override
  public R get(long limit, TimeUnit unit)
      throws InterruptedException, ExecutionException, TimeoutException {
    asked.system.askPatience().await(this);
    return super.get(limit, unit);
  }

  @Override
  public R join() {
    asked.system.askPatience().await(this);
    return super.join();
  }

  @Override
  public <U> CompletableFuture<U> newIncompleteFuture() {
    return new CompletableFuture<>(); // what depends on it is no address and has no timer
  }

  private boolean released(boolean isFirst) {
    if (isFirst) {
      release();
    }
    return isFirst;
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
    boolean isFirst = complete(answer);
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

  /// The time is over. Threads: [Overdue].
  @Override
  public void run() {
    if (!isDone()) {
      completeExceptionally(new AskTimeoutException(explanation()));
    }
  }

  /// Nobody would tell when the time is over. Threads: any.
  @Override
  public void givenUp(CancelReason reason) {
    asked
        .system
        .overdue()
        .execute(() -> failUntimed("Its timeout was given up by the scheduler: " + reason + "."));
  }

  /// Gives up because nobody would tell when the time is over.
  private void failUntimed(@Nullable String why) {
    completeExceptionally(
        new AskTimeoutException(
            asked.path()
                + " did not answer "
                + questionName()
                + " at once, and nobody could tell when "
                + timeout
                + " are over: "
                + Standing.of(asked)
                + ". "
                + why));
  }

  private String questionName() {
    return question == null ? "a question" : Messages.name(question);
  }

  private String explanation() {
    return asked.path()
        + " did not answer "
        + questionName()
        + " within "
        + timeout
        + ": "
        + Standing.of(asked)
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
