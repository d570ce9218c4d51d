package dev.tactus.console;

import dev.tactus.time.Clock;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicReference;

/// One request on its thread, watched while it waits for its client.
///
/// The owner moves through the phases; whoever watches may only drop a conversation that has been
/// waiting for its client for too long. Dropping interrupts the owner, and an interrupt closes the
/// channel on which it waits. The phase is changed by a CAS on both sides, so that an owner whose
/// client came back in time is never interrupted, and one that was dropped does not go on.
///
/// ```
/// READING -> WORKING <-> WRITING      by the owner
/// READING -> DROPPED, WRITING -> DROPPED   by the watch
/// ```
final class Conversation {
  /// What the owner does.
  enum Phase {
    /// It waits for the rest of the request.
    READING,
    /// It works out the answer, or has nothing to send at present.
    WORKING,
    /// It waits for the client to take something.
    WRITING,
    /// It is to end.
    DROPPED
  }

  private final Clock clock;
  private final AtomicReference<Phase> phase = new AtomicReference<>(Phase.READING);

  /// When the phase began; written before the phase, so whoever sees the phase sees no older time.
  private volatile long sinceNanos;

  Conversation(Clock clock) {
    this.clock = clock;
    this.sinceNanos = clock.nanos();
  }

  /// The request has been read. Threads: the owner.
  void heard() throws IOException {
    move(Phase.READING, Phase.WORKING);
  }

  /// Waits for the client from now on. Threads: the owner.
  void writing() throws IOException {
    sinceNanos = clock.nanos();
    move(Phase.WORKING, Phase.WRITING);
  }

  /// The client has taken it. Threads: the owner.
  void written() throws IOException {
    move(Phase.WRITING, Phase.WORKING);
  }

  private void move(Phase from, Phase to) throws IOException {
    if (!phase.compareAndSet(from, to) && phase.get() == Phase.DROPPED) {
      throw new IOException("The client was too slow and has been dropped.");
    }
  }

  boolean isReading() {
    return phase.get() == Phase.READING;
  }

  boolean isWriting() {
    return phase.get() == Phase.WRITING;
  }

  /// When it began to wait.
  long sinceNanos() {
    return sinceNanos;
  }

  /// Drops it when it has been waiting for too long.
  ///
  /// @return whether its thread is to be interrupted
  boolean dropIfSlow(long nowNanos, long requestNanos, long stallNanos) {
    long waitedNanos = nowNanos - sinceNanos;
    return (waitedNanos > requestNanos && drop(Phase.READING))
        || (waitedNanos > stallNanos && drop(Phase.WRITING));
  }

  /// Drops it when it is still reading.
  boolean dropIfReading() {
    return drop(Phase.READING);
  }

  private boolean drop(Phase from) {
    return phase.compareAndSet(from, Phase.DROPPED);
  }
}
