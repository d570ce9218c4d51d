package dev.tactus.workers;

import org.jspecify.annotations.Nullable;

/// What a worker could not finish, because the stack was used up on the way: tasks that are in none
/// of its queues, and a sleeper that is off the stack of sleepers but was not woken.
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

  /// One that is not asleep any more, but may be parked still. One is enough: as long as it counts
  /// as searching, nobody wakes another.
  @Nullable Worker sleeper;

  /// Takes the tasks to the global queue, and unparks the sleeper. That one may have gone on by
  /// itself, and even sleep again: then it is unparked in vain, which it notices.
  void rescue(GlobalQueue global) {
    isAny = false;
    Task task = newest;
    newest = null;
    while (task != null) {
      Task rest = task.next;
      global.push(task);
      task = rest;
    }
    Worker late = sleeper;
    sleeper = null;
    if (late != null) {
      late.parker.unpark();
    }
  }
}
