package dev.tactus.time;

/// How one thread waits, and how others end its wait.
///
/// A wake-up that comes before the wait is kept: the next wait then returns at once.
public interface Parker {
  /// Waits until [#unpark()] or until `nanos` have passed; may return early for no reason.
  ///
  /// An interrupt ends the wait as an unpark does, and is cleared, so that the next wait is one. A
  /// thread of the runtime's own drops it: a task left it behind. Whoever waits on a thread of
  /// somebody else's has to give it back in the end.
  ///
  /// Threads: the one owner, which is whoever called first.
  ///
  /// @return whether there was an interrupt, before or during the wait
  boolean park(long nanos);

  /// Ends the owner's wait, or its next one.
  ///
  /// Threads: any.
  void unpark();
}
