package dev.tactus.actor;

import dev.tactus.scheduler.SchedulerDump;
import java.util.Objects;

/// Asks for the insides of the scheduler; for the actor that [ActorSystem#schedulerDumps()] gives.
///
/// @param replyTo who gets the answer
public record SchedulerDumpRequest(ActorRef<SchedulerDump> replyTo) {
  /// Checks that somebody gets it.
  public SchedulerDumpRequest {
    Objects.requireNonNull(replyTo, "replyTo: say who gets the dump");
  }
}
