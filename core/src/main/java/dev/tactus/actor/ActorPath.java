package dev.tactus.actor;

import java.util.List;

/// Where an actor is in the tree of its system, as in `tactus://shop/user/counter`.
///
/// @param system the system's name
/// @param names from the top down
public record ActorPath(String system, List<String> names) {
  /// Copies the list.
  public ActorPath {
    names = List.copyOf(names);
  }

  /// The last name; empty for the root.
  public String name() {
    return names.isEmpty() ? "" : names.getLast();
  }

  @Override
  public String toString() {
    return "tactus://" + system + "/" + String.join("/", names);
  }
}
