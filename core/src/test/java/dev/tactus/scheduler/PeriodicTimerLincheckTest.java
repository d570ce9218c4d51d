package dev.tactus.scheduler;

import dev.tactus.requirement.Requirement;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Validate;
import org.jetbrains.lincheck.datastructures.verifier.EpsilonVerifier;
import org.junit.jupiter.api.Test;

/// The word of owed runs under every interleaving of due times, runs and cancellation.
@Requirement({"S4.1", "S4.2", "S2.2", "S2.5", "R6"})
final class PeriodicTimerLincheckTest {
  /// A ticking thread, and an executor with threads that the model checker plays.
  public static final class Calls implements Executor {
    private final LincheckEngine lab = new LincheckEngine();
    private final AtomicInteger waiting = new AtomicInteger();
    private final AtomicInteger running = new AtomicInteger();
    private final AtomicInteger stoodFor = new AtomicInteger();
    private final PeriodicTimer timer;
    private volatile boolean wrong;
    private int owed;

    public Calls() {
      timer =
          new PeriodicTimer(
              lab.engine,
              1_000,
              TimerPolicy.DEFAULT,
              this::task,
              this,
              ExecutionMode.FIXED_RATE,
              10,
              10);
      boolean unused = timer.admit();
    }

    private void task() {
      wrong |= running.incrementAndGet() != 1;
      stoodFor.addAndGet(ExecutionBatch.current().orElseThrow().runs());
      running.decrementAndGet();
    }

    @Override
    public void execute(Runnable task) {
      wrong |= waiting.incrementAndGet() != 1;
    }

    private void due(boolean oneEach) {
      if (!timer.isCancelled()) {
        owed++;
        if (timer.owe(1, oneEach)) {
          lab.engine.firing.submit(timer, this);
        }
      }
    }

    /// The ticking thread finds the task behind.
    @Operation(nonParallelGroup = "ticking")
    public void dueFolded() {
      due(false);
    }

    /// The ticking thread is behind itself.
    @Operation(nonParallelGroup = "ticking")
    public void dueOneEach() {
      due(true);
    }

    /// A thread of the executor takes what waits there.
    @Operation
    public void run() {
      int there = waiting.get();
      if (there > 0 && waiting.compareAndSet(there, there - 1)) {
        timer.run();
      }
    }

    @Operation
    public void cancel() {
      boolean unused = timer.cancel();
    }

    @Validate
    public void check() {
      while (waiting.get() > 0) {
        run();
      }
      boolean lost = timer.isCancelled() ? stoodFor.get() > owed : stoodFor.get() != owed;
      if (wrong || lost || timer.state() == TimerState.EXECUTING) {
        throw new IllegalStateException(
            "wrong %s, owed %d, stood for %s, %s".formatted(wrong, owed, stoodFor, timer.state()));
      }
    }
  }

  private static Scenario scenario() {
    return Scenario.of(Calls.class);
  }

  @Test
  void owedRuns_underTheModelChecker_areNeitherLostNorDoneTwoAtOnce() {
    new ModelCheckingOptions()
        .verifier(EpsilonVerifier.class)
        .iterations(0)
        .invocationsPerIteration(400)
        .addCustomScenario(scenario().before("dueFolded").thread("run").thread("dueFolded").build())
        .addCustomScenario(
            scenario()
                .before("dueFolded", "dueOneEach")
                .thread("run", "run")
                .thread("dueOneEach")
                .thread("run")
                .build())
        .addCustomScenario(
            scenario()
                .before("dueOneEach")
                .thread("run")
                .thread("dueFolded")
                .thread("cancel")
                .build())
        .check(Calls.class);
  }
}
