package dev.tactus.actor;

import dev.tactus.actor.shutdown.ShutdownSummary;
import dev.tactus.mailbox.DeadLetterReason;
import dev.tactus.scheduler.CloseReport;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// How the close of a system went.
///
/// @param took how long it took, on the system's clock
/// @param phases how the phases of the shutdown went; those that took longer than the close were
///   cut short. Empty when even so they had not ended
/// @param forced the actors that had not ended in time and were left behind; at most 100 of them
/// @param scheduler what became of the timers: delivered, cancelled, on-close tasks
/// @param deadLetters how many there were in the life of the system, by reason
public record SystemReport(
    Duration took,
    Optional<ShutdownSummary> phases,
    List<ActorPath> forced,
    CloseReport scheduler,
    Map<DeadLetterReason, Long> deadLetters) {
  /// Copies the collections.
  public SystemReport {
    forced = List.copyOf(forced);
    deadLetters = Map.copyOf(deadLetters);
  }

  /// Whether the phases, every actor and the scheduler ended in time.
  public boolean isClean() {
    return forced.isEmpty() && phases.isPresent() && !hasLateTask() && !scheduler.forced();
  }

  private boolean hasLateTask() {
    return phases.stream()
        .flatMap(summary -> summary.phases().stream())
        .flatMap(phase -> phase.tasks().stream())
        .anyMatch(task -> task.outcome() == ShutdownSummary.Outcome.TIMED_OUT);
  }
}
