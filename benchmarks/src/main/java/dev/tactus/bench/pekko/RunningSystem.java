package dev.tactus.bench.pekko;

import java.util.concurrent.TimeUnit;
import org.apache.pekko.actor.ActorSystem;

/// An actor system that ends with the workload.
record RunningSystem(ActorSystem system) implements AutoCloseable {
  private static final long TIMEOUT_SECONDS = 60;

  @Override
  public void close() {
    system.terminate();
    Object _ =
        system
            .getWhenTerminated()
            .toCompletableFuture()
            .orTimeout(TIMEOUT_SECONDS, TimeUnit.SECONDS)
            .join();
  }
}
