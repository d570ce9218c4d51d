package dev.tactus.actor;

import dev.tactus.process.Command;
import dev.tactus.process.CommandHandler;
import dev.tactus.process.CommandRegistry;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.function.Supplier;

/// Commands with which processes talk to actors. A system that was started by
/// [ActorSystem#startProcesses] knows them.
///
/// The other way needs no command: an actor tells a process something by
/// [dev.tactus.process.ProcessSystem#send].
public final class ActorCommands {
  /// The id of [#ask].
  public static final String ASK = "ask-actor";

  /// The id of [#tell].
  public static final String TELL = "tell-actor";

  private record Ask(Supplier<CompletableFuture<?>> begin) {}

  private record Tell(Runnable send) {}

  private ActorCommands() {}

  /// Asks an actor. It completes with the answer, or fails with [AskTimeoutException].
  public static <M, R> Command ask(
      ActorRef<M> actor, Function<? super ActorRef<R>, ? extends M> question, Duration timeout) {
    return Command.of(ASK, new Ask(() -> actor.<R>ask(question, timeout)));
  }

  /// Sends a message to an actor. It completes when the message is on its way.
  public static <M> Command tell(ActorRef<M> actor, M message) {
    Objects.requireNonNull(actor, "actor: say who gets the message");
    Objects.requireNonNull(message, "message: say what is to be sent");
    return Command.of(TELL, new Tell(() -> actor.tell(message)));
  }

  static void register(CommandRegistry registry) {
    CommandRegistry unused =
        registry
            .register(ASK, CommandHandler.async(call -> call.argument(Ask.class).begin().get()))
            .register(
                TELL,
                CommandHandler.async(
                    call -> {
                      call.argument(Tell.class).send().run();
                      return CompletableFuture.completedFuture(null);
                    }));
  }
}
