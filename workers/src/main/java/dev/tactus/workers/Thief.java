package dev.tactus.workers;

import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/// How a worker without work finds some at the others.
///
/// What is worth the way there, [Worker] explains. From a worker that is stuck in a turn a thief
/// takes anything, the slot included.
///
/// Threads: that of the worker.
final class Thief {
  private final Worker worker;
  private final Crew crew;
  private final SplittableRandom random;
  private final int batch;
  private final long stealWorthNanos;
  private final long wakeWorthNanos;

  /// For each worker the turns that it had begun when this one began to search.
  private final long[] turnsSeen;

  /// When it has taken work that lasts from another worker; only with [#isOnExpedition].
  private long expeditionNanos;

  private boolean isOnExpedition;

  Thief(Worker worker, SplittableRandom random) {
    this.worker = worker;
    this.crew = worker.crew;
    this.random = random;
    this.batch = crew.settings.queues().globalBatch();
    this.stealWorthNanos = crew.settings.idle().stealWorthNanos();
    this.wakeWorthNanos = crew.settings.idle().wakeWorthNanos();
    this.turnsSeen = new long[crew.seats()];
  }

  /// Remembers who has come how far, so that a later look tells whose turn does not end.
  void rememberTurns() {
    for (int i = 0; i < turnsSeen.length; i++) {
      turnsSeen[i] = crew.worker(i).turns();
    }
  }

  /// Looks for a task everywhere, once.
  ///
  /// @param patient whether enough time has passed since [#rememberTurns] to call a worker stuck
  ///   that is still in the same turn
  @Nullable Task search(boolean patient) {
    Task task = worker.takeGlobal(batch);
    if (task != null) {
      return task;
    }
    int first = random.nextInt(crew.size());
    for (int i = 0; i < crew.size(); i++) {
      Worker victim = crew.worker((first + i) % crew.size());
      if (victim != worker) {
        task = stealFrom(victim, patient && isStuck(victim));
        if (task != null) {
          return task;
        }
      }
    }
    return null;
  }

  private @Nullable Task stealFrom(Worker victim, boolean isStuck) {
    WorkerCounters counters = worker.counters;
    Task handed = victim.takeHanded();
    if (handed != null) {
      counters.fromGlobal++; // as if the victim had not been woken: it may take long to get here
      return handed;
    }
    if (isStuck || victim.isWorthStealing(stealWorthNanos)) {
      int count = victim.deque.stealHalf(worker.moved);
      if (count > 0) {
        counters.steals++;
        counters.stolen += count;
        if (!isStuck && victim.isLasting()) {
          isOnExpedition = true;
          expeditionNanos = crew.settings.host().clock().nanos();
        }
        return worker.keepAllButFirst(count);
      }
    }
    if (isStuck || victim.turnNanos() >= Worker.SLOT_SHARE * wakeWorthNanos) {
      Task task = victim.stealNext();
      if (task != null) {
        counters.steals++;
        counters.stolen++;
        return task;
      }
    }
    return null;
  }

  /// Whether a worker is still in the turn in which it was at [#rememberTurns], with tasks behind
  /// it.
  boolean isStuck(Worker other) {
    return other.turns() == turnsSeen[other.number] && other.hasWaiting();
  }

  /// Notes that there is no work any more.
  void endExpedition(long now) {
    if (isOnExpedition) {
      isOnExpedition = false;
      crew.expeditions.ended(expeditionNanos, now);
    }
  }
}
