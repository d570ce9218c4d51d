package dev.tactus.workers;

import dev.tactus.error.ErrorCode;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;

/// Tasks without workers: each step runs a turn of any task that is ready, as the [Choices] say. So
/// every order of turns can happen that any number of workers could bring about, and many that they
/// would in a year.
///
/// Threads: one at a time.
public final class ChoosingPool implements TaskPool {
  private final String name;
  private final Choices choices;
  private final Failures failures;
  private final boolean choosesTurnLength;
  private final List<Task> ready = new ArrayList<>();
  private final List<Task> aside = new ArrayList<>();
  private final LongAdder turns = new LongAdder();
  private final LongAdder failed = new LongAdder();
  private boolean running;
  private int refusals;

  private ChoosingPool(
      String name, Choices choices, boolean choosesTurnLength, FailureHandler failures) {
    this.name = name;
    this.choices = choices;
    this.choosesTurnLength = choosesTurnLength;
    this.failures = new Failures(failures);
  }

  /// A pool that stands still.
  ///
  /// @param choosesTurnLength whether the length of each turn is a choice, too
  public static ChoosingPool of(
      String name, Choices choices, boolean choosesTurnLength, FailureHandler failures) {
    return new ChoosingPool(name, choices, choosesTurnLength, failures);
  }

  @Override
  public boolean trySubmit(Task task) {
    if (refusals > 0) {
      refusals--;
      return false;
    }
    assert task.enters() : task + " was submitted, but it is queued already";
    ready.add(task);
    return true;
  }

  /// Refuses the next submissions, as an executor does that is overloaded.
  ///
  /// @param count how many
  public void refuseNext(int count) {
    refusals = count;
  }

  /// How many tasks are ready.
  public int readyCount() {
    return ready.size();
  }

  /// Sets a ready task aside, so that it is not chosen until [#bringBack()].
  ///
  /// @param index which, from 0; the one that is ready longest is 0
  public void setAside(int index) {
    aside.add(ready.remove(index));
  }

  /// Makes the tasks ready again that were set aside.
  public void bringBack() {
    ready.addAll(aside);
    aside.clear();
  }

  /// Runs one turn of a task that the choices name. The plain choice is the one that is ready
  /// longest.
  ///
  /// @return false when none is ready
  public boolean step() {
    if (running) {
      throw new IllegalStateException(
          ErrorCode.STEPPED_FROM_WITHIN.mark(
              "A task of the pool '"
                  + name
                  + "' tried to step it from within; step it from outside."));
    }
    if (ready.isEmpty()) {
      return false;
    }
    Task task = ready.remove(ready.size() == 1 ? 0 : choices.choose(ready.size()));
    assert task.leaves() : task + " runs, but it waited nowhere";
    turns.increment();
    running = true;
    boolean again = false;
    try {
      again = task.run();
    } catch (Throwable e) {
      failed.increment();
      failures.report(task, e);
    } finally {
      running = false;
    }
    if (again && !trySubmit(task) && failures.isRefusalThrown(task)) {
      failed.increment();
    }
    return true;
  }

  @Override
  public int turnLength(int throughput) {
    return choosesTurnLength ? 1 + choices.choose(throughput) : throughput;
  }

  @Override
  public PoolSnapshot snapshot() {
    WorkerSnapshot all = WorkerSnapshot.outside(turns.sum(), failed.sum());
    return new PoolSnapshot(name, List.of(all), ready.size(), 0, 0, ReadyLatency.NONE, 0);
  }
}
