package dev.tactus.mailbox.poll;

import dev.tactus.actor.Actor;
import dev.tactus.actor.ActorRef;
import dev.tactus.actor.ActorSystem;
import dev.tactus.actor.Context;
import dev.tactus.dispatch.Dispatcher;
import dev.tactus.dispatch.Dispatchers;
import dev.tactus.mailbox.MailboxClosedException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;

/// Lets code that is not an actor take messages one by one.
///
/// ```java
/// try (var answers = Receiver.<Answer>open(system)) {
///   worker.tell(new Question(answers.address()));
///   Answer first = answers.nextMessage().join();
/// }
/// ```
///
/// Behind the address is an actor which keeps messages until they are polled, and polls until there
/// is a message. A future completes in a turn of its own on the default dispatcher: what depends on
/// it runs within no actor. A future that was given up meanwhile takes no message: that goes to the
/// front again, for the next poll.
///
/// Threads: any.
public final class Receiver<M> implements AutoCloseable {
  /// What the actor gets, besides messages.
  private sealed interface Note {
    /// Somebody wants the next message.
    record Poll(CompletableFuture<Object> future) implements Note {}

    /// A message whose poll was given up before it got it.
    record GivenBack(Object message) implements Note {}
  }

  private static final class Keeper implements Actor<Object> {
    private final Dispatcher dispatcher;
    private final Deque<Object> messages = new ArrayDeque<>();
    private final Deque<CompletableFuture<Object>> polls = new ArrayDeque<>();

    Keeper(Dispatcher dispatcher) {
      this.dispatcher = dispatcher;
    }

    @Override
    public void receive(Context<Object> ctx, Object message) {
      switch (message) {
        case Note.Poll(var future) -> polls.addLast(future);
        case Note.GivenBack(var earlier) -> messages.addFirst(earlier);
        default -> messages.addLast(message);
      }
      while (!messages.isEmpty() && !polls.isEmpty()) {
        CompletableFuture<Object> poll = polls.removeFirst();
        if (!poll.isDone()) {
          hand(ctx.self(), poll, messages.removeFirst());
        }
      }
    }

    private void hand(ActorRef<Object> self, CompletableFuture<Object> poll, Object message) {
      execute(
          () -> {
            if (!poll.complete(message)) {
              self.tell(new Note.GivenBack(message));
            }
          });
    }

    private void execute(Runnable completion) {
      try {
        dispatcher.execute(completion);
      } catch (RejectedExecutionException e) {
        completion.run(); // the system ends: better here than never
      }
    }

    @Override
    public void stopped(Context<Object> ctx) {
      for (CompletableFuture<Object> poll : polls) {
        execute(() -> poll.completeExceptionally(closed(ctx.self())));
      }
    }
  }

  private static MailboxClosedException closed(ActorRef<?> keeper) {
    return new MailboxClosedException(
        "The next message of "
            + keeper.path()
            + " was asked for, but it is closed. Close it when nobody polls any more.");
  }

  private final ActorSystem system;
  private final ActorRef<Object> keeper;
  private volatile boolean isClosed;

  private Receiver(ActorSystem system, ActorRef<Object> keeper) {
    this.system = system;
    this.keeper = keeper;
  }

  /// Opens one in this system.
  public static <M> Receiver<M> open(ActorSystem system) {
    Dispatcher dispatcher = system.dispatchers().lookup(Dispatchers.DEFAULT_ID);
    return new Receiver<>(system, system.spawn(() -> new Keeper(dispatcher)));
  }

  /// Where to send messages.
  @SuppressWarnings("unchecked") // the actor takes any object, and gives it to polls for M only
  public ActorRef<M> address() {
    return (ActorRef<M>) (ActorRef<?>) keeper;
  }

  /// The next message that nobody has polled. Polls get messages in their order. Cancelling the
  /// future gives the poll up.
  ///
  /// @return fails with [MailboxClosedException] when the receiver is closed before there is one
  @SuppressWarnings("unchecked") // only messages for the address of type M complete it
  public CompletableFuture<M> nextMessage() {
    CompletableFuture<Object> future = new CompletableFuture<>();
    CompletableFuture<Void> offer = keeper.tellAsync(new Note.Poll(future));
    assert offer.isDone() : "its mailbox has no bound";
    if (isClosed) {
      future.completeExceptionally(closed(keeper)); // after the poll was sent: it may be too late
    }
    return (CompletableFuture<M>) (CompletableFuture<?>) future;
  }

  /// Ends it. What was not polled becomes dead letters if it was still on its way, and is forgotten
  /// otherwise.
  @Override
  public void close() {
    isClosed = true;
    system.stop(keeper);
  }
}
