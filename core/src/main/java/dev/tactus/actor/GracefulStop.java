package dev.tactus.actor;

import dev.tactus.dispatch.Occupant;
import dev.tactus.scheduler.CancelReason;
import dev.tactus.scheduler.Cancellable;
import dev.tactus.scheduler.TimedTask;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;

/// Waits for the end of one actor: an actor itself, because that is who can watch.
///
/// Threads: its turns, unless a method says otherwise.
final class GracefulStop implements Actor<GracefulStop.Over> {
  /// What it is told when the actor has ended.
  enum Over {
    /// There is nothing more to say.
    OVER
  }

  private final ActorCell<?> ending;
  private final CompletableFuture<Void> future;

  GracefulStop(ActorCell<?> ending, CompletableFuture<Void> future) {
    this.ending = ending;
    this.future = future;
  }

  /// Lets the time run. Threads: who asked for the stop.
  void begin(ActorRef<Over> self, Duration timeout) {
    Cancellable timer =
        ending
            .system
            .scheduler()
            .scheduleOnce(timeout, new Limit(timeout), ending.system.overdue());
    future.whenComplete(
        (nothing, error) -> {
          boolean unused = timer.cancel();
          ending.system.stop(self);
        });
  }

  @Override
  public void started(Context<Over> ctx) {
    ctx.watch(ending, Over.OVER);
  }

  @Override
  public void receive(Context<Over> ctx, Over message) {
    future.complete(null);
    ctx.stop();
  }

  /// Ended before the actor was, as the system ends: nobody else would tell.
  @Override
  public void stopped(Context<Over> ctx) {
    if (future.isDone()) {
      return;
    }
    if (ending.phase() == Occupant.Phase.CLOSED) {
      future.complete(null);
    } else {
      future.completeExceptionally(
          new StopTimeoutException(
              ending.path()
                  + " has not ended when its system did: "
                  + ending.standing()
                  + ". Stop actors earlier than the system, or give that more time to close."));
    }
  }

  private void fail(String why) {
    if (!future.isDone()) {
      future.completeExceptionally(
          new StopTimeoutException(
              ending.path()
                  + " has not ended "
                  + why
                  + ": "
                  + ending.standing()
                  + ". It ends after those; allow more time, or use stop."));
    }
  }

  private final class Limit implements TimedTask {
    private final Duration timeout;

    Limit(Duration timeout) {
      this.timeout = timeout;
    }

    /// Threads: [Overdue].
    @Override
    public void run() {
      fail("within " + timeout);
    }

    /// Nobody would tell when the time is over. Threads: any.
    @Override
    public void givenUp(CancelReason reason) {
      ending
          .system
          .overdue()
          .execute(() -> fail("when its timeout was given up by the scheduler (" + reason + ")"));
    }
  }
}
