package dev.tactus.bench.actors.contenders;

import com.typesafe.config.Config;
import java.time.Duration;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import org.apache.pekko.actor.ActorRef;
import org.apache.pekko.actor.ActorSystem;
import org.apache.pekko.actor.Props;
import org.apache.pekko.actor.UntypedAbstractActor;
import org.apache.pekko.pattern.Patterns;

/// Pekko's classic actors: `onReceive`, no sender but where one asks.
final class PekkoClassicContender implements ActorContender<ActorRef> {
  private static final Duration ASK_TIMEOUT = Duration.ofSeconds(ASK_TIMEOUT_SECONDS);

  private final ActorSystem system;

  PekkoClassicContender(Config config) {
    system = ActorSystem.create("bench", config);
  }

  @Override
  public ActorRef spawn(Supplier<Handler<ActorRef>> handler) {
    return system.actorOf(props(handler));
  }

  private static Props props(Supplier<Handler<ActorRef>> handler) {
    return Props.create(Receiver.class, () -> new Receiver(handler.get()));
  }

  @Override
  public void tell(ActorRef actor, Object message) {
    actor.tell(message, ActorRef.noSender());
  }

  @Override
  public ActorRef spawnEcho() {
    return system.actorOf(Props.create(Echo.class, Echo::new));
  }

  @Override
  public CompletionStage<Object> ask(ActorRef echo, Object question) {
    return Patterns.ask(echo, question, ASK_TIMEOUT);
  }

  @Override
  public void close() {
    system.terminate();
    system.getWhenTerminated().toCompletableFuture().join();
  }

  private static final class Receiver extends UntypedAbstractActor implements Self<ActorRef> {
    private final Handler<ActorRef> handler;

    Receiver(Handler<ActorRef> handler) {
      this.handler = handler;
    }

    @Override
    public void onReceive(Object message) {
      handler.receive(this, message);
    }

    @Override
    public ActorRef address() {
      return getSelf();
    }

    @Override
    public ActorRef spawn(Supplier<Handler<ActorRef>> child) {
      return getContext().actorOf(props(child));
    }

    @Override
    public void end() {
      getContext().stop(getSelf());
    }
  }

  private static final class Echo extends UntypedAbstractActor {
    @Override
    public void onReceive(Object message) {
      getSender().tell(message, getSelf());
    }
  }
}
