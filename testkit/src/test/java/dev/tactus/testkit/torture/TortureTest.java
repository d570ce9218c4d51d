package dev.tactus.testkit.torture;

import dev.tactus.requirement.Requirement;
import dev.tactus.testkit.simulation.Fault;
import dev.tactus.testkit.simulation.Simulated;
import dev.tactus.testkit.simulation.Simulation;

/// The torture, in every build. For more of it: `-Dtactus.seeds=1000000`, or `./tactus sim`.
final class TortureTest {
  @Simulated(
      seeds = 20_000,
      faults = {
        Fault.DRIVER_STALL,
        Fault.REJECTING_EXECUTOR,
        Fault.HANDLER_EXCEPTION,
        Fault.FULL_MAILBOX,
        Fault.SLOW_ACTOR
      },
      reaches = {
        "a child was stopped",
        "a child was watched",
        "a keyed timer fired",
        "a parcel died of OVERFLOW",
        "a parcel died of SHUTDOWN",
        "a sender was told that a mailbox is full",
        "a timer was replaced",
        "beats were folded",
        "supervision decided ESCALATE",
        "supervision decided RESTART",
        "supervision decided RESUME",
        "supervision decided STOP"
      })
  @Requirement({"D1", "D2", "D3", "D5", "S5.1"})
  void runtime_everythingAtOnceUnderFaults_keepsItsPromises(Simulation sim) throws Exception {
    Torture.scenario().run(sim);
  }
}
