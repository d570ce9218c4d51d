package dev.tactus.scheduler;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;

/// Gives futures that complete after a time. Every timeout inside the runtime is one of these.
public interface DelayProvider {
  /// A future that completes after the delay, on the scheduler's delay executor.
  ///
  /// Cancelling the future, or completing it in any other way, frees the timer. Threads: any.
  ///
  /// @throws dev.tactus.time.InvalidDelayException when the delay is not positive or too long
  CompletableFuture<Void> delay(Duration delay);

  /// The same, completing on an executor of the caller's choice.
  CompletableFuture<Void> delay(Duration delay, Executor executor);
}
