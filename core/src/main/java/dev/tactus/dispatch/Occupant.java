package dev.tactus.dispatch;

/// One actor on a dispatcher, at one moment.
///
/// @param actor its path
/// @param dispatcher the id of its dispatcher
/// @param phase what its mailbox is doing
/// @param suspends how often it is suspended
/// @param queued how many messages wait
/// @param systemQueued how many system messages wait
/// @param worker the name of the thread that runs it; empty when none does
public record Occupant(
    String actor,
    String dispatcher,
    Phase phase,
    int suspends,
    int queued,
    int systemQueued,
    String worker) {
  /// What a mailbox is doing.
  public enum Phase {
    /// Nothing is there to do, or nothing that it may do now.
    IDLE,
    /// It waits for its turn.
    SCHEDULED,
    /// Its turn runs.
    RUNNING,
    /// It takes no more messages.
    CLOSED
  }

  /// Whether there is anything to tell: it runs, waits, is suspended, or something waits for it.
  public boolean isStirring() {
    return phase == Phase.SCHEDULED
        || phase == Phase.RUNNING
        || suspends > 0
        || queued > 0
        || systemQueued > 0;
  }
}
