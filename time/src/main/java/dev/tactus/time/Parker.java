package dev.tactus.time;

/// How one thread waits, and how others end its wait.
///
/// A wake-up that comes before the wait is kept: the next wait then returns at once.
public interface Parker {
  /// Waits until [#unpark()] or until `nanos` have passed; may return early for no reason.
  ///
  /// Threads: the one owner, which is whoever called first.
  void park(long nanos);

  /// Ends the owner's wait, or its next one.
  ///
  /// Threads: any.
  void unpark();
}
