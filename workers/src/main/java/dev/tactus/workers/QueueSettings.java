package dev.tactus.workers;

/// How tasks wait, and who goes first.
///
/// @param dequeCapacity how many tasks fit into a worker's own deque, a power of two from 2 to 2^20
/// @param globalInterval a worker looks at the global queue after this many turns at the latest
/// @param globalBatch how many tasks more than one a worker moves from the global queue to its own
/// @param newestLimit how many turns in a row a worker gives to what it has made ready last, while
///   others wait in its deque
public record QueueSettings(
    int dequeCapacity, int globalInterval, int globalBatch, int newestLimit) {
  /// 256 tasks in a deque, a look every 61 turns, batches of 16, 16 turns in a row.
  public static final QueueSettings DEFAULT = new QueueSettings(256, 61, 16, 16);

  /// Checks the values.
  public QueueSettings {
    Checks.require(
        dequeCapacity >= 2 && dequeCapacity <= 1 << 20 && Integer.bitCount(dequeCapacity) == 1,
        "dequeCapacity",
        dequeCapacity,
        "a power of two from 2 to 1048576");
    Checks.require(globalInterval >= 1, "globalInterval", globalInterval, "1 or more");
    Checks.require(
        globalBatch >= 0 && globalBatch <= 1024, "globalBatch", globalBatch, "0 to 1024");
    Checks.require(newestLimit >= 1, "newestLimit", newestLimit, "1 or more");
  }

  /// The same with another capacity of the deques.
  public QueueSettings withDequeCapacity(int capacity) {
    return new QueueSettings(capacity, globalInterval, globalBatch, newestLimit);
  }

  /// The same with another interval between looks at the global queue.
  public QueueSettings withGlobalInterval(int turns) {
    return new QueueSettings(dequeCapacity, turns, globalBatch, newestLimit);
  }

  /// The same with other batches from the global queue.
  public QueueSettings withGlobalBatch(int tasks) {
    return new QueueSettings(dequeCapacity, globalInterval, tasks, newestLimit);
  }

  /// The same with another limit of turns in a row.
  public QueueSettings withNewestLimit(int turns) {
    return new QueueSettings(dequeCapacity, globalInterval, globalBatch, turns);
  }
}
