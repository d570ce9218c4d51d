package dev.tactus.workers;

import java.util.ArrayList;
import java.util.List;
import java.util.function.ToLongFunction;

/// What a pool has done since the start, and what waits in it. The workers go on while it is taken,
/// so its figures are of slightly different moments.
///
/// @param name the pool's
/// @param workers each worker
/// @param globalWaiting tasks in the global queue
/// @param searching workers that look for work
/// @param sleeping workers that sleep
/// @param readyLatency how long tasks waited for their turn
/// @param upNanos how long the pool has existed
public record PoolSnapshot(
    String name,
    List<WorkerSnapshot> workers,
    long globalWaiting,
    int searching,
    int sleeping,
    ReadyLatency readyLatency,
    long upNanos) {
  /// Copies the list.
  public PoolSnapshot {
    workers = List.copyOf(workers);
  }

  static PoolSnapshot of(Crew crew) {
    long now = crew.settings.host().clock().nanos();
    List<WorkerSnapshot> workers = new ArrayList<>();
    LatencyHistogram ready = new LatencyHistogram();
    for (int i = 0; i < crew.size(); i++) {
      workers.add(WorkerSnapshot.of(crew.worker(i), now));
      ready.add(crew.worker(i).counters.ready);
    }
    return new PoolSnapshot(
        crew.settings.name(),
        workers,
        crew.global.length(),
        crew.idle.searching(),
        crew.idle.sleeping(),
        ready.figures(),
        now - crew.startNanos);
  }

  /// Turns that have begun.
  public long executed() {
    return sum(WorkerSnapshot::executed);
  }

  /// Tasks that workers took from each other.
  public long stolen() {
    return sum(WorkerSnapshot::stolen);
  }

  /// How many times they did.
  public long steals() {
    return sum(WorkerSnapshot::steals);
  }

  /// How many times a worker went to sleep.
  public long parks() {
    return sum(WorkerSnapshot::parks);
  }

  /// How many times a worker was woken.
  public long wakes() {
    return sum(WorkerSnapshot::wakes);
  }

  /// Turns that ended with an error.
  public long failures() {
    return sum(WorkerSnapshot::failures);
  }

  /// Tasks that wait, at workers and in the global queue.
  public long waiting() {
    return globalWaiting + sum(WorkerSnapshot::waiting);
  }

  /// The share of the time in which the workers had work, from 0 to 1.
  public double busyRatio() {
    return workers.stream().mapToDouble(WorkerSnapshot::busyRatio).average().orElse(0);
  }

  private long sum(ToLongFunction<WorkerSnapshot> figure) {
    return workers.stream().mapToLong(figure).sum();
  }
}
