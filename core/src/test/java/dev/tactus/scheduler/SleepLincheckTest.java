package dev.tactus.scheduler;

import dev.tactus.requirement.Requirement;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Validate;
import org.jetbrains.lincheck.datastructures.verifier.EpsilonVerifier;
import org.junit.jupiter.api.Test;

/// A driver that sleeps long is woken for every timer that is registered or cancelled meanwhile.
@Requirement({"S4.1", "S1.1", "S1.4", "S6.4"})
final class SleepLincheckTest {
  /// A driver's loop beside threads that register and cancel far timers.
  public static final class Calls {
    private final LincheckEngine lab = new LincheckEngine();
    private final ConcurrentLinkedQueue<Timer> timers = new ConcurrentLinkedQueue<>();
    private final ConcurrentLinkedQueue<Timer> cancelled = new ConcurrentLinkedQueue<>();

    @Operation(nonParallelGroup = "driver")
    public void step() {
      lab.step();
    }

    @Operation
    public void register() {
      Timer timer = new Timer(lab.engine, 1_000_000, 1, () -> {}, Scheduler.DIRECT);
      lab.engine.register(timer);
      timers.add(timer);
    }

    @Operation
    public void cancelOne() {
      Timer timer = timers.poll();
      if (timer != null) {
        boolean unused = timer.cancel();
        cancelled.add(timer);
      }
    }

    @Validate
    public void check() {
      if (lab.sleepsThroughWork()) {
        throw new IllegalStateException("the driver sleeps, and a timer waits for it");
      }
      for (Timer timer : cancelled) {
        if (lab.isAsleep() && timer.waits()) {
          throw new IllegalStateException("the driver sleeps, and a cancelled timer waits");
        }
      }
    }
  }

  @Test
  void sleep_underTheModelChecker_neverLeavesATimerBehind() {
    new ModelCheckingOptions()
        .verifier(EpsilonVerifier.class)
        .iterations(0)
        .invocationsPerIteration(300)
        .addCustomScenario(scenario().thread("step").thread("register").build())
        .addCustomScenario(
            scenario().thread("step", "step").thread("register").thread("register").build())
        .addCustomScenario(
            scenario().before("register", "step").thread("step", "step").thread("register").build())
        .addCustomScenario(
            scenario().before("register", "step").thread("step").thread("cancelOne").build())
        .check(Calls.class);
  }

  private static Scenario scenario() {
    return Scenario.of(Calls.class);
  }
}
