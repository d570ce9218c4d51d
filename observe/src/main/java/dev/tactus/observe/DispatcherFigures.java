package dev.tactus.observe;

import dev.tactus.workers.ReadyLatency;
import java.util.List;

/// One dispatcher.
///
/// @param id its id
/// @param host whose threads it uses
/// @param throughput how many messages a turn has at most
/// @param refused how many actors its pool has refused and is to be asked for again
/// @param globalWaiting how many turns wait in the queue that all workers share
/// @param searching workers that look for work
/// @param sleeping workers that sleep
/// @param upNanos how long its pool has existed
/// @param readyLatency how long turns waited, from being asked for to their beginning
/// @param workers each worker
public record DispatcherFigures(
    String id,
    String host,
    int throughput,
    int refused,
    long globalWaiting,
    int searching,
    int sleeping,
    long upNanos,
    ReadyLatency readyLatency,
    List<WorkerFigures> workers) {
  /// Copies the list.
  public DispatcherFigures {
    workers = List.copyOf(workers);
  }
}
