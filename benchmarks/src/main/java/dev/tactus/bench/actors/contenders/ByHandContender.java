package dev.tactus.bench.actors.contenders;

import java.util.concurrent.CompletionStage;
import java.util.concurrent.ForkJoinPool;
import java.util.function.Supplier;

/// What a good engineer writes in an afternoon: a ForkJoinPool in FIFO mode, as many threads as
/// cores, and a queue of JCTools an actor. No supervision, no lifecycle, no names.
final class ByHandContender implements ActorContender<ByHandActor> {
  private final ForkJoinPool pool =
      new ForkJoinPool(
          Cores.count(),
          ForkJoinPool.defaultForkJoinWorkerThreadFactory,
          null,
          /* asyncMode= */ true);

  @Override
  public ByHandActor spawn(Supplier<Handler<ByHandActor>> handler) {
    return new ByHandActor(pool, handler.get());
  }

  @Override
  public void tell(ByHandActor actor, Object message) {
    actor.tell(message);
  }

  @Override
  public ByHandActor spawnEcho() {
    return spawn(Question::echo);
  }

  @Override
  public CompletionStage<Object> ask(ByHandActor echo, Object content) {
    Question question = Question.of(content);
    echo.tell(question);
    return question.answer();
  }

  @Override
  public void close() {
    pool.shutdownNow();
  }
}
