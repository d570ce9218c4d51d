package dev.tactus.bench.actors.contenders;

import com.typesafe.config.Config;
import java.time.Duration;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import org.apache.pekko.actor.typed.ActorRef;
import org.apache.pekko.actor.typed.ActorSystem;
import org.apache.pekko.actor.typed.Behavior;
import org.apache.pekko.actor.typed.Props;
import org.apache.pekko.actor.typed.SpawnProtocol;
import org.apache.pekko.actor.typed.javadsl.ActorContext;
import org.apache.pekko.actor.typed.javadsl.AskPattern;
import org.apache.pekko.actor.typed.javadsl.Behaviors;

/// Pekko's typed actors in the functional style of its Java API.
final class PekkoTypedContender implements ActorContender<ActorRef<Object>> {
  private static final Duration ASK_TIMEOUT = Duration.ofSeconds(ASK_TIMEOUT_SECONDS);

  private final ActorSystem<SpawnProtocol.Command> system;

  PekkoTypedContender(Config config) {
    system = ActorSystem.create(SpawnProtocol.create(), "bench", config);
  }

  @Override
  public ActorRef<Object> spawn(Supplier<Handler<ActorRef<Object>>> handler) {
    return spawnBehaviour(behaviour(handler));
  }

  private ActorRef<Object> spawnBehaviour(Behavior<Object> behaviour) {
    CompletionStage<ActorRef<Object>> spawned =
        AskPattern.ask(
            system,
            replyTo -> new SpawnProtocol.Spawn<>(behaviour, "", Props.empty(), replyTo),
            ASK_TIMEOUT,
            system.scheduler());
    return spawned.toCompletableFuture().join();
  }

  private static Behavior<Object> behaviour(Supplier<Handler<ActorRef<Object>>> handler) {
    return Behaviors.setup(
        context -> {
          Receiver receiver = new Receiver(context, handler.get());
          return Behaviors.receiveMessage(receiver::receive);
        });
  }

  @Override
  public void tell(ActorRef<Object> actor, Object message) {
    actor.tell(message);
  }

  @Override
  public ActorRef<Object> spawnEcho() {
    return spawnBehaviour(
        Behaviors.receiveMessage(
            message -> {
              TypedQuestion question = (TypedQuestion) message;
              question.replyTo.tell(question.content);
              return Behaviors.same();
            }));
  }

  @Override
  public CompletionStage<Object> ask(ActorRef<Object> echo, Object question) {
    return AskPattern.ask(
        echo, replyTo -> new TypedQuestion(question, replyTo), ASK_TIMEOUT, system.scheduler());
  }

  @Override
  public void close() {
    system.terminate();
    system.getWhenTerminated().toCompletableFuture().join();
  }

  private record TypedQuestion(Object content, ActorRef<Object> replyTo) {}

  private static final class Receiver implements Self<ActorRef<Object>> {
    private final ActorContext<Object> context;
    private final Handler<ActorRef<Object>> handler;
    private boolean stopped;

    Receiver(ActorContext<Object> context, Handler<ActorRef<Object>> handler) {
      this.context = context;
      this.handler = handler;
    }

    Behavior<Object> receive(Object message) {
      handler.receive(this, message);
      return stopped ? Behaviors.stopped() : Behaviors.same();
    }

    @Override
    public ActorRef<Object> address() {
      return context.getSelf();
    }

    @Override
    public ActorRef<Object> spawn(Supplier<Handler<ActorRef<Object>>> child) {
      return context.spawnAnonymous(behaviour(child));
    }

    @Override
    public void end() {
      stopped = true;
    }
  }
}
