package dev.tactus.time.wheel;

import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.PriorityQueue;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Remembers which entries of a full overflow would have to go next, so that not every drop has to
/// look at all of them.
///
/// One look finds the newest of the least important entries, a limited number of them. From then on
/// the memory follows what enters and leaves, and is given up only when an entry enters whose place
/// is in its middle.
///
/// Invariant: every entry of `rank` in the overflow that is newer than the last of `newest` is in
/// `newest` as well. What has left the overflow is not held.
///
/// Threads: the owner of the wheel.
final class DropCandidates {
  private static final int NO_RANK = -1;

  private final int rememberedMax;
  private final Consumer<EntryConsumer> everyEntry;

  /// Newest first; entries are equal only to themselves.
  private final LinkedHashSet<WheelEntry> newest = new LinkedHashSet<>();

  private int rank = NO_RANK;

  /// Creates one that remembers nothing.
  ///
  /// @param rememberedMax how many entries to remember
  /// @param everyEntry shows every entry of the overflow
  DropCandidates(int rememberedMax, Consumer<EntryConsumer> everyEntry) {
    this.rememberedMax = rememberedMax;
    this.everyEntry = everyEntry;
  }

  /// An entry came into the overflow, or moved within it.
  void entered(WheelEntry entry) {
    if (entry.rank != rank || newest.isEmpty()) {
      return;
    }
    if (entry.order > newest.getFirst().order) {
      newest.addFirst(entry);
      if (newest.size() > rememberedMax) {
        newest.removeLast();
      }
    } else if (entry.order > newest.getLast().order && !newest.contains(entry)) {
      newest.clear();
    }
  }

  /// An entry left the overflow.
  void left(WheelEntry entry) {
    if (entry.rank == rank && !newest.isEmpty()) {
      newest.remove(entry);
    }
  }

  /// The newest entry of this rank in the overflow; null when there is none.
  @Nullable WheelEntry newestOf(int wanted) {
    if (rank != wanted || newest.isEmpty()) {
      look(wanted);
    }
    return newest.isEmpty() ? null : newest.getFirst();
  }

  private void look(int wanted) {
    PriorityQueue<WheelEntry> oldestFirst =
        new PriorityQueue<>(Comparator.comparingLong(e -> e.order));
    everyEntry.accept(
        e -> {
          if (e.rank == wanted) {
            oldestFirst.add(e);
            if (oldestFirst.size() > rememberedMax) {
              oldestFirst.remove();
            }
          }
        });
    newest.clear();
    rank = wanted;
    WheelEntry e;
    while ((e = oldestFirst.poll()) != null) {
      newest.addFirst(e);
    }
  }
}
