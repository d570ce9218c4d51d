package dev.tactus.bench.actors;

/// Messages without content. They are constants, so that what a message allocates is the
/// contender's doing.
enum Signal {
  /// Begin with what the workload's thread has prepared.
  START,
  /// One unit of whatever is counted.
  TICK,
  /// An answer to a question without content.
  PONG,
  /// Nothing more will come.
  DONE
}
