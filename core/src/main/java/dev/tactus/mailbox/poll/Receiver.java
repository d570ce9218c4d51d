package dev.tactus.mailbox.poll;

import dev.tactus.actor.Actor;
import dev.tactus.actor.ActorRef;
import dev.tactus.actor.ActorSystem;
import dev.tactus.actor.Context;
import dev.tactus.actor.Props;
import dev.tactus.dispatch.Dispatcher;
import dev.tactus.mailbox.MailboxClosedException;
import dev.tactus.mailbox.MailboxSettings;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

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
/// it runs within no actor. A future that was given up meanwhile takes no message: that goes back
/// to its place among those that wait, for the next poll. Polls that were there before have been
/// given later ones then: who cancels a poll gives up the order of that moment.
///
/// **No poll is forgotten.** A poll is noted in `open` before it is sent. The actor says that it
/// has ended and fails what is noted then; who polls looks for that after it has sent. So at least
/// one of them sees the other, whatever became of the message between them.
///
/// Threads: any.
public final class Receiver<M> implements AutoCloseable {
  /// What the actor gets, besides messages.
  private sealed interface Note {
    /// Somebody wants the next message.
    record Poll(CompletableFuture<Object> future, long number) implements Note {}

    /// Somebody wants it no more.
    record GivenUp(long number) implements Note {}

    /// A message whose poll was given up before it got it.
    record GivenBack(Kept kept) implements Note {}
  }

  /// A message and its place among the others.
  private record Kept(Object message, long number) {}

  private static final class Keeper implements Actor<Object> {
    private final Dispatcher dispatcher;
    private final Deque<Kept> messages = new ArrayDeque<>();

    /// Messages that came back, by number. They were in front once, so each is older than all of
    /// the others.
    private final NavigableMap<Long, Kept> givenBack = new TreeMap<>();

    /// By number, in the order in which they came.
    private final Map<Long, CompletableFuture<Object>> polls = new LinkedHashMap<>();

    private long numbers;

    /// Polls that have not ended. Threads: any.
    final Set<Note.Poll> open = ConcurrentHashMap.newKeySet();

    /// How many polls there were. Threads: any.
    final AtomicLong pollCount = new AtomicLong();

    /// Whether it takes no more messages, or is told to. Threads: any.
    volatile boolean isOver;

    Keeper(Dispatcher dispatcher) {
      this.dispatcher = dispatcher;
    }

    @Override
    public void receive(Context<Object> ctx, Object message) {
      switch (message) {
        case Note.Poll(var future, long number) -> polls.put(number, future);
        case Note.GivenUp(long number) -> polls.remove(number);
        case Note.GivenBack(var kept) -> givenBack.put(kept.number, kept);
        default -> messages.addLast(new Kept(message, numbers++));
      }
      Iterator<CompletableFuture<Object>> oldest = polls.values().iterator();
      while (hasMessages() && oldest.hasNext()) {
        CompletableFuture<Object> poll = oldest.next();
        oldest.remove();
        if (!poll.isDone()) {
          hand(ctx.self(), poll, takeFirst());
        }
      }
    }

    private boolean hasMessages() {
      return !givenBack.isEmpty() || !messages.isEmpty();
    }

    private Kept takeFirst() {
      Map.Entry<Long, Kept> first = givenBack.pollFirstEntry();
      return first == null ? messages.removeFirst() : first.getValue();
    }

    private void hand(ActorRef<Object> self, CompletableFuture<Object> poll, Kept kept) {
      dispatcher.executeEventually(
          () -> {
            if (!poll.complete(kept.message)) {
              // Where nobody takes it back, the dead letter is the message itself.
              self.tell(isOver ? kept.message : new Note.GivenBack(kept));
            }
          });
    }

    @Override
    public void stopped(Context<Object> ctx) {
      isOver = true;
      List<Note.Poll> left = new ArrayList<>(open);
      left.sort(Comparator.comparingLong(Note.Poll::number)); // the set goes by hash codes
      for (Note.Poll poll : left) {
        dispatcher.executeEventually(() -> poll.future.completeExceptionally(closed(ctx.self())));
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
  private final Keeper keeper;
  private final ActorRef<Object> address;

  private Receiver(ActorSystem system, Keeper keeper) {
    this.system = system;
    this.keeper = keeper;
    // Whatever the system's default is: a poll must not be refused for want of room.
    this.address =
        system.spawn(Props.<Object>of(() -> keeper).withMailbox(MailboxSettings.unbounded()));
  }

  /// Opens one in this system.
  public static <M> Receiver<M> open(ActorSystem system) {
    return new Receiver<>(system, new Keeper(system.dispatchers().standard()));
  }

  /// Where to send messages.
  @SuppressWarnings("unchecked") // the actor takes any object, and gives it to polls for M only
  public ActorRef<M> address() {
    return (ActorRef<M>) (ActorRef<?>) address;
  }

  /// The next message that nobody has polled. Polls get messages in their order, as long as none is
  /// cancelled. Cancelling the future gives the poll up, and so does failing it, as `orTimeout`
  /// does.
  ///
  /// @return fails with [MailboxClosedException] when the receiver is closed before there is one,
  ///   or its system is
  @SuppressWarnings("unchecked") // only messages for the address of type M complete it
  public CompletableFuture<M> nextMessage() {
    CompletableFuture<Object> future = new CompletableFuture<>();
    Note.Poll poll = new Note.Poll(future, keeper.pollCount.incrementAndGet());
    keeper.open.add(poll);
    var unused = future.whenComplete((message, error) -> ended(poll, error));
    if (!keeper.isOver) {
      address.tell(poll);
    }
    if (keeper.isOver) {
      future.completeExceptionally(closed(address)); // also after it was sent: it may be too late
    }
    return (CompletableFuture<M>) (CompletableFuture<?>) future;
  }

  private void ended(Note.Poll poll, @Nullable Throwable error) {
    keeper.open.remove(poll);
    if (error != null && !keeper.isOver) {
      address.tell(new Note.GivenUp(poll.number));
    }
  }

  /// How many polls wait for a message. Threads: for tests, while nothing runs.
  int waiting() {
    return keeper.polls.size();
  }

  /// Ends it. What was not polled becomes dead letters if it was still on its way, and is forgotten
  /// otherwise.
  @Override
  public void close() {
    keeper.isOver = true;
    system.stop(address);
  }
}
