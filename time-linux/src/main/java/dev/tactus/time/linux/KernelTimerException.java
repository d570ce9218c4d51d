package dev.tactus.time.linux;

import dev.tactus.error.Coded;
import dev.tactus.error.ErrorCode;

/// A call of the kernel failed, or the kernel's timer cannot be used on this machine.
///
/// The message names the call, what the kernel answered, and what to do.
public final class KernelTimerException extends RuntimeException implements Coded {
  private static final long serialVersionUID = 1L;

  private final ErrorCode code;
  private final String call;
  private final int errno;

  private KernelTimerException(ErrorCode code, String call, int errno, String message) {
    super(code.mark(message));
    this.code = code;
    this.call = call;
    this.errno = errno;
  }

  /// A call that returned an error.
  static KernelTimerException failed(String call, int errno) {
    return new KernelTimerException(
        ErrorCode.KERNEL_CALL_FAILED,
        call,
        errno,
        call + " failed with errno " + errno + " (" + Errno.explanation(errno) + ")");
  }

  /// A descriptor that no longer answers as the timer's does.
  static KernelTimerException descriptorLost(String call, String answer) {
    return new KernelTimerException(
        ErrorCode.DESCRIPTOR_LOST,
        call,
        0,
        call
            + " on the descriptor of the kernel timer answered "
            + answer
            + ": something else in this process has closed or replaced the descriptor. Run the"
            + " driver again, it opens a new one; and find the code that closes descriptors that"
            + " are not its own.");
  }

  /// Use of the driver where it does not work.
  static KernelTimerException unavailable(String obstacle) {
    return new KernelTimerException(
        ErrorCode.KERNEL_DRIVER_UNAVAILABLE,
        "",
        0,
        "The kernel tick driver cannot be used here: "
            + obstacle
            + ". Use HostTickDriver instead, and ask KernelTickDriverProvider.obstacle() first.");
  }

  @Override
  public ErrorCode code() {
    return code;
  }

  /// The name of the call that failed; empty where none was made.
  public String call() {
    return call;
  }

  /// The error number that the kernel gave; 0 where it gave none.
  public int errno() {
    return errno;
  }
}
