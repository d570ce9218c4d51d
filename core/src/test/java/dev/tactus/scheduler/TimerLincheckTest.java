package dev.tactus.scheduler;

import dev.tactus.requirement.Requirement;
import java.util.concurrent.atomic.AtomicInteger;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Validate;
import org.jetbrains.lincheck.datastructures.verifier.EpsilonVerifier;
import org.junit.jupiter.api.Test;

/// The state of a one-shot under every interleaving of arrival, run and cancellation.
@Requirement({"S4.1", "S4.2", "S4.3", "S4.4", "R1"})
final class TimerLincheckTest {
  /// A timer that arrives, is run by its executor and cancelled by others.
  public static final class Calls {
    private final LincheckEngine lab = new LincheckEngine();
    private final AtomicInteger runs = new AtomicInteger();
    private final AtomicInteger cancels = new AtomicInteger();
    private final Timer timer =
        new Timer(lab.engine, 1_000, 1, runs::incrementAndGet, Scheduler.DIRECT);
    private volatile boolean wrong;
    private volatile boolean arrived;

    @Operation
    public void arrive() {
      arrived = timer.admit();
    }

    @Operation
    public void run() {
      timer.run();
    }

    @Operation
    public void cancel() {
      if (timer.cancel()) {
        cancels.incrementAndGet();
        wrong |= !timer.isCancelled() || timer.cancel();
      } else {
        wrong |= timer.state() == TimerState.PENDING || timer.state() == TimerState.SCHEDULED;
      }
    }

    @Validate
    public void check() {
      TimerState expected = arrived ? TimerState.SCHEDULED : TimerState.PENDING;
      if (runs.get() == 1) {
        expected = TimerState.COMPLETED;
      } else if (cancels.get() == 1) {
        expected = TimerState.CANCELLED;
      }
      if (wrong || runs.get() + cancels.get() > 1 || timer.state() != expected) {
        throw new IllegalStateException(
            "wrong %s, %s runs, %s cancellations, %s"
                .formatted(wrong, runs, cancels, timer.state()));
      }
    }
  }

  private static Scenario scenario() {
    return Scenario.of(Calls.class);
  }

  @Test
  void timer_underTheModelChecker_runsOnceOrIsCancelledOnce() {
    new ModelCheckingOptions()
        .verifier(EpsilonVerifier.class)
        .iterations(0)
        .invocationsPerIteration(300)
        .checkObstructionFreedom(true)
        .addCustomScenario(scenario().thread("arrive", "run").thread("cancel").build())
        .addCustomScenario(
            scenario().before("arrive").thread("run").thread("cancel").thread("cancel").build())
        .addCustomScenario(
            scenario().before("arrive").thread("run").thread("run").thread("cancel").build())
        .check(Calls.class);
  }
}
