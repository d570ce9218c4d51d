package dev.tactus.time.linux;

/// A call of the kernel failed, or the kernel's timer cannot be used on this machine.
///
/// The message names the call, what the kernel answered, and what to do.
public final class KernelTimerException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final String call;
  private final int errno;

  private KernelTimerException(String call, int errno, String message) {
    super(message);
    this.call = call;
    this.errno = errno;
  }

  /// A call that returned an error.
  static KernelTimerException failed(String call, int errno) {
    return new KernelTimerException(
        call, errno, call + " failed with errno " + errno + " (" + Errno.explanation(errno) + ")");
  }

  /// A descriptor that no longer answers as the timer's does.
  static KernelTimerException descriptorLost(String call, String answer) {
    return new KernelTimerException(
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
        "",
        0,
        "The kernel tick driver cannot be used here: "
            + obstacle
            + ". Use HostTickDriver instead, and ask KernelTickDriverProvider.obstacle() first.");
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
