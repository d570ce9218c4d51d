package dev.tactus.scheduler;

import java.util.Objects;

/// What a timer belongs to; the registry of policies knows the policy of each affinity.
///
/// @param kind what sort of thing that is
/// @param name its name among those of its kind
public record Affinity(Kind kind, String name) {
  /// The sorts of things that timers belong to.
  public enum Kind {
    /// A dispatcher, by its id.
    DISPATCHER,
    /// A guardian, by its path: `/user` or `/system`.
    GUARDIAN,
    /// A part of the application, by a name of its own choice.
    SUBSYSTEM
  }

  /// Checks that both are there.
  public Affinity {
    Objects.requireNonNull(kind, "kind");
    Objects.requireNonNull(name, "name");
  }

  /// The affinity to a dispatcher.
  public static Affinity dispatcher(String id) {
    return new Affinity(Kind.DISPATCHER, id);
  }

  /// The affinity to a guardian.
  public static Affinity guardian(String path) {
    return new Affinity(Kind.GUARDIAN, path);
  }

  /// The affinity to a part of the application.
  public static Affinity subsystem(String name) {
    return new Affinity(Kind.SUBSYSTEM, name);
  }
}
