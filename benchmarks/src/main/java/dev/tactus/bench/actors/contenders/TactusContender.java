package dev.tactus.bench.actors.contenders;

import dev.tactus.actor.Actor;
import dev.tactus.actor.ActorRef;
import dev.tactus.actor.ActorSystem;
import dev.tactus.actor.Context;
import java.time.Duration;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Ours.
public final class TactusContender implements ActorContender<ActorRef<Object>> {
  private static final Duration ASK_TIMEOUT = Duration.ofSeconds(ASK_TIMEOUT_SECONDS);

  private final ActorSystem system;

  private TactusContender(ActorSystem system) {
    this.system = system;
  }

  /// One with default settings.
  static TactusContender start() {
    return on(ActorSystem.start("bench"));
  }

  /// One on a system that was started by somebody else; it is closed with the contender.
  public static TactusContender on(ActorSystem system) {
    return new TactusContender(system);
  }

  @Override
  public ActorRef<Object> spawn(Supplier<Handler<ActorRef<Object>>> handler) {
    return system.spawn(() -> new Receiver(handler.get()));
  }

  @Override
  public void tell(ActorRef<Object> actor, Object message) {
    actor.tell(message);
  }

  @Override
  public ActorRef<Object> spawnEcho() {
    return system.spawn(
        () ->
            (_, message) -> {
              AddressedQuestion question = (AddressedQuestion) message;
              question.replyTo.tell(question.content);
            });
  }

  @Override
  public CompletionStage<Object> ask(ActorRef<Object> echo, Object question) {
    return echo.ask(replyTo -> new AddressedQuestion(question, replyTo), ASK_TIMEOUT);
  }

  @Override
  public void close() {
    system.close();
  }

  private record AddressedQuestion(Object content, ActorRef<Object> replyTo) {}

  private static final class Receiver implements Actor<Object>, Self<ActorRef<Object>> {
    private final Handler<ActorRef<Object>> handler;
    private @Nullable Context<Object> context;

    Receiver(Handler<ActorRef<Object>> handler) {
      this.handler = handler;
    }

    @Override
    public void receive(Context<Object> current, Object message) {
      if (context != current) {
        context = current;
      }
      handler.receive(this, message);
    }

    private Context<Object> context() {
      Context<Object> current = context;
      if (current == null) {
        throw new IllegalStateException("called outside of a turn of the actor");
      }
      return current;
    }

    @Override
    public ActorRef<Object> address() {
      return context().self();
    }

    @Override
    public ActorRef<Object> spawn(Supplier<Handler<ActorRef<Object>>> child) {
      return context().spawn(() -> new Receiver(child.get()));
    }

    @Override
    public void end() {
      context().stop();
    }
  }
}
