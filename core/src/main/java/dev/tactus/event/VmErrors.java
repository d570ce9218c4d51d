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

  /// Throws the error on if it is one of the virtual machine; returns otherwise.
  public static void throwIfFatal(Throwable error) {
    if (isFatal(error)) {
      throw (VirtualMachineError) error;
    }
  }
}
