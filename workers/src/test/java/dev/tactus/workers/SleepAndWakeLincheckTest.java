package dev.tactus.workers;

import dev.tactus.requirement.Requirement;
import dev.tactus.time.ManualClock;
import dev.tactus.time.Parker;
import dev.tactus.time.host.StackProbe;
import java.util.concurrent.atomic.AtomicInteger;
import org.jetbrains.lincheck.datastructures.ManagedStrategyGuaranteeKt;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Validate;
import org.jetbrains.lincheck.datastructures.verifier.EpsilonVerifier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// No wake-up is lost: under every interleaving of submitters and two workers that search, fall
/// asleep and are woken, what was submitted is run in the end, although nobody but a waker ends a
/// sleep.
@Requirement("W6")
final class SleepAndWakeLincheckTest {
  /// Thrown where a thread would park: the worker's operation ends there, and goes on when somebody
  /// has woken the worker.
  private static final class Parked extends RuntimeException {
    Parked() {
      super("parked", null, false, false);
    }
  }

  private static final class ModelParker implements Parker {
    @Override
    public boolean park(long nanos) {
      throw new Parked();
    }

    @Override
    public void unpark() {}
  }

  /// Two workers with the code of their loops, but no threads of their own.
  public abstract static class Calls {
    private static final int TURNS_MAX = 100;

    private final Crew crew;
    private final WorkerLoop[] loops = new WorkerLoop[2];
    private final boolean[] parked = new boolean[2];
    private final AtomicInteger submitted = new AtomicInteger();
    private final AtomicInteger executed = new AtomicInteger();

    Calls(long worthNanos, boolean isPatient) {
      crew =
          new Crew(
              PoolSettings.defaults()
                  .withWorkers(2)
                  .withQueues(QueueSettings.DEFAULT.withDequeCapacity(2))
                  .withIdle(new IdleSettings(1, 2, 0, worthNanos, worthNanos, 1_000))
                  .withHost(
                      new WorkerHost(
                          Thread::new, ModelParker::new, ManualClock.atZero(), () -> {})));
      for (int i = 0; i < 2; i++) {
        Patience patience = new Patience(crew.settings.idle());
        while (!isPatient && patience.rounds() > 0) {
          patience.waited(Long.MAX_VALUE, true);
        }
        loops[i] = new WorkerLoop(crew.worker(i), crew, patience, () -> {});
      }
    }

    /// A task from outside, that makes two others ready on the worker that runs it.
    @Operation
    public void submit() {
      int id = submitted.addAndGet(3);
      if (!crew.submit(null, new Family(id))) {
        throw new IllegalStateException("refused");
      }
    }

    private final class Family extends Task {
      private final int id;
      private @Nullable Worker runner;

      Family(int id) {
        this.id = id;
      }

      @Override
      protected boolean run() {
        executed.incrementAndGet();
        for (int i = 0; i < 2; i++) {
          crew.submit(runner, TestTask.once(id + i, executed::incrementAndGet));
        }
        return false;
      }
    }

    @Operation(nonParallelGroup = "worker 0")
    public void turn0() {
      turn(0);
    }

    @Operation(nonParallelGroup = "worker 1")
    public void turn1() {
      turn(1);
    }

    private void turn(int number) {
      Worker worker = crew.worker(number);
      if (worker.isAsleep()) {
        return;
      }
      try {
        Task task = next(number, worker);
        if (task instanceof Family family) {
          family.runner = worker;
        }
        if (task != null) {
          worker.run(task);
        }
      } catch (Parked e) {
        parked[number] = true;
      }
    }

    private @Nullable Task next(int number, Worker worker) {
      if (parked[number]) {
        parked[number] = false;
        return loops[number].searchOrSleep();
      }
      Task task = worker.next();
      return task != null ? task : loops[number].findWork();
    }

    @Validate
    public void check() {
      for (int i = 0; i < TURNS_MAX && crew.idle.sleeping() < 2; i++) {
        turn(i % 2);
      }
      if (crew.idle.sleeping() < 2 || crew.idle.searching() > 0) {
        throw new IllegalStateException("the workers do not come to rest");
      }
      if (executed.get() != submitted.get()) {
        throw new IllegalStateException(
            executed.get() + " of " + submitted.get() + " tasks were run before all fell asleep");
      }
    }
  }

  /// Whatever waits is worth a wake-up and a theft.
  public static final class Eager extends Calls {
    public Eager() {
      super(0, true);
    }
  }

  /// Nothing that waits at a worker is.
  public static final class Reluctant extends Calls {
    public Reluctant() {
      super(Long.MAX_VALUE / 1_000_000, true);
    }
  }

  /// Whoever has no work goes to sleep at once, and is patient only after it was woken.
  public static final class Impatient extends Calls {
    public Impatient() {
      super(0, false);
    }
  }

  private static ModelCheckingOptions modelChecking() {
    return new ModelCheckingOptions()
        .verifier(EpsilonVerifier.class)
        .addGuarantee(
            ManagedStrategyGuaranteeKt.forClasses(StackProbe.class.getName()).allMethods().ignore())
        .threads(3)
        .actorsPerThread(3)
        .actorsBefore(2)
        .actorsAfter(0)
        .iterations(10)
        .invocationsPerIteration(80);
  }

  @Test
  void submit_workersThatWakeForAnything_everythingIsRun() {
    modelChecking().check(Eager.class);
  }

  @Test
  void submit_workersThatWakeForNothingOfTheirOwn_everythingIsRun() {
    modelChecking().check(Reluctant.class);
  }

  @Test
  void submit_workersThatSleepAtOnce_everythingIsRun() {
    modelChecking().check(Impatient.class);
  }
}
