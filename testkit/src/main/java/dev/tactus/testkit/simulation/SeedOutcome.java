package dev.tactus.testkit.simulation;

import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// What became of one seed.
///
/// @param trace what happened
/// @param failure what the scenario threw; empty when all went well
/// @param reached the states that it reached
/// @param choices what was chosen
record SeedOutcome(Trace trace, Optional<Throwable> failure, Set<String> reached, Script choices) {
  /// Runs a scenario once, and ends it. The end belongs to the outcome only where it fails.
  static SeedOutcome run(Scenario scenario, Simulation simulation) {
    Throwable failure = null;
    try {
      scenario.run(simulation);
      simulation.requireAssertions();
    } catch (Throwable e) {
      failure = e;
    }
    SeedOutcome outcome = of(simulation, failure);
    try {
      simulation.close();
    } catch (Throwable e) {
      if (failure == null) {
        outcome = of(simulation, e);
      }
    }
    return outcome;
  }

  private static SeedOutcome of(Simulation simulation, @Nullable Throwable failure) {
    return new SeedOutcome(
        simulation.trace(),
        Optional.ofNullable(failure),
        Set.copyOf(simulation.reached()),
        Script.of(simulation.choices()));
  }
}
