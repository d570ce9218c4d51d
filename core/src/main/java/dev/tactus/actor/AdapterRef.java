package dev.tactus.actor;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// An address whose messages reach an actor translated.
///
/// Threads: any.
final class AdapterRef<T> implements ActorRef<T> {
  private final ActorCell<?> owner;
  private final Function<? super T, ?> translation;

  AdapterRef(ActorCell<?> owner, Function<? super T, ?> translation) {
    this.owner = owner;
    this.translation = translation;
  }

  /// Who gets the messages.
  ActorCell<?> owner() {
    return owner;
  }

  /// A timer that sends this message.
  TimedSend timed(T message, @Nullable ActorRef<?> sender) {
    return new TimedSend(owner, message, sender) {
      @Override
      void handle() {
        owner.receiveTranslated(new CellEnvelope.Translated(message, translation, sender));
      }
    };
  }

  @Override
  public void tell(T message) {
    if (message == null) {
      throw Messages.missing(owner);
    }
    owner.send(new CellEnvelope.Translated(message, translation, null));
  }

  @Override
  public void tell(T message, ActorRef<?> sender) {
    if (message == null) {
      throw Messages.missing(owner);
    }
    owner.send(new CellEnvelope.Translated(message, translation, sender));
  }

  @Override
  public CompletableFuture<Void> tellAsync(T message) {
    if (message == null) {
      throw Messages.missing(owner);
    }
    return owner.offer(new CellEnvelope.Translated(message, translation, null));
  }

  @Override
  public <R> CompletableFuture<R> ask(
      Function<? super ActorRef<R>, ? extends T> question, Duration timeout) {
    return AskRef.ask(this, owner, question, timeout);
  }

  @Override
  public ActorPath path() {
    return owner.path();
  }

  @Override
  public String toString() {
    return "adapter of " + owner;
  }
}
