package dev.tactus.workers;

import org.jspecify.annotations.Nullable;

/// What a worker could not finish, because the stack was used up on the way: tasks that are in none
/// of its queues. The sleeper that it could not unpark is with the [Crew].
///
/// Any call may be the one for which there is no room, so who leaves something here does it without
/// one: by fields alone. A turn that overflows its stack is over sooner or later; then the worker
/// has room again and finishes it.
///
/// Threads: the worker's own.
final class Stranded {
  /// Whether there is anything.
  boolean isAny;

  /// Linked by [Task#next].
  @Nullable Task newest;

  /// Takes the tasks to the global queue.
  void rescue(GlobalQueue global) {
    isAny = false;
    Task task = newest;
    newest = null;
    while (task != null) {
      Task rest = task.next;
      global.push(task);
      task = rest;
    }
  }
}
