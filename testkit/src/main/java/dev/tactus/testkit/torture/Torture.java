package dev.tactus.testkit.torture;

import dev.tactus.testkit.simulation.Fault;
import dev.tactus.testkit.simulation.Scenario;
import dev.tactus.testkit.simulation.Simulation;
import dev.tactus.testkit.simulation.SimulationSettings;
import java.util.List;

/// The torture of the runtime: several scenarios, of which each seed takes one.
///
/// - crowd: members send each other work, and do everything else as well, under faults;
/// - boxes: mailboxes of every order and with every overflow strategy are flooded;
/// - families: supervision trees with all directives, where anybody fails or is stopped;
/// - beats: timers of every kind, set, replaced and cancelled, with a driver that stalls.
public final class Torture {
  private static final List<Scenario> SCENARIOS =
      List.of(
          simulation -> new Crowd(Member::new).run(simulation),
          simulation -> new Boxes(Box::new).run(simulation),
          simulation -> new Families(Relative::new).run(simulation),
          simulation -> new Beats().run(simulation));

  private Torture() {}

  /// All scenarios; the seed says which one is run. Each run has an oracle of its own.
  public static Scenario scenario() {
    // The seed itself, not a choice: so the scenario stays when a run is shortened.
    return simulation -> SCENARIOS.get(index(simulation)).run(simulation);
  }

  private static int index(Simulation simulation) {
    return (int) Long.remainderUnsigned(simulation.seed(), SCENARIOS.size());
  }

  /// The settings that it is made for.
  public static SimulationSettings settings() {
    // One by one: a kind that is added later must not change what the kept seeds stand for.
    return SimulationSettings.DEFAULT.withFaults(
        Fault.DRIVER_STALL,
        Fault.REJECTING_EXECUTOR,
        Fault.HANDLER_EXCEPTION,
        Fault.FULL_MAILBOX,
        Fault.SLOW_ACTOR);
  }
}
