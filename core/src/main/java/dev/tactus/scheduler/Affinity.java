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
    SUBSYSTEM,
    /// The runtime itself; see [Affinity#RUNTIME].
    RUNTIME
  }

  /// The affinity of the few timers by which the runtime keeps its word, such as those that offer
  /// refused turns again and the deadline of a stop. They count as timers, but are not refused for
  /// the quota: who has used it up would otherwise wait for ever.
  public static final Affinity RUNTIME = new Affinity(Kind.RUNTIME, "runtime");

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
