package dev.tactus.bench.actors.contenders;

import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import kotlin.Unit;
import kotlin.coroutines.Continuation;
import kotlin.coroutines.CoroutineContext;
import kotlin.coroutines.EmptyCoroutineContext;
import kotlinx.coroutines.BuildersKt;
import kotlinx.coroutines.CoroutineScope;
import kotlinx.coroutines.CoroutineScopeKt;
import kotlinx.coroutines.CoroutineStart;
import kotlinx.coroutines.Dispatchers;
import kotlinx.coroutines.channels.BufferOverflow;
import kotlinx.coroutines.channels.Channel;
import kotlinx.coroutines.channels.ChannelKt;

/// Kotlin: a coroutine an actor on the default dispatcher, which takes its messages from an
/// unlimited channel: `scope.launch { for (message in channel) handler.receive(message) }`.
final class KotlinContender implements ActorContender<Channel<Object>> {
  private final CoroutineScope scope = CoroutineScopeKt.CoroutineScope(Dispatchers.getDefault());

  @Override
  public Channel<Object> spawn(Supplier<Handler<Channel<Object>>> handler) {
    Channel<Object> channel = ChannelKt.Channel(Channel.UNLIMITED, BufferOverflow.SUSPEND, null);
    BuildersKt.launch(
        scope,
        EmptyCoroutineContext.INSTANCE,
        CoroutineStart.DEFAULT,
        new KotlinActor(this, channel, handler.get()));
    return channel;
  }

  @Override
  public void tell(Channel<Object> actor, Object message) {
    actor.send(message, NeverSuspended.INSTANCE);
  }

  @Override
  public Channel<Object> spawnEcho() {
    return spawn(Question::echo);
  }

  @Override
  public CompletionStage<Object> ask(Channel<Object> echo, Object content) {
    Question question = Question.of(content);
    tell(echo, question);
    return question.answer();
  }

  @Override
  public void close() {
    CoroutineScopeKt.cancel(scope, null);
  }

  /// Sending to an unlimited channel returns at once, so there is nothing to continue.
  private enum NeverSuspended implements Continuation<Unit> {
    INSTANCE;

    @Override
    public CoroutineContext getContext() {
      return EmptyCoroutineContext.INSTANCE;
    }

    @Override
    public void resumeWith(Object result) {
      throw new IllegalStateException("sending to an unlimited channel was suspended");
    }
  }
}
