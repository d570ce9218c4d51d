package dev.tactus.process;

import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Future;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// Carries out commands of one id.
@FunctionalInterface
public interface CommandHandler {
  /// Begins to carry out a command. The answer may come from here or, at any time later, from any
  /// thread. What this throws is the answer [ProcessException.HandlerFailed].
  ///
  /// Threads: the worker that steps the caller; must not block. Calls of different processes come
  /// at the same time.
  void handle(CommandCall call) throws Exception;

  /// A handler that answers at once with what a function gives.
  static CommandHandler answering(
      Function<? super CommandCall, ? extends @Nullable Object> answer) {
    return call -> call.complete(answer.apply(call));
  }

  /// A handler that answers when a stage completes, with its result or its error. If the answer is
  /// no longer wanted and the stage is a [Future], it is cancelled.
  ///
  /// This is how anything asynchronous is made a command: a request over the network, a question to
  /// an actor.
  static CommandHandler async(Function<? super CommandCall, ? extends CompletionStage<?>> begin) {
    return call -> answerWith(call, begin.apply(call));
  }

  /// Answers a call when the stage completes.
  private static void answerWith(CommandCall call, CompletionStage<?> stage) {
    stage.whenComplete(
        (result, error) -> {
          if (error == null) {
            call.complete(result);
          } else {
            Throwable cause = error.getCause();
            call.fail(error instanceof CompletionException && cause != null ? cause : error);
          }
        });
    if (stage instanceof Future<?> future) {
      call.onAbandonToo(() -> future.cancel(false));
    }
  }
}
