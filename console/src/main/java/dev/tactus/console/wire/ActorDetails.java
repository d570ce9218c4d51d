package dev.tactus.console.wire;

import dev.tactus.observe.ActorInfo;
import dev.tactus.observe.EventEntry;
import dev.tactus.observe.Page;
import java.util.List;

/// One actor and what belongs to it.
///
/// @param actor the actor
/// @param children the first of its children
/// @param events the latest that happened to it, the oldest first
public record ActorDetails(ActorInfo actor, Page<ActorInfo> children, List<EventEntry> events) {
  /// Copies the list.
  public ActorDetails {
    events = List.copyOf(events);
  }
}
