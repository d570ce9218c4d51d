package dev.tactus.pekko;

import dev.tactus.workers.PoolSnapshot;

/// What the workers of one dispatcher have done, and what waits for them.
///
/// @param id the dispatcher
/// @param parallelism how many workers run tasks at the same time
/// @param standingIn how many workers stand in for others that block
/// @param submitted tasks that have come
/// @param completed tasks that are done
/// @param workers each worker that was started, those of the reserve behind the others
public record DispatcherSnapshot(
    String id,
    int parallelism,
    int standingIn,
    long submitted,
    long completed,
    PoolSnapshot workers) {}
