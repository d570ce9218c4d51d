package dev.tactus.workers;

import dev.tactus.error.ErrorCode;
import dev.tactus.time.ClockKind;
import dev.tactus.time.ManualClock;
import java.util.List;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/// The same workers without threads: a program moves them, one turn of one worker at a time, and a
/// seed decides which. The same seed and the same tasks give the same order of turns, on any
/// machine.
///
/// Nothing is left out but the threads: the queues, the order of tasks, the batches and the thefts
/// are those of a [WorkerPool]. A worker here steals whatever it finds, since no time passes that
/// could be weighed.
///
/// Threads: one at a time.
public final class SteppedPool implements TaskPool {
  private final Crew crew;
  private final SplittableRandom random;
  private @Nullable Worker stepping;

  private SteppedPool(PoolSettings settings) {
    IdleSettings idle = settings.idle().withStealWorthNanos(0);
    this.crew = new Crew(settings.withIdle(idle).withHost(deterministic(settings.host())));
    this.random = new SplittableRandom(settings.seed());
  }

  /// Without the clock of the machine: what a turn takes here must not decide anything.
  private static WorkerHost deterministic(WorkerHost host) {
    return host.clock().kind() == ClockKind.DETERMINISTIC
        ? host
        : host.withClock(ManualClock.atZero());
  }

  /// A pool whose workers stand still.
  public static SteppedPool of(PoolSettings settings) {
    return new SteppedPool(settings);
  }

  @Override
  public boolean trySubmit(Task task) {
    return crew.submit(stepping, task);
  }

  @Override
  public PoolSnapshot snapshot() {
    return PoolSnapshot.of(crew);
  }

  /// Lets a worker that the seed chooses run one turn, or the next one that finds a task.
  ///
  /// @return false when no worker finds any
  public boolean step() {
    int first = random.nextInt(crew.size());
    for (int i = 0; i < crew.size(); i++) {
      if (stepWorker((first + i) % crew.size())) {
        return true;
      }
    }
    return false;
  }

  /// Lets one worker find a task and run one turn of it.
  ///
  /// @param number which worker, from 0
  /// @return false when it finds none
  public boolean stepWorker(int number) {
    if (stepping != null) {
      throw new IllegalStateException(
          ErrorCode.STEPPED_FROM_WITHIN.mark(
              "A task of the pool '"
                  + crew.settings.name()
                  + "' tried to step the pool from within its turn; step it from outside."));
    }
    Worker worker = crew.worker(number);
    Task task = worker.next();
    if (task == null) {
      task = worker.thief.search(false);
    }
    if (task == null) {
      return false;
    }
    stepping = worker;
    try {
      worker.run(task);
    } finally {
      stepping = null;
    }
    return true;
  }

  /// Steps until no worker finds a task.
  ///
  /// @param turnsMax how many turns at most
  /// @return how many turns it took
  public long runUntilIdle(long turnsMax) {
    long turns = 0;
    while (turns < turnsMax && step()) {
      turns++;
    }
    return turns;
  }

  /// Refuses whatever is submitted from now on, and gives back what has not run.
  public ShutdownReport shutdown() {
    crew.close(() -> {});
    crew.stop();
    for (int i = 0; i < crew.seats(); i++) {
      crew.worker(i).takeBack(); // the next turn, which would, does not come
      crew.worker(i).rescue();
    }
    return new ShutdownReport(crew.takeAll(), List.of());
  }
}
