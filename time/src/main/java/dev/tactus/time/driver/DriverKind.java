package dev.tactus.time.driver;

/// The kinds of tick drivers.
public enum DriverKind {
  /// Moved by hand, in virtual time.
  MANUAL,
  /// A thread of the Java virtual machine that parks until something is due.
  HOST,
  /// Somebody else's loop.
  EXTERNAL,
  /// A timer of the operating system's kernel.
  KERNEL
}
