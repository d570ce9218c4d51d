package dev.tactus.time.linux;

/// The error numbers that calls on timers and descriptors can give, the same on every 64-bit Linux
/// that Java runs on.
final class Errno {
  static final int EPERM = 1;
  static final int EINTR = 4;
  static final int EBADF = 9;
  static final int EAGAIN = 11;
  static final int ENOMEM = 12;
  static final int EINVAL = 22;
  static final int ENFILE = 23;
  static final int EMFILE = 24;
  static final int ENOSYS = 38;

  private Errno() {}

  /// What it means and what to do.
  static String explanation(int errno) {
    return switch (errno) {
      case EPERM ->
          "EPERM: a security policy forbids the call; allow it in the seccomp profile of the"
              + " container, or use the host driver";
      case EBADF ->
          "EBADF: the descriptor is not open; something else in this process has closed it, run the"
              + " driver again to get a new one";
      case ENOMEM -> "ENOMEM: the kernel is out of memory; free some and run the driver again";
      case EINVAL ->
          "EINVAL: the descriptor is not that of a timer, or a value is out of range; something"
              + " else in this process may have replaced the descriptor, run the driver again to"
              + " get a new one";
      case ENFILE -> "ENFILE: the machine has no descriptor left; raise fs.file-max or close files";
      case EMFILE ->
          "EMFILE: the process has no descriptor left; raise its limit (ulimit -n) or close files";
      case ENOSYS ->
          "ENOSYS: this kernel does not know the call, or a sandbox hides it; use the host driver";
      default -> "see errno(3) for its meaning; the host driver works without this call";
    };
  }
}
