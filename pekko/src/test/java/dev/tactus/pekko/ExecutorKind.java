package dev.tactus.pekko;

/// The executors that a dispatcher may run on.
enum ExecutorKind {
  PEKKO("fork-join-executor"),
  TACTUS("dev.tactus.pekko.TactusExecutorConfigurator");

  private final String executor;

  ExecutorKind(String executor) {
    this.executor = executor;
  }

  /// The line that chooses it for a dispatcher.
  String line(String dispatcher) {
    return dispatcher + ".executor = \"" + executor + "\"";
  }
}
