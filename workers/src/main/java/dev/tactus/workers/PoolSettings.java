package dev.tactus.workers;

import java.time.Duration;
import java.util.Objects;

/// How a pool of workers is built.
///
/// @param name begins the names of its threads
/// @param workers how many workers it has, 1 to 4095
/// @param spareWorkers how many more [WorkerPool#startSpare()] may start
/// @param seed where the workers' choice of victims comes from
/// @param queues how tasks wait
/// @param idle what a worker does without work
/// @param host what the pool gets from the machine
/// @param failures who gets to know of failed tasks
/// @param closeTimeout how long [WorkerPool#close()] lets the tasks finish
/// @param joinTimeout how long a shutdown waits for turns that do not end, after that
public record PoolSettings(
    String name,
    int workers,
    int spareWorkers,
    long seed,
    QueueSettings queues,
    IdleSettings idle,
    WorkerHost host,
    FailureHandler failures,
    Duration closeTimeout,
    Duration joinTimeout) {
  private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(10);
  private static final Duration JOIN_TIMEOUT = Duration.ofSeconds(1);

  /// A worker for each available processor, and the defaults of everything else.
  public static PoolSettings defaults() {
    return new PoolSettings(
        "tactus",
        Math.min(Runtime.getRuntime().availableProcessors(), IdleWorkers.WORKERS_MAX),
        0,
        0,
        QueueSettings.DEFAULT,
        IdleSettings.DEFAULT,
        WorkerHost.DEFAULT,
        FailureHandler.UNCAUGHT,
        CLOSE_TIMEOUT,
        JOIN_TIMEOUT);
  }

  /// Checks the values.
  public PoolSettings {
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(queues, "queues");
    Objects.requireNonNull(idle, "idle");
    Objects.requireNonNull(host, "host");
    Objects.requireNonNull(failures, "failures");
    Checks.require(
        workers >= 1 && workers <= IdleWorkers.WORKERS_MAX,
        "workers",
        workers,
        "1 to " + IdleWorkers.WORKERS_MAX);
    Checks.require(
        spareWorkers >= 0 && spareWorkers <= IdleWorkers.WORKERS_MAX - workers,
        "spareWorkers",
        spareWorkers,
        "0 to " + (IdleWorkers.WORKERS_MAX - workers) + " besides " + workers + " workers");
    Checks.require(!closeTimeout.isNegative(), "closeTimeout", closeTimeout, "zero or more");
    Checks.require(!joinTimeout.isNegative(), "joinTimeout", joinTimeout, "zero or more");
  }

  /// The same with another name.
  public PoolSettings withName(String other) {
    return new PoolSettings(
        other,
        workers,
        spareWorkers,
        seed,
        queues,
        idle,
        host,
        failures,
        closeTimeout,
        joinTimeout);
  }

  /// The same with another number of workers.
  public PoolSettings withWorkers(int count) {
    return new PoolSettings(
        name, count, spareWorkers, seed, queues, idle, host, failures, closeTimeout, joinTimeout);
  }

  /// The same with workers that are started only where the others do not get on.
  public PoolSettings withSpareWorkers(int count) {
    return new PoolSettings(
        name, workers, count, seed, queues, idle, host, failures, closeTimeout, joinTimeout);
  }

  /// The same with another seed.
  public PoolSettings withSeed(long other) {
    return new PoolSettings(
        name,
        workers,
        spareWorkers,
        other,
        queues,
        idle,
        host,
        failures,
        closeTimeout,
        joinTimeout);
  }

  /// The same with other queues.
  public PoolSettings withQueues(QueueSettings other) {
    return new PoolSettings(
        name, workers, spareWorkers, seed, other, idle, host, failures, closeTimeout, joinTimeout);
  }

  /// The same with another way to be idle.
  public PoolSettings withIdle(IdleSettings other) {
    return new PoolSettings(
        name,
        workers,
        spareWorkers,
        seed,
        queues,
        other,
        host,
        failures,
        closeTimeout,
        joinTimeout);
  }

  /// The same on another machine.
  public PoolSettings withHost(WorkerHost other) {
    return new PoolSettings(
        name,
        workers,
        spareWorkers,
        seed,
        queues,
        idle,
        other,
        failures,
        closeTimeout,
        joinTimeout);
  }

  /// The same with another handler of failures.
  public PoolSettings withFailures(FailureHandler other) {
    return new PoolSettings(
        name, workers, spareWorkers, seed, queues, idle, host, other, closeTimeout, joinTimeout);
  }

  /// The same with another time to finish on closing.
  public PoolSettings withCloseTimeout(Duration timeout) {
    return new PoolSettings(
        name, workers, spareWorkers, seed, queues, idle, host, failures, timeout, joinTimeout);
  }

  /// The same with another time to wait for turns that do not end.
  public PoolSettings withJoinTimeout(Duration timeout) {
    return new PoolSettings(
        name, workers, spareWorkers, seed, queues, idle, host, failures, closeTimeout, timeout);
  }
}
