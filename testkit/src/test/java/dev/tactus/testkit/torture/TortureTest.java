package dev.tactus.testkit.torture;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tactus.requirement.Requirement;
import dev.tactus.testkit.simulation.Fault;
import dev.tactus.testkit.simulation.Seeds;
import dev.tactus.testkit.simulation.Simulated;
import dev.tactus.testkit.simulation.Simulation;
import dev.tactus.testkit.simulation.Sweep;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

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

  /// Seeds that have failed once, with what was wrong:
  ///
  /// - 5CBE3BFBD3AB33F6: an actor that escalated a failure was restarted for a sibling, and the
  ///   pardon that was on its way resumed it in the middle of that;
  /// - 3F4FB75D5A774C0E, 795912C27B6F7A32: a restart after a pause went through a dispatcher that
  ///   refused it, and the actor was suspended for ever.
  @ParameterizedTest
  @ValueSource(strings = {"5CBE3BFBD3AB33F6", "3F4FB75D5A774C0E", "795912C27B6F7A32"})
  @Requirement({"D1", "A3"})
  void runtime_seedThatHasFailedOnce_keepsItsPromises(String seed) {
    Sweep sweep = Sweep.of(Torture.scenario(), Torture.settings(), 1);

    assertThat(sweep.runOne(Seeds.parse(seed)).failure()).isEmpty();
  }
}
