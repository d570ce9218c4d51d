package dev.tactus.actor.shutdown;

import dev.tactus.actor.shutdown.ShutdownSummary.PhaseSummary;
import dev.tactus.error.ErrorCode;
import dev.tactus.scheduler.DelayProvider;
import dev.tactus.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Ends a system phase by phase. The tasks of a phase are started together, and the next phase
/// begins when all of them have ended, or their time is over.
///
/// Threads: any, for every method.
public final class CoordinatedShutdown {
  /// A task that was added, and can be taken out again.
  @FunctionalInterface
  public interface Registration {
    /// Takes the task out; nothing happens when its phase has begun.
    void remove();
  }

  private final List<Phase> order;
  private final Clock clock;
  private final DelayProvider delays;
  private final Executor executor;
  private final Map<String, List<PhaseTask>> tasks = new LinkedHashMap<>();
  private final List<PhaseSummary> summaries = new ArrayList<>();
  private final CompletableFuture<ShutdownSummary> end = new CompletableFuture<>();
  private boolean started;

  /// Who starts the tasks of a phase at the moment; null for nobody.
  private volatile @Nullable Thread starting;

  private CoordinatedShutdown(
      List<Phase> order, Clock clock, DelayProvider delays, Executor executor) {
    this.order = order;
    this.clock = clock;
    this.delays = delays;
    this.executor = executor;
    for (Phase phase : order) {
      tasks.put(phase.name(), new ArrayList<>());
    }
  }

  /// A shutdown of these phases.
  ///
  /// @param clock measures the phases
  /// @param delays limits them
  /// @param executor where a phase goes on whose time is over
  public static CoordinatedShutdown of(
      List<Phase> phases, Clock clock, DelayProvider delays, Executor executor) {
    return new CoordinatedShutdown(Phase.ordered(phases), clock, delays, executor);
  }

  /// The phases, in the order in which they run.
  public List<String> phases() {
    return order.stream().map(Phase::name).toList();
  }

  /// Adds a task to a phase.
  ///
  /// @param name for the summary
  /// @param task called when the phase begins; what it gives has to end in the time of the phase.
  ///   It must not block
  /// @throws IllegalArgumentException when there is no such phase
  /// @throws IllegalStateException when that phase has begun
  public synchronized Registration addTask(
      String phase, String name, Supplier<? extends CompletionStage<?>> task) {
    if (!phases().contains(phase)) {
      throw new IllegalArgumentException(
          ErrorCode.SHUTDOWN_PHASE.mark(
              "The task '"
                  + name
                  + "' is for the phase '"
                  + phase
                  + "'. Known are "
                  + phases()
                  + "."));
    }
    List<PhaseTask> list = tasks.get(phase);
    if (list == null) {
      throw new IllegalStateException(
          ErrorCode.SHUTDOWN_PHASE.mark(
              "The task '"
                  + name
                  + "' comes too late: the phase '"
                  + phase
                  + "' has begun. Add it to a later one."));
    }
    PhaseTask added = new PhaseTask(name, task);
    list.add(added);
    return () -> remove(list, added);
  }

  private synchronized void remove(List<PhaseTask> list, PhaseTask task) {
    list.remove(task);
  }

  /// Begins, unless it has begun.
  ///
  /// @return completes when the last phase is over; never fails
  public CompletableFuture<ShutdownSummary> run() {
    boolean isFirst;
    synchronized (this) {
      isFirst = !started;
      started = true;
    }
    if (isFirst) {
      runFrom(0, false);
    }
    return end.copy();
  }

  /// Whether it has begun.
  public synchronized boolean isRunning() {
    return started;
  }

  /// Whether the current thread is in a task that it has to start, so that it must not wait for the
  /// end.
  public boolean isStartingTasks() {
    return starting == Thread.currentThread();
  }

  private void runFrom(int first, boolean isAborted) {
    int index = first;
    boolean aborted = isAborted;
    while (index < order.size()) {
      Phase phase = order.get(index);
      List<PhaseTask> list = take(phase);
      index++;
      if (aborted || list.isEmpty()) {
        summaries.add(new PhaseSummary(phase.name(), aborted, Duration.ZERO, List.of()));
        continue;
      }
      PhaseRun run = new PhaseRun(phase, list, clock);
      starting = Thread.currentThread();
      CompletableFuture<PhaseSummary> over = run.start(delays, executor);
      starting = null; // before another thread, which ends this phase, starts the next
      if (!over.isDone()) {
        int next = index;
        over.thenAccept(summary -> runFrom(next, isFatal(phase, keep(summary))));
        return;
      }
      aborted = isFatal(phase, keep(over.join()));
    }
    end.complete(new ShutdownSummary(summaries));
  }

  private PhaseSummary keep(PhaseSummary summary) {
    summaries.add(summary);
    return summary;
  }

  private static boolean isFatal(Phase phase, PhaseSummary summary) {
    return phase.abortsOnFailure() && !summary.isClean();
  }

  private synchronized List<PhaseTask> take(Phase phase) {
    List<PhaseTask> list = tasks.remove(phase.name());
    return list == null ? List.of() : List.copyOf(list);
  }
}
