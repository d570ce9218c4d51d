package dev.tactus.time.wheel;

import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Remembers which entries of a full slot or of a full overflow would have to go next, so that not
/// every drop has to look at all of them.
///
/// One look finds the newest of the least important entries, a limited number of them. From then on
/// the memory follows what enters and leaves. A new look is needed only when all that were
/// remembered have gone.
///
/// Invariant: every entry of `rank` that waits there and is newer than the last of `newest` is in
/// `newest` as well. What has left is not held.
///
/// Threads: the owner of the wheel.
final class DropCandidates {
  private static final int NO_RANK = -1;

  /// So many are remembered of a small place, and this share of a large one.
  private static final int REMEMBERED_MIN = 1024;

  private static final int REMEMBERED_SHIFT = 8;

  // Lambdas of our own, which hold nothing: a model checker looks into all that the wheel holds.
  private static final Comparator<WheelEntry> OLDEST_FIRST =
      (one, other) -> Long.compare(one.order, other.order);
  private static final Comparator<WheelEntry> NEWEST_FIRST =
      (one, other) -> Long.compare(other.order, one.order);

  private final int rememberedMax;
  private final Consumer<EntryConsumer> everyEntry;

  private final TreeSet<WheelEntry> newest = new TreeSet<>(NEWEST_FIRST);

  private int rank = NO_RANK;

  /// Creates one that remembers nothing.
  ///
  /// @param rememberedMax how many entries to remember
  /// @param everyEntry shows every entry of the place, best the newest first
  DropCandidates(int rememberedMax, Consumer<EntryConsumer> everyEntry) {
    this.rememberedMax = rememberedMax;
    this.everyEntry = everyEntry;
  }

  /// How many entries to remember of a place that holds so many when it is full.
  static int rememberedOf(int capacity) {
    return Math.max(REMEMBERED_MIN, capacity >> REMEMBERED_SHIFT);
  }

  /// An entry came in, or moved within.
  void entered(WheelEntry entry) {
    if (entry.rank != rank || newest.isEmpty() || entry.order < newest.last().order) {
      return;
    }
    try {
      if (newest.add(entry) && newest.size() > rememberedMax) {
        newest.pollLast();
      }
    } catch (OutOfMemoryError e) {
      newest.clear(); // the entry waits where it is, and the next look finds it
    }
  }

  /// An entry left.
  void left(WheelEntry entry) {
    if (entry.rank == rank && !newest.isEmpty()) {
      newest.remove(entry);
    }
  }

  /// The newest entry of this rank; null when there is none.
  @Nullable WheelEntry newestOf(int wanted) {
    if (rank != wanted || newest.isEmpty()) {
      look(wanted);
    }
    return newest.isEmpty() ? null : newest.first();
  }

  private void look(int wanted) {
    PriorityQueue<WheelEntry> oldestFirst = new PriorityQueue<>(OLDEST_FIRST);
    everyEntry.accept(
        e -> {
          if (e.rank == wanted) {
            remember(e, oldestFirst);
          }
        });
    newest.clear();
    rank = wanted;
    try {
      newest.addAll(oldestFirst);
    } catch (OutOfMemoryError e) {
      newest.clear(); // a part of them would not be the newest; the next look finds all
      throw e;
    }
  }

  private void remember(WheelEntry entry, PriorityQueue<WheelEntry> oldestFirst) {
    if (oldestFirst.size() == rememberedMax) {
      if (oldestFirst.element().order > entry.order) {
        return;
      }
      oldestFirst.remove();
    }
    oldestFirst.add(entry);
  }
}
