package dev.tactus.cli.demo;

import dev.tactus.scheduler.SchedulerMetrics;
import java.util.ArrayList;
import java.util.List;

/// What became of all timers of a scheduler that is closed, twice: as the scheduler counted and as
/// the demo did.
///
/// Both counted by themselves. The scheduler derives its active timers from the other figures, so
/// its own sum always comes out; here the active ones are those whose handles say so.
///
/// @param scheduler the scheduler's side
/// @param dropped how many of the scheduler's cancelled timers were dropped for want of room; a
///   handle does not tell the two apart
/// @param demo the demo's side
public record Books(Side scheduler, long dropped, Side demo) {
  /// One count.
  ///
  /// @param registered timers that were taken
  /// @param fired runs that were started
  /// @param completed one-shots that ended by running
  /// @param cancelled timers that ended otherwise
  /// @param active timers that have not ended
  public record Side(long registered, long fired, long completed, long cancelled, long active) {}

  static Books of(SchedulerMetrics metrics, Side demo) {
    return new Books(
        new Side(
            metrics.registered(),
            metrics.fired(),
            metrics.completed(),
            metrics.cancelled() + metrics.dropped(),
            metrics.active()),
        metrics.dropped(),
        demo);
  }

  boolean areBalanced() {
    return differences().isEmpty();
  }

  /// What does not fit, one sentence each; nothing when the books balance.
  List<String> differences() {
    List<String> found = new ArrayList<>();
    long sum = scheduler.completed + scheduler.cancelled + demo.active;
    if (scheduler.registered != sum) {
      found.add(
          Figures.count(scheduler.registered)
              + " timers were registered, but completed, cancelled, dropped and active ones are "
              + Figures.count(sum));
    }
    compare(found, "registered", scheduler.registered, demo.registered);
    compare(found, "fired", scheduler.fired, demo.fired);
    compare(found, "completed", scheduler.completed, demo.completed);
    compare(found, "cancelled or dropped", scheduler.cancelled, demo.cancelled);
    compare(found, "active", scheduler.active, demo.active);
    if (demo.active > 0) {
      found.add(
          Figures.count(demo.active) + " timers never ended, although the scheduler is closed");
    }
    return found;
  }

  private static void compare(List<String> found, String what, long scheduler, long demo) {
    if (scheduler != demo) {
      found.add(
          what
              + ": the scheduler counted "
              + Figures.count(scheduler)
              + ", the demo "
              + Figures.count(demo));
    }
  }
}
