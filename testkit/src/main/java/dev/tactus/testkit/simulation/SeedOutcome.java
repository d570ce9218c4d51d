package dev.tactus.testkit.simulation;

import java.util.Optional;
import java.util.Set;

/// What became of one seed.
///
/// @param trace what happened
/// @param failure what the scenario threw; empty when all went well
/// @param reached the states that it reached
/// @param choices what was chosen
record SeedOutcome(Trace trace, Optional<Throwable> failure, Set<String> reached, Script choices) {
  /// Runs a scenario once.
  static SeedOutcome run(Scenario scenario, Simulation simulation) {
    try (simulation) {
      Throwable failure = null;
      try {
        scenario.run(simulation);
        simulation.requireAssertions();
      } catch (Throwable e) {
        failure = e;
      }
      return new SeedOutcome(
          simulation.trace(),
          Optional.ofNullable(failure),
          Set.copyOf(simulation.reached()),
          Script.of(simulation.choices()));
    }
  }
}
