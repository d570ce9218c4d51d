package dev.tactus.pekko;

import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import scala.concurrent.ExecutionContext;

/// Runs what it is given at once, and keeps the failures that were reported to it.
final class InlineContext implements ExecutionContext {
  final BlockingQueue<Throwable> failures = new LinkedBlockingQueue<>();

  @Override
  public void execute(Runnable task) {
    task.run();
  }

  @Override
  public void reportFailure(Throwable cause) {
    failures.add(cause);
  }
}
