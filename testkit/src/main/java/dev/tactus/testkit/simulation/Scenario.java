package dev.tactus.testkit.simulation;

/// Something to simulate: it builds actors, lets time pass, and asserts.
@FunctionalInterface
public interface Scenario {
  /// Runs once. What it throws is a failure of the seed.
  void run(Simulation simulation) throws Exception;
}
