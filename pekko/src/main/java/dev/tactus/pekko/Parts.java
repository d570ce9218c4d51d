package dev.tactus.pekko;

import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.WeakHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Supplier;
import org.apache.pekko.event.LoggingBus;
import org.jspecify.annotations.Nullable;

/// The parts that one actor system has of us.
///
/// Pekko makes plug-ins before the actor system exists and tells them little of it. What all of
/// them can see, and no other system's, is its event stream; so that is the key.
///
/// Executors are held weakly: their threads lead back to the actor system, and the system must be
/// collectable when it has ended.
///
/// Threads: any.
final class Parts {
  private static final Map<LoggingBus, Parts> BY_SYSTEM = new WeakHashMap<>();

  private final List<WeakReference<TactusExecutor>> executors = new CopyOnWriteArrayList<>();

  /// Mailboxes that were made.
  final LongAdder mailboxes = new LongAdder();

  /// Messages that a full mailbox did not take.
  final LongAdder overflowed = new LongAdder();

  private Parts() {}

  /// The parts of the system with this event stream.
  static Parts of(LoggingBus events) {
    synchronized (BY_SYSTEM) {
      return BY_SYSTEM.computeIfAbsent(events, key -> new Parts());
    }
  }

  void add(TactusExecutor executor) {
    executors.removeIf(reference -> isGone(reference.get()));
    executors.add(new WeakReference<>(executor));
  }

  private static boolean isGone(@Nullable TactusExecutor executor) {
    return executor == null || executor.isTerminated();
  }

  /// The executors that have not ended, in the order in which they were made.
  List<TactusExecutor> executors() {
    List<TactusExecutor> live = new ArrayList<>();
    for (WeakReference<TactusExecutor> reference : executors) {
      TactusExecutor executor = reference.get();
      if (executor != null && !executor.isTerminated()) {
        live.add(executor);
      }
    }
    return live;
  }

  /// Whether, at some moment of this call, nothing ran and nothing waited in any of the executors.
  boolean isQuiet() {
    return isQuiet(this::executors);
  }

  /// The same with executors that are looked up before the counts and after them: one that was made
  /// in between may have got what the others were doing.
  static boolean isQuiet(Supplier<List<TactusExecutor>> executors) {
    List<TactusExecutor> live = executors.get();
    long completed = 0;
    for (TactusExecutor executor : live) {
      completed += executor.completed();
    }
    long submitted = 0;
    for (TactusExecutor executor : live) {
      submitted += executor.submitted();
    }
    return completed == submitted && executors.get().equals(live);
  }
}
