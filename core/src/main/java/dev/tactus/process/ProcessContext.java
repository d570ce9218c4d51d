package dev.tactus.process;

/// What a process knows about its place.
public interface ProcessContext {
  /// Its own number. Threads: any.
  Pid self();

  /// The system that it lives in. Threads: any.
  ProcessSystem system();

  /// Decides what the end of a linked process does to this one: true makes it an [Event.Exited],
  /// false (as at first) ends this one too, unless the other ended normally.
  ///
  /// Threads: the process itself, in `init` or `step`.
  void trapExits(boolean trapped);
}
