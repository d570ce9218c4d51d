package dev.tactus.actor;

import dev.tactus.scheduler.Cancellable;
import dev.tactus.scheduler.ExecutionBatch;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;

/// What an actor can do beyond sending messages.
///
/// Threads: the actor's own turn, for everything but [#self()], [#path()] and [#system()]; from any
/// other thread they throw. A callback that runs elsewhere should send the actor a message.
///
/// @param <M> what the actor can be told
public sealed interface Context<M> permits CellContext {
  /// The actor's own address.
  ActorRef<M> self();

  /// Where the actor is.
  default ActorPath path() {
    return self().path();
  }

  /// The system that it lives in.
  ActorSystem system();

  /// Makes a child without a name of its own choice.
  <C> ActorRef<C> spawn(Supplier<? extends Actor<C>> factory);

  /// Makes a child of this name.
  ///
  /// @throws SpawnException when a child has this name already, or it cannot be one
  <C> ActorRef<C> spawn(String name, Supplier<? extends Actor<C>> factory);

  /// Makes a child without a name of its own choice.
  <C> ActorRef<C> spawn(Props<C> props);

  /// Makes a child of this name.
  ///
  /// @throws SpawnException when a child has this name already, or a part that it asks for is not
  ///   there
  <C> ActorRef<C> spawn(String name, Props<C> props);

  /// The children that have not ended.
  List<ActorRef<?>> children();

  /// The child of this name.
  Optional<ActorRef<?>> child(String name);

  /// Ends this actor after the present message. What waits in its mailbox becomes dead letters.
  void stop();

  /// Ends a child, after its present message.
  ///
  /// @throws IllegalArgumentException when it is not a child of this actor
  void stop(ActorRef<?> child);

  /// Sends this actor a message when another one has ended, or at once if it has. Exactly one
  /// message is sent for each watch; a second watch of the same address replaces the message. The
  /// address of an adapter has watches of its own, and ends with its actor.
  void watch(ActorRef<?> other, M whenEnded);

  /// Takes a watch back: its message does not arrive any more, even if it was already sent.
  void unwatch(ActorRef<?> other);

  /// Handles messages by this from the next one on, in place of the present behavior. The instance
  /// itself is not replaced: it lies below, and its hooks stay in charge.
  ///
  /// So states may follow each other for ever, and [#unbecome()] returns from any of them to the
  /// instance, or to what the latest [#becomeStacked] has kept.
  void become(Actor<M> behavior);

  /// The same, but keeps the present behavior below: [#unbecome()] returns to it. Each call needs
  /// memory until then.
  void becomeStacked(Actor<M> behavior);

  /// Returns to the behavior that lies below the present one.
  ///
  /// @throws IllegalStateException when that is the instance, with nothing below
  void unbecome();

  /// Sets the present message aside.
  ///
  /// @throws StashOverflowException when the stash is full; the message becomes a dead letter
  void stash();

  /// Puts the message that was set aside first back to the front of the mailbox, when the present
  /// one is over. Several in one message keep their order.
  void unstash();

  /// Puts all messages that were set aside back to the front of the mailbox, in their order, when
  /// the present one is over.
  void unstashAll();

  /// How many messages are set aside.
  int stashSize();

  /// Who sent the present message, if that was said.
  Optional<ActorRef<?>> sender();

  /// Sends this actor a message made of the outcome of something asynchronous.
  ///
  /// @param onSuccess makes the message from the result
  /// @param onFailure makes the message from the error
  <R> void pipeToSelf(
      CompletionStage<R> stage,
      Function<? super @Nullable R, ? extends M> onSuccess,
      Function<? super Throwable, ? extends M> onFailure);

  /// Asks another actor; the answer arrives here as a message.
  ///
  /// @param onAnswer makes the message from the answer
  /// @param onFailure makes the message from the error, an [AskTimeoutException] as a rule
  <Q, R> void ask(
      ActorRef<Q> other,
      Function<? super ActorRef<R>, ? extends Q> question,
      Duration timeout,
      Function<? super R, ? extends M> onAnswer,
      Function<? super Throwable, ? extends M> onFailure);

  /// An address for others that speak another language: what they send arrives here translated. It
  /// ends with this actor.
  ///
  /// A mailbox that sorts goes by what was sent, since it is translated only when its turn has
  /// come: what is to go first has to be a [dev.tactus.mailbox.ControlMessage] before.
  ///
  /// @param translation runs in this actor's turn; its failures are this actor's
  <T> ActorRef<T> adapter(Function<? super T, ? extends M> translation);

  /// The actor's own timers.
  Timers<M> timers();

  /// Sends this actor a message whenever it has had none for so long. A second call replaces the
  /// first.
  void receiveTimeout(Duration timeout, M message);

  /// Takes [#receiveTimeout] back.
  void cancelReceiveTimeout();

  /// What the present message of a timer stands for: how many runs, of which kind. Empty when the
  /// present message does not come from a timer.
  Optional<ExecutionBatch> batch();

  /// Sends a message once, from this actor and through its dispatcher. It outlives this instance,
  /// unlike [#timers()].
  <T> Cancellable scheduleOnce(Duration delay, ActorRef<T> receiver, T message);

  /// Sends a message again and again, from this actor and through its dispatcher.
  <T> Cancellable scheduleAtFixedRate(
      Duration initialDelay, Duration interval, ActorRef<T> receiver, T message);

  /// Sends a message again and again, each one `delay` after its handler has returned.
  <T> Cancellable scheduleWithFixedDelay(
      Duration initialDelay, Duration delay, ActorRef<T> receiver, T message);

  /// A logger named after the actor's class. Its lines carry the actor's path and system in the
  /// MDC, as `tactusPath` and `tactusSystem`.
  Logger log();
}
