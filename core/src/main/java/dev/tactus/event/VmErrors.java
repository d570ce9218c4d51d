package dev.tactus.event;

/// Tells errors that a runtime may handle from those of the virtual machine itself.
public final class VmErrors {
  private VmErrors() {}

  /// Whether this error says that the virtual machine is in trouble, so that it must be passed on.
  ///
  /// An overflow of the stack is the fault of the code that ran, and over when that code has ended.
  public static boolean isFatal(Throwable error) {
    return error instanceof VirtualMachineError && !(error instanceof StackOverflowError);
  }

  /// Hands an error to the handler of uncaught exceptions of this thread, where it must not go
  /// through the code that runs. Throws nothing itself.
  public static void report(Throwable error) {
    Thread thread = Thread.currentThread();
    try {
      thread.getUncaughtExceptionHandler().uncaughtException(thread, error);
    } catch (Throwable ignored) {
      // The virtual machine ignores that, too.
    }
  }

  /// Throws the error on if it is one of the virtual machine; returns otherwise.
  public static void throwIfFatal(Throwable error) {
    if (isFatal(error)) {
      throw (VirtualMachineError) error;
    }
  }
}
