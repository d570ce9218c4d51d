package dev.tactus.scheduler;

import dev.tactus.event.VmErrors;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/// The timer behind a future. When the scheduler gives the timer up, the future fails: whoever
/// waits for it is told, and does not wait for ever.
final class DelayTimer extends Timer {
  private final CompletableFuture<Void> future;

  DelayTimer(
      TickEngine engine,
      long deadlineTick,
      int rank,
      Executor executor,
      CompletableFuture<Void> future) {
    super(engine, deadlineTick, rank, () -> future.complete(null), executor);
    this.future = future;
  }

  @Override
  void givenUp(@Nullable Runnable lost, @Nullable Executor where, CancelReason reason) {
    if (where == null || future.isDone()) {
      return;
    }
    Throwable why =
        reason == CancelReason.CLOSED
            ? new SchedulerClosedException(
                "The scheduler was closed before the delay of timer " + id() + " had passed.")
            : new CancellationException(
                "The delay of timer " + id() + " was given up by the scheduler: " + reason + ".");
    try {
      where.execute(() -> future.completeExceptionally(why));
    } catch (Throwable refused) {
      future.completeExceptionally(why); // better here than never
      VmErrors.throwIfFatal(refused);
    }
  }
}
