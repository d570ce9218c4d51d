package dev.tactus.actor;

import dev.tactus.error.ErrorCode;
import dev.tactus.mailbox.DeadLetterReason;
import dev.tactus.mailbox.inbox.Mailbox;
import dev.tactus.scheduler.Cancellable;
import dev.tactus.scheduler.ExecutionBatch;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;

/// The context of one cell. It is an object of its own, so that nobody who has the reference of an
/// actor can get at its context.
final class CellContext<M> implements Context<M> {
  private final ActorCell<M> cell;

  CellContext(ActorCell<M> cell) {
    this.cell = cell;
  }

  void requireTurn(String what) {
    if (!cell.isInTurn()) {
      throw new IllegalStateException(
          ErrorCode.OUTSIDE_OF_TURN.mark(
              "Context."
                  + what
                  + " of "
                  + cell.path()
                  + " was called on "
                  + Mailbox.nameOf(Thread.currentThread())
                  + ", outside of a turn of this actor. Send the actor a message instead, or use"
                  + " pipeToSelf."));
    }
  }

  @Override
  public ActorRef<M> self() {
    return cell;
  }

  @Override
  public ActorSystem system() {
    return cell.system;
  }

  @Override
  public <C> ActorRef<C> spawn(Supplier<? extends Actor<C>> factory) {
    requireTurn("spawn");
    return cell.system.spawnUnder(cell, null, Spawner.given(factory), ActorSettings.DEFAULT);
  }

  @Override
  public <C> ActorRef<C> spawn(String name, Supplier<? extends Actor<C>> factory) {
    requireTurn("spawn");
    return cell.system.spawnUnder(
        cell, Spawner.given(name), Spawner.given(factory), ActorSettings.DEFAULT);
  }

  @Override
  public <C> ActorRef<C> spawn(Props<C> props) {
    requireTurn("spawn");
    Props<C> given = Spawner.given(props);
    return cell.system.spawnUnder(cell, null, given.factory(), given.settings());
  }

  @Override
  public <C> ActorRef<C> spawn(String name, Props<C> props) {
    requireTurn("spawn");
    Props<C> given = Spawner.given(props);
    return cell.system.spawnUnder(cell, Spawner.given(name), given.factory(), given.settings());
  }

  @Override
  public List<ActorRef<?>> children() {
    requireTurn("children");
    Annex annex = cell.annexIfAny();
    return annex == null ? List.of() : List.copyOf(annex.children.all());
  }

  @Override
  public Optional<ActorRef<?>> child(String name) {
    requireTurn("child");
    Annex annex = cell.annexIfAny();
    return annex == null ? Optional.empty() : Optional.ofNullable(annex.children.named(name));
  }

  @Override
  public void stop() {
    requireTurn("stop");
    cell.stopSelf();
  }

  @Override
  public void stop(ActorRef<?> child) {
    requireTurn("stop");
    if (!(child instanceof ActorCell<?> other) || other.parent != cell) {
      throw new IllegalArgumentException(
          ErrorCode.NOT_A_CHILD.mark(
              cell.path()
                  + " tried to stop "
                  + child
                  + ", which is not its child. An actor stops itself and its children only; send"
                  + " others a message that asks them to."));
    }
    other.enqueueSystem(new CellMessage.Stop());
  }

  @Override
  public void watch(ActorRef<?> other, M whenEnded) {
    requireTurn("watch");
    Objects.requireNonNull(other, "other: say whose end you want to know of");
    Objects.requireNonNull(whenEnded, "whenEnded: say what is to be sent");
    ActorCell<?> watched = watchable(other);
    if (cell.annex().watches().watch(other, watched, whenEnded)
        && !watched.enqueueSystem(new CellMessage.Watch(cell))) {
      cell.enqueueSystem(new CellMessage.Ended(watched));
    }
  }

  private ActorCell<?> watchable(ActorRef<?> other) {
    ActorCell<?> watched =
        switch (other) {
          case ActorCell<?> actor -> actor;
          case AdapterRef<?> adapter -> adapter.owner();
          case AskRef<?> answer ->
              throw new IllegalArgumentException(
                  ErrorCode.NOT_AN_ACTOR.mark(
                      cell.path()
                          + " tried to watch the address of an answer; only actors can be"
                          + " watched."));
        };
    if (watched == cell) {
      throw new IllegalArgumentException(
          ErrorCode.WATCHED_ITSELF.mark(
              cell.path() + " tried to watch itself; its end is told by the hook `stopped`."));
    }
    return watched;
  }

  @Override
  public void unwatch(ActorRef<?> other) {
    requireTurn("unwatch");
    ActorCell<?> watched = watchable(other);
    if (cell.annex().watches().unwatch(other, watched)) {
      watched.enqueueSystem(new CellMessage.Unwatch(cell));
    }
  }

  @Override
  public void become(Actor<M> behavior) {
    requireTurn("become");
    become(behavior, cell.annex().behaviors().isEmpty()); // the instance is never let go
  }

  @Override
  public void becomeStacked(Actor<M> behavior) {
    requireTurn("becomeStacked");
    become(behavior, true);
  }

  private void become(Actor<M> behavior, boolean keepsPresent) {
    Objects.requireNonNull(behavior, "behavior: say what is to handle messages");
    Actor<M> present = cell.behavior();
    if (keepsPresent && present != null) {
      cell.annex().behaviors().push(present);
    }
    cell.behavior(behavior);
  }

  @Override
  @SuppressWarnings("unchecked") // only behaviors of this actor are pushed
  public void unbecome() {
    requireTurn("unbecome");
    Annex annex = cell.annex();
    if (annex.behaviors == null || annex.behaviors.isEmpty()) {
      throw new IllegalStateException(
          ErrorCode.NOTHING_TO_UNBECOME.mark(
              cell.path()
                  + " called unbecome while its instance was in charge; there is nothing to return"
                  + " to."));
    }
    cell.behavior((Actor<M>) annex.behaviors.pop());
  }

  private Stash stashOf(String what) {
    requireTurn(what);
    Stash stash = cell.annex().stash;
    if (stash == null) {
      throw new IllegalStateException(
          ErrorCode.NO_STASH.mark(
              cell.path()
                  + " called "
                  + what
                  + " without a stash; spawn it with Props.of(...).withStash(capacity)."));
    }
    return stash;
  }

  @Override
  public void stash() {
    Stash stash = stashOf("stash");
    Annex annex = cell.annex();
    Object message = annex.current;
    if (message == null || annex.stashed) {
      throw new IllegalStateException(
          ErrorCode.NO_STASH.mark(
              cell.path() + " has no message to stash, or has stashed it already."));
    }
    annex.stashed = true;
    if (!stash.add(message)) {
      cell.deadLetter(message, DeadLetterReason.STASH_OVERFLOW);
      throw new StashOverflowException(
          "The stash of "
              + cell.path()
              + " was full when it set "
              + Messages.type(message)
              + " aside: it holds "
              + stash.capacity()
              + " messages. The message is a dead letter now; unstash earlier, or give it a larger"
              + " stash.");
    }
  }

  @Override
  public void unstash() {
    Object first = stashOf("unstash").takeFirst();
    if (first != null) {
      cell.annex().unstash(first);
    }
  }

  @Override
  public void unstashAll() {
    Stash stash = stashOf("unstashAll");
    for (Object next = stash.takeFirst(); next != null; next = stash.takeFirst()) {
      cell.annex().unstash(next);
    }
  }

  @Override
  public int stashSize() {
    return stashOf("stashSize").size();
  }

  @Override
  public Optional<ActorRef<?>> sender() {
    requireTurn("sender");
    Annex annex = cell.annexIfAny();
    return annex == null ? Optional.empty() : Optional.ofNullable(annex.sender);
  }

  @Override
  public <R> void pipeToSelf(
      CompletionStage<R> stage,
      Function<? super @Nullable R, ? extends M> onSuccess,
      Function<? super Throwable, ? extends M> onFailure) {
    requireTurn("pipeToSelf");
    Objects.requireNonNull(onSuccess, "onSuccess: say what a result becomes");
    Objects.requireNonNull(onFailure, "onFailure: say what an error becomes");
    pipe(stage, onSuccess, onFailure);
  }

  private <R> void pipe(
      CompletionStage<R> stage,
      Function<? super R, ? extends M> onSuccess,
      Function<? super Throwable, ? extends M> onFailure) {
    var unused =
        stage.whenComplete(
            (result, error) ->
                cell.sendOrBury(
                    error == null
                        ? new CellEnvelope.Translated(result, onSuccess, null)
                        : new CellEnvelope.Translated(unwrapped(error), onFailure, null)));
  }

  /// What went wrong, without the wrapping of a stage that only passed it on.
  private static Throwable unwrapped(Throwable error) {
    Throwable cause = error.getCause();
    return error instanceof CompletionException && cause != null ? cause : error;
  }

  @Override
  public <Q, R> void ask(
      ActorRef<Q> other,
      Function<? super ActorRef<R>, ? extends Q> question,
      Duration timeout,
      Function<? super R, ? extends M> onAnswer,
      Function<? super Throwable, ? extends M> onFailure) {
    requireTurn("ask");
    Objects.requireNonNull(onAnswer, "onAnswer: say what an answer becomes");
    Objects.requireNonNull(onFailure, "onFailure: say what an error becomes");
    CompletionStage<R> answer = other.ask(question, timeout);
    pipe(answer, onAnswer, onFailure);
  }

  @Override
  public <T> ActorRef<T> adapter(Function<? super T, ? extends M> translation) {
    requireTurn("adapter");
    Objects.requireNonNull(translation, "translation: say what messages become");
    return new AdapterRef<>(cell, translation);
  }

  @Override
  @SuppressWarnings("unchecked") // made here, for this actor
  public Timers<M> timers() {
    requireTurn("timers");
    Annex annex = cell.annex();
    ActorTimers<M> timers = (ActorTimers<M>) annex.timers;
    if (timers == null) {
      timers = new ActorTimers<>(cell);
      annex.timers = timers;
    }
    return timers;
  }

  @Override
  public void receiveTimeout(Duration timeout, M message) {
    Objects.requireNonNull(message, "message: say what is to be sent");
    requireTurn("receiveTimeout");
    cell.system.checkDelay("The timeout", timeout); // before the one that it replaces is cancelled
    boolean isReplacement = cell.annex().receiveTimeout != null;
    cancelReceiveTimeout();
    ReceiveTimeout waiting = new ReceiveTimeout(cell, timeout, message);
    waiting.begin(isReplacement);
    cell.annex().receiveTimeout = waiting;
  }

  @Override
  public void cancelReceiveTimeout() {
    requireTurn("cancelReceiveTimeout");
    Annex annex = cell.annex();
    if (annex.receiveTimeout != null) {
      annex.receiveTimeout.cancel();
      annex.receiveTimeout = null;
    }
  }

  @Override
  public Optional<ExecutionBatch> batch() {
    requireTurn("batch");
    return cell.isInTimer() ? ExecutionBatch.current() : Optional.empty();
  }

  @Override
  public <T> Cancellable scheduleOnce(Duration delay, ActorRef<T> receiver, T message) {
    requireTurn("scheduleOnce");
    return cell.system.messages().scheduleOnce(delay, receiver, message, cell.dispatcher(), cell);
  }

  @Override
  public <T> Cancellable scheduleAtFixedRate(
      Duration initialDelay, Duration interval, ActorRef<T> receiver, T message) {
    requireTurn("scheduleAtFixedRate");
    return cell.system
        .messages()
        .scheduleAtFixedRate(initialDelay, interval, receiver, message, cell.dispatcher(), cell);
  }

  @Override
  public <T> Cancellable scheduleWithFixedDelay(
      Duration initialDelay, Duration delay, ActorRef<T> receiver, T message) {
    requireTurn("scheduleWithFixedDelay");
    return cell.system
        .messages()
        .scheduleWithFixedDelay(initialDelay, delay, receiver, message, cell.dispatcher(), cell);
  }

  @Override
  public Logger log() {
    requireTurn("log");
    cell.annex().logged = true;
    return ActorLog.of(cell);
  }
}
