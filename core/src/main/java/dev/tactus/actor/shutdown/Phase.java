package dev.tactus.actor.shutdown;

import dev.tactus.error.ErrorCode;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/// A step of a coordinated shutdown.
///
/// @param name what tasks are added to it by
/// @param timeout how long its tasks may take, all together
/// @param after the phases that have to be over before
/// @param abortsOnFailure whether the phases behind it are left out when one of its tasks failed or
///   did not end in time
public record Phase(String name, Duration timeout, Set<String> after, boolean abortsOnFailure) {
  /// Takes no more work from outside.
  public static final String STOP_INTAKE = "stop-intake";

  /// Finishes work that has begun.
  public static final String FINISH_WORK = "finish-work";

  /// Stops the actors; the system itself has a task here.
  public static final String STOP_ACTORS = "stop-actors";

  /// Gives back what the actors have used, such as connections.
  public static final String RELEASE = "release";

  private static final Duration TIMEOUT = Duration.ofSeconds(5);

  /// The phases that a system has by default, each behind the one before.
  public static final List<Phase> DEFAULTS =
      List.of(
          of(STOP_INTAKE),
          of(FINISH_WORK).after(STOP_INTAKE),
          of(STOP_ACTORS).withTimeout(Duration.ofSeconds(10)).after(FINISH_WORK),
          of(RELEASE).after(STOP_ACTORS));

  /// Checks the values and copies the set.
  public Phase {
    Objects.requireNonNull(name, "name");
    after = Set.copyOf(after);
    if (!timeout.isPositive()) {
      throw new IllegalArgumentException(
          ErrorCode.SHUTDOWN_PHASE.mark(
              "The phase '" + name + "' has the timeout " + timeout + "; give more than zero."));
    }
  }

  /// A phase with 5 seconds for its tasks, after nothing.
  public static Phase of(String name) {
    return new Phase(name, TIMEOUT, Set.of(), false);
  }

  /// These phases in an order in which each is behind those that it names.
  ///
  /// @throws IllegalArgumentException when that is not possible
  public static List<Phase> ordered(List<Phase> phases) {
    return PhaseOrder.of(phases);
  }

  /// The same behind other phases.
  public Phase after(String... names) {
    return new Phase(name, timeout, Set.of(names), abortsOnFailure);
  }

  /// The same with another timeout.
  public Phase withTimeout(Duration other) {
    return new Phase(name, other, after, abortsOnFailure);
  }

  /// The same, with nothing behind it when it fails.
  public Phase abortingOnFailure() {
    return new Phase(name, timeout, after, true);
  }
}
