package dev.tactus.testkit.simulation;

import dev.tactus.actor.SystemSettings;
import java.util.Collections;
import java.util.EnumSet;
import java.util.Objects;
import java.util.Set;
import java.util.function.UnaryOperator;

/// How simulations are run.
///
/// @param faults what may go wrong; each seed switches a random part of it on
/// @param system changes the settings of the system, for mailboxes, dispatchers and so on
/// @param randomTurns whether the length of each turn is a choice; otherwise it is the dispatcher's
/// @param turnsMax how many turns it may take until the system is quiet; more is a failure, since
///   it would never be
/// @param eventsMax how many events a trace keeps; what happens after them is not written down, so
///   that long runs fit into memory
public record SimulationSettings(
    Set<Fault> faults,
    UnaryOperator<SystemSettings> system,
    boolean randomTurns,
    long turnsMax,
    int eventsMax) {
  private static final long TURNS_MAX = 10_000_000;
  private static final int EVENTS_MAX = 1_000_000;

  /// Every order of turns, and no faults.
  public static final SimulationSettings DEFAULT =
      new SimulationSettings(Set.of(), settings -> settings, true, TURNS_MAX, EVENTS_MAX);

  /// Checks the values and copies the set.
  public SimulationSettings {
    EnumSet<Fault> inOrder = EnumSet.noneOf(Fault.class);
    inOrder.addAll(faults);
    faults = Collections.unmodifiableSet(inOrder); // Set.copyOf has another order in each JVM
    Objects.requireNonNull(system, "system");
    if (turnsMax < 1) {
      throw new IllegalArgumentException("turnsMax was " + turnsMax + "; give 1 or more.");
    }
    if (eventsMax < 1) {
      throw new IllegalArgumentException("eventsMax was " + eventsMax + "; give 1 or more.");
    }
  }

  /// The same with these faults.
  public SimulationSettings withFaults(Fault... allowed) {
    Set<Fault> some = EnumSet.noneOf(Fault.class);
    Collections.addAll(some, allowed);
    return new SimulationSettings(some, system, randomTurns, turnsMax, eventsMax);
  }

  /// The same with all faults.
  public SimulationSettings withAllFaults() {
    return withFaults(Fault.values());
  }

  /// The same with another system.
  public SimulationSettings withSystem(UnaryOperator<SystemSettings> change) {
    return new SimulationSettings(faults, change, randomTurns, turnsMax, eventsMax);
  }

  /// The same with turns as long as the dispatcher's, or of any length.
  public SimulationSettings withRandomTurns(boolean random) {
    return new SimulationSettings(faults, system, random, turnsMax, eventsMax);
  }

  /// The same with another limit of turns.
  public SimulationSettings withTurnsMax(long turns) {
    return new SimulationSettings(faults, system, randomTurns, turns, eventsMax);
  }

  /// The same with traces of at most so many events.
  public SimulationSettings withEventsMax(int events) {
    return new SimulationSettings(faults, system, randomTurns, turnsMax, events);
  }
}
