package dev.tactus.workers;

/// Where errors of tasks go, such that no worker ends by them.
final class Failures {
  private final FailureHandler handler;

  Failures(FailureHandler handler) {
    this.handler = handler;
  }

  /// Reports a failed task; never throws. Threads: the worker that ran it.
  void report(Task task, Throwable error) {
    boolean isOfTheMachine =
        error instanceof VirtualMachineError && !(error instanceof StackOverflowError);
    if (isOfTheMachine && handler != FailureHandler.UNCAUGHT) {
      passOn(error);
    }
    try {
      handler.failed(task, error);
    } catch (Throwable e) {
      passOn(e);
    }
  }

  /// Tells a task that its pool could not make it ready again; what it throws is reported like a
  /// failed turn. Nothing is made for that: there may be no memory. Threads: as for [#report].
  ///
  /// @return whether it threw
  boolean isRefusalThrown(Task task) {
    try {
      task.refused();
      return false;
    } catch (Throwable e) {
      report(task, e);
      return true;
    }
  }

  /// The same for how long a turn took.
  boolean isTimeThrown(Task task, long nanos) {
    try {
      task.turnTook(nanos);
      return false;
    } catch (Throwable e) {
      report(task, e);
      return true;
    }
  }

  private static void passOn(Throwable error) {
    try {
      Thread thread = Thread.currentThread();
      thread.getUncaughtExceptionHandler().uncaughtException(thread, error);
    } catch (Throwable ignored) {
      // The last resort has failed as well. The virtual machine ignores that, too.
    }
  }
}
