package dev.tactus.workers;

import dev.tactus.requirement.Requirement;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Validate;
import org.jetbrains.lincheck.datastructures.verifier.EpsilonVerifier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// The run-next slot under every interleaving of its owner and two thieves, or the shutdown: each
/// task comes out once. A thief may go without, so this is no matter of linearizability.
@Requirement({"W2", "W3", "W10"})
final class RunNextLincheckTest {
  /// What owner and thieves do, and what came of it.
  public abstract static class Books {
    private static final int TASKS_MAX = 32;

    private final Crew crew = new Crew(PoolSettings.defaults().withWorkers(1));
    private final Worker worker = crew.worker(0);
    private final WorkerLoop loop =
        new WorkerLoop(
            worker, crew, new Patience(crew.settings.idle()), this::takeWhatTheReportHasNot);
    private volatile boolean reported;
    private final AtomicInteger step = new AtomicInteger();
    private final AtomicInteger made = new AtomicInteger();
    private final AtomicIntegerArray taken = new AtomicIntegerArray(TASKS_MAX);

    final void endTurn() {
      begin();
      worker.announce();
      step.incrementAndGet();
      note(worker.takeNext());
    }

    final void goOnAfterAll() {
      begin();
      worker.announce();
      step.incrementAndGet();
      worker.takeBack();
      note(worker.takeNext());
    }

    final void goOn() {
      begin();
      note(worker.takeNext());
    }

    private void begin() {
      worker.takeBack();
      if (worker.tryPutNext(TestTask.idle(made.get()))) {
        made.getAndIncrement();
      }
    }

    final void endTurnAndRenew() {
      begin();
      worker.announce();
      step.incrementAndGet();
      worker.renewSlot();
      note(worker.takeNext());
    }

    final void steal() {
      note(worker.stealNext());
    }

    /// A turn that ends, then the next one unless the loop sees the stop, then its end.
    final void endTurnAndLoop() {
      begin();
      worker.announce();
      step.incrementAndGet();
      if (!crew.isStopped()) {
        note(worker.takeNext());
      }
      loop.end();
    }

    private void takeWhatTheReportHasNot() {
      if (reported) {
        takeAll();
      }
    }

    /// What [Shutdown] does that waits for no worker.
    final void shutDown() {
      crew.stop();
      reported = true;
      takeAll();
    }

    private void takeAll() {
      for (Task task = worker.takeOldest(); task != null; task = worker.takeOldest()) {
        note(task);
      }
    }

    private void note(@Nullable Task task) {
      if (task != null) {
        taken.incrementAndGet(((TestTask) task).id);
      }
    }

    final void balance() {
      note(worker.takeNext());
      balanceWithoutMore();
    }

    final void balanceWithoutMore() {
      for (int id = 0; id < made.get(); id++) {
        if (taken.get(id) != 1) {
          throw new IllegalStateException("task " + id + " came out " + taken.get(id) + " times");
        }
      }
    }
  }

  /// A few turns in a row need more changes of thread to go wrong than the model checker tries
  /// within a scenario of many operations; so this one has few. Turns that make a task ready, ended
  /// by an atomic step or not, and thefts meanwhile.
  public static final class Turns extends Books {
    @Operation(nonParallelGroup = "owner")
    public void turnWithAnEnd() {
      endTurn();
    }

    @Operation(nonParallelGroup = "owner")
    public void turnThatGoesOnAfterAll() {
      goOnAfterAll();
    }

    @Operation(nonParallelGroup = "owner")
    public void turnBeforeANewSlot() {
      endTurnAndRenew();
    }

    @Operation(nonParallelGroup = "owner")
    public void turnWithoutAnEnd() {
      goOn();
    }

    @Operation
    public void theft() {
      steal();
    }

    @Validate
    public void check() {
      balance();
    }
  }

  /// One turn that ends and one theft, so that the checker gets far with the changes of thread.
  public static final class OneTurn extends Books {
    @Operation(nonParallelGroup = "owner", runOnce = true)
    public void turnWithAnEnd() {
      endTurn();
    }

    @Operation(nonParallelGroup = "thief", runOnce = true)
    public void theft() {
      steal();
    }

    @Validate
    public void check() {
      balance();
    }
  }

  /// The same where the slot is made anew at the end of that turn.
  public static final class NewSlot extends Books {
    @Operation(nonParallelGroup = "owner", runOnce = true)
    public void turnBeforeANewSlot() {
      endTurnAndRenew();
    }

    @Operation(nonParallelGroup = "thief", runOnce = true)
    public void theft() {
      steal();
    }

    @Validate
    public void check() {
      balance();
    }
  }

  /// A shutdown that does not wait, while a worker is at the end of a turn.
  public static final class AtShutdown extends Books {
    @Operation(nonParallelGroup = "owner", runOnce = true)
    public void lastTurn() {
      endTurnAndLoop();
    }

    @Operation(nonParallelGroup = "closing", runOnce = true)
    public void report() {
      shutDown();
    }

    @Validate
    public void check() {
      balanceWithoutMore();
    }
  }

  @Test
  void slot_shutdownWhileItsOwnerIsBetweenTwoTurns_eachTaskComesOnce() {
    checkOneTurn(AtShutdown.class);
  }

  @Test
  void slot_ownerAndThiefInOneTurn_eachTaskComesOnce() {
    checkOneTurn(OneTurn.class);
  }

  @Test
  void slot_madeAnewWhileAThiefIsAbout_eachTaskComesOnce() {
    checkOneTurn(NewSlot.class);
  }

  private static void checkOneTurn(Class<?> calls) {
    new ModelCheckingOptions()
        .verifier(EpsilonVerifier.class)
        .threads(2)
        .actorsPerThread(1)
        .actorsBefore(0)
        .actorsAfter(0)
        .iterations(4)
        .invocationsPerIteration(3_000)
        .check(calls);
  }

  @Test
  void slot_ownerAndThievesUnderTheModelChecker_eachTaskComesOnce() {
    new ModelCheckingOptions()
        .verifier(EpsilonVerifier.class)
        .threads(3)
        .actorsPerThread(3)
        .actorsBefore(1)
        .actorsAfter(0)
        .iterations(20)
        .invocationsPerIteration(200)
        .checkObstructionFreedom(true)
        .check(Turns.class);
  }
}
