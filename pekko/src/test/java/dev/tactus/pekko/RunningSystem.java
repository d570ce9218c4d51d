package dev.tactus.pekko;

import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.pekko.actor.ActorSystem;

/// An actor system for one test; closing it waits until it has ended.
record RunningSystem(ActorSystem system) implements AutoCloseable {
  static final long LIMIT_SECONDS = 30;

  static RunningSystem start(String... lines) {
    return new RunningSystem(ActorSystem.create("test", SchedulerKind.config(lines)));
  }

  @Override
  public void close() {
    system.terminate();
    try {
      Object unused =
          system.getWhenTerminated().toCompletableFuture().get(LIMIT_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError("interrupted while the system ended", e);
    } catch (ExecutionException | TimeoutException e) {
      throw new AssertionError("the system did not end", e);
    }
  }
}
