package dev.tactus.actor;

import dev.tactus.dispatch.Occupant;
import dev.tactus.scheduler.CancelReason;
import dev.tactus.scheduler.Cancellable;
import dev.tactus.scheduler.SchedulerClosedException;
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
  private final Duration timeout;
  private final CompletableFuture<Void> future = new CompletableFuture<>();

  /// What the actor ends after, which is none of the messages that are told of.
  private final CellEnvelope.Poison request = new CellEnvelope.Poison();

  GracefulStop(ActorCell<?> ending, Duration timeout) {
    this.ending = ending;
    this.timeout = timeout;
  }

  /// Begins to watch, lets the time run, and asks the actor to end. Threads: who asked for the
  /// stop.
  ///
  /// @param guardian above whom to be
  /// @throws dev.tactus.scheduler.QuotaExceededException when there are too many timers
  CompletableFuture<Void> begin(ActorCell<?> guardian) {
    ActorSystem system = ending.system;
    ActorCell<Over> watcher;
    try {
      watcher = system.makeUnder(guardian, () -> this);
    } catch (SpawnException e) {
      systemHasEnded();
      return future;
    }
    try {
      Runnable limitNoMore = limit();
      future.whenComplete(
          (nothing, error) -> {
            limitNoMore.run();
            system.stop(watcher);
          });
      ending.sendNotice(request);
    } catch (SchedulerClosedException e) {
      watcher.enqueueSystem(new CellMessage.Stop());
      systemHasEnded();
    } catch (RuntimeException e) {
      watcher.enqueueSystem(new CellMessage.Stop());
      throw e;
    }
    return future;
  }

  /// Lets the time run.
  ///
  /// @return what lets go of it
  private Runnable limit() {
    ActorSystem system = ending.system;
    try {
      Cancellable timer = system.scheduler().scheduleOnce(timeout, new Limit(), system.overdue());
      return () -> {
        boolean unused = timer.cancel();
      };
    } catch (SchedulerClosedException e) {
      CompletableFuture<Void> waiting = system.stopLimits().delay(timeout, system.overdue());
      var unused = waiting.thenRun(() -> fail("within " + timeout));
      return () -> waiting.cancel(false);
    }
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
    systemHasEnded();
  }

  private void systemHasEnded() {
    decide(
        "when its system did",
        "Stop actors earlier than the system, or give that more time to close.");
  }

  private void fail(String why) {
    decide(why, "It ends after those; allow more time, or use stop.");
  }

  /// Completes the future if the actor has ended, of which its notice may still be on the way, and
  /// lets it fail otherwise.
  private void decide(String why, String remedy) {
    if (future.isDone()) {
      return;
    }
    if (hasEnded()) {
      future.complete(null);
    } else {
      future.completeExceptionally(
          new StopTimeoutException(
              ending.path()
                  + " has not ended "
                  + why
                  + ": "
                  + Standing.of(ending, request.isOpened ? 0 : 1)
                  + ". "
                  + remedy));
    }
  }

  /// Whether it takes nothing more, and its name is free.
  private boolean hasEnded() {
    String name = ending.givenName();
    Annex above = ending.parent == null ? null : ending.parent.annexIfAny();
    return ending.phase() == Occupant.Phase.CLOSED
        && (above == null || name == null || above.children.named(name) != ending);
  }

  private final class Limit implements TimedTask {
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
