package dev.tactus.bench.actors.contenders;

import java.util.function.Supplier;
import kotlin.ResultKt;
import kotlin.Unit;
import kotlin.coroutines.Continuation;
import kotlin.coroutines.intrinsics.IntrinsicsKt;
import kotlin.coroutines.jvm.internal.SuspendLambda;
import kotlin.jvm.functions.Function2;
import kotlinx.coroutines.CoroutineScope;
import kotlinx.coroutines.channels.Channel;
import kotlinx.coroutines.channels.ChannelIterator;
import org.jspecify.annotations.Nullable;

/// The state machine that Kotlin's compiler makes of `for (message in channel) receive(message)`,
/// written by hand so that the build needs no second compiler.
///
/// It has one place where it may be suspended: the iterator's question whether there is a message.
/// Called anew after that, it gets the answer as an argument.
final class KotlinActor extends SuspendLambda
    implements Function2<CoroutineScope, Continuation<? super Unit>, Object>,
        Self<Channel<Object>> {
  private final transient KotlinContender contender;
  private final transient Channel<Object> channel;
  private final transient Handler<Channel<Object>> handler;
  private transient @Nullable ChannelIterator<Object> iterator;
  private boolean stopped;

  /// The function, before it is called.
  KotlinActor(
      KotlinContender contender, Channel<Object> channel, Handler<Channel<Object>> handler) {
    this(contender, channel, handler, null);
  }

  /// A call of the function.
  private KotlinActor(
      KotlinContender contender,
      Channel<Object> channel,
      Handler<Channel<Object>> handler,
      @Nullable Continuation<Object> completion) {
    super(2, completion);
    this.contender = contender;
    this.channel = channel;
    this.handler = handler;
  }

  @Override
  @SuppressWarnings("unchecked") // as the compiler does it
  public Continuation<Unit> create(@Nullable Object scope, Continuation<?> completion) {
    return (Continuation<Unit>)
        (Continuation<?>)
            new KotlinActor(contender, channel, handler, (Continuation<Object>) completion);
  }

  @Override
  public Object invoke(CoroutineScope scope, Continuation<? super Unit> completion) {
    return ((KotlinActor) (Continuation<?>) create(scope, completion)).invokeSuspend(Unit.INSTANCE);
  }

  @Override
  protected Object invokeSuspend(Object result) {
    ResultKt.throwOnFailure(result);
    Object hasNext = result;
    ChannelIterator<Object> messages = iterator;
    if (messages == null) {
      messages = channel.iterator();
      iterator = messages;
      hasNext = messages.hasNext(this);
    }
    while (hasNext != IntrinsicsKt.getCOROUTINE_SUSPENDED()) {
      if (!(Boolean) hasNext) {
        return Unit.INSTANCE;
      }
      handler.receive(this, messages.next());
      if (stopped) {
        return Unit.INSTANCE;
      }
      hasNext = messages.hasNext(this);
    }
    return hasNext;
  }

  @Override
  public Channel<Object> address() {
    return channel;
  }

  @Override
  public Channel<Object> spawn(Supplier<Handler<Channel<Object>>> child) {
    return contender.spawn(child);
  }

  @Override
  public void end() {
    stopped = true;
  }
}
