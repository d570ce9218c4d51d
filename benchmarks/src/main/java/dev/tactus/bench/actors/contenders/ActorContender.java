package dev.tactus.bench.actors.contenders;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;

/// A runtime for actors as the workloads see it.
///
/// @param <A> the contender's own address of an actor
public interface ActorContender<A> extends AutoCloseable {
  /// How long anybody waits for an answer.
  int ASK_TIMEOUT_SECONDS = 20;

  /// Starts an actor from outside. It is ready for messages when this returns.
  A spawn(Supplier<Handler<A>> handler);

  /// Sends a message. Threads: any.
  void tell(A actor, Object message);

  /// Starts an actor that answers every question of [#ask] with the question itself, in the
  /// contender's own way.
  A spawnEcho();

  /// Asks an actor of [#spawnEcho], in the contender's own way.
  CompletionStage<Object> ask(A echo, Object question);

  /// Asks and waits.
  default Object askAndWait(A echo, Object question)
      throws InterruptedException, ExecutionException, TimeoutException {
    return ask(echo, question).toCompletableFuture().get(ASK_TIMEOUT_SECONDS, TimeUnit.SECONDS);
  }

  /// Ends all actors and threads.
  @Override
  void close();

  /// A question for contenders without an ask of their own: the answer goes into the future.
  record Question(Object content, CompletableFuture<Object> answer) {
    static Question of(Object content) {
      return new Question(content, new CompletableFuture<>());
    }

    /// The handler of an echo that gets such questions.
    static <A> Handler<A> echo() {
      return (_, message) -> {
        Question question = (Question) message;
        question.answer.complete(question.content);
      };
    }
  }
}
