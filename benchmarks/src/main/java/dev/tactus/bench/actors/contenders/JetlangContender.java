package dev.tactus.bench.actors.contenders;

import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Supplier;
import org.jetlang.channels.Channel;
import org.jetlang.channels.MemoryChannel;
import org.jetlang.core.Callback;
import org.jetlang.fibers.Fiber;
import org.jetlang.fibers.PoolFiberFactory;

/// Jetlang: a fiber and a channel an actor, all fibers on one pool of as many threads as cores.
final class JetlangContender implements ActorContender<Channel<Object>> {
  private final ExecutorService pool = Executors.newFixedThreadPool(Cores.count());
  private final PoolFiberFactory fibers = new PoolFiberFactory(pool);

  @Override
  public Channel<Object> spawn(Supplier<Handler<Channel<Object>>> handler) {
    return new Subscriber(this, handler.get()).channel;
  }

  @Override
  public void tell(Channel<Object> actor, Object message) {
    actor.publish(message);
  }

  @Override
  public Channel<Object> spawnEcho() {
    return spawn(Question::echo);
  }

  @Override
  public CompletionStage<Object> ask(Channel<Object> echo, Object content) {
    Question question = Question.of(content);
    echo.publish(question);
    return question.answer();
  }

  @Override
  public void close() {
    fibers.dispose();
    pool.shutdownNow();
  }

  private static final class Subscriber implements Callback<Object>, Self<Channel<Object>> {
    private final JetlangContender contender;
    private final Fiber fiber;
    private final Channel<Object> channel = new MemoryChannel<>();
    private final Handler<Channel<Object>> handler;

    @SuppressWarnings("ThisEscapes") // final class, and the last thing it does
    Subscriber(JetlangContender contender, Handler<Channel<Object>> handler) {
      this.contender = contender;
      this.handler = handler;
      this.fiber = contender.fibers.create();
      fiber.start();
      channel.subscribe(fiber, this);
    }

    @Override
    public void onMessage(Object message) {
      handler.receive(this, message);
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
      fiber.dispose();
    }
  }
}
