package dev.tactus.workers;

/// Gets to know of tasks that failed, and of tasks that a closed pool could not run any more.
@FunctionalInterface
public interface FailureHandler {
  /// Passes the error to the uncaught exception handler of the worker's thread.
  FailureHandler UNCAUGHT = (task, error) -> reportUncaught(error);

  /// Called after a turn has thrown; the task is not queued again. Must be quick and not throw;
  /// what it throws goes to the thread's uncaught exception handler.
  ///
  /// Errors of the virtual machine, such as an OutOfMemoryError, go to the thread's uncaught
  /// exception handler first, and then here. A [PoolClosedException] tells that the task was left
  /// over by a worker that came out of its turn after the shutdown had given up on it.
  ///
  /// Threads: the worker that ran the task.
  void failed(Task task, Throwable error);

  /// Passes an error to the uncaught exception handler of the current thread.
  private static void reportUncaught(Throwable error) {
    Thread thread = Thread.currentThread();
    thread.getUncaughtExceptionHandler().uncaughtException(thread, error);
  }
}
