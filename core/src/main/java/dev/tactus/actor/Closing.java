package dev.tactus.actor;

import dev.tactus.actor.shutdown.Phase;
import dev.tactus.actor.shutdown.ShutdownSummary;
import dev.tactus.dispatch.Dispatcher;
import dev.tactus.dispatch.Occupant;
import dev.tactus.error.ErrorCode;
import dev.tactus.mailbox.inbox.Mailbox;
import dev.tactus.scheduler.CloseReport;
import dev.tactus.workers.ChoosingPool;
import dev.tactus.workers.PumpPool;
import dev.tactus.workers.SteppedPool;
import dev.tactus.workers.TaskPool;
import dev.tactus.workers.WorkerPool;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The end of a system.
///
/// An interrupt of the thread that closes shortens nothing, since actors would be left behind for
/// it that need a moment to end. It is remembered, and the thread is interrupted at the end.
///
/// Threads: any but those of the system.
final class Closing {
  private static final Logger LOG = LoggerFactory.getLogger(ActorSystem.class);
  private static final int FORCED_SHOWN_MAX = 100;

  /// More than any orderly end takes: a task that submits itself again must not hold it up.
  private static final int LAST_TURNS_MAX = 1_000_000;

  /// As many turns in which no actor ends are no orderly end either.
  private static final int TURNS_WITHOUT_AN_END_MAX = 2_000_000;

  private static final int LOOK_TURNS = 1_000;

  /// How long to wait for others before looking again for what this thread has to move.
  private static final long LOOK_NANOS = 1_000_000;

  private final ActorSystem system;
  private @Nullable SystemReport report;
  private boolean isInterrupted;

  Closing(ActorSystem system) {
    this.system = system;
  }

  SystemReport shutdown() {
    requireOutside(); // before the lock: who holds it waits for this actor
    system.overdue().leave(); // and for what is overdue
    return shutdownOnce();
  }

  private synchronized SystemReport shutdownOnce() {
    if (report != null) {
      return report;
    }
    rememberInterrupt();
    try {
      return close();
    } finally {
      if (isInterrupted) {
        isInterrupted = false;
        Thread.currentThread().interrupt();
      }
    }
  }

  private void rememberInterrupt() {
    isInterrupted |= Thread.interrupted();
  }

  /// Ends all parts and keeps the report, whatever on-close tasks of the scheduler throw.
  private SystemReport close() {
    long begin = system.nowNanos();
    long timeout = nanos(system.settings().closeTimeout());
    long phasesTimeout = phasesNanos(timeout);
    CompletableFuture<ShutdownSummary> phases = system.coordinatedShutdown().run();
    boolean isActorsTurn =
        await(CompletableFuture.anyOf(system.whenUserStops(), phases), phasesTimeout);
    system.user().enqueueSystem(new CellMessage.Stop());
    boolean isOver = await(system.whenUserEnded(), timeout);
    if (isActorsTurn && isOver) {
      boolean unused = await(phases, phasesTimeout);
    } // those that take longer go on, and end with the scheduler
    List<ActorPath> forced = isOver ? List.of() : remaining(system.user());
    system.root().enqueueSystem(new CellMessage.Stop());
    if (isOver) {
      isOver = await(system.whenEnded(), timeout);
      forced = isOver ? List.of() : remaining(system.root());
    }
    try {
      CloseReport unused = system.scheduler().shutdown();
    } finally { // an error of the virtual machine in one of its tasks is thrown on when all is over
      report = closeTheRest(begin, timeout, phases, forced);
    }
    return report;
  }

  /// Ends what is left when the scheduler is closed.
  private SystemReport closeTheRest(
      long begin, long timeout, CompletableFuture<ShutdownSummary> phases, List<ActorPath> forced) {
    moveWhatWasDelivered();
    rememberInterrupt(); // which would end the wait for the turns of a pool
    system.dispatchers().close();
    // What ends now ends before the report.
    boolean unused = await(system.overdue().whenIdle(), timeout);
    Duration took = Duration.ofNanos(system.nowNanos() - begin);
    if (!forced.isEmpty()) {
      LOG.warn(
          "The system {} was closed while {} had not ended within {}",
          system.name(),
          forced,
          system.settings().closeTimeout());
    }
    Optional<ShutdownSummary> summary =
        phases.isDone() ? Optional.of(phases.join()) : Optional.empty();
    CloseReport timers = system.scheduler().shutdown(); // the report of the first call
    return new SystemReport(took, summary, forced, timers, system.deadLetters());
  }

  /// How long to wait for phases: as long as they take by their own timeouts, and some more, so
  /// that each is ended by its own. Who waits for no actor waits for no phase either.
  private long phasesNanos(long timeout) {
    if (timeout == 0) {
      return 0;
    }
    long sum = timeout;
    for (Phase phase : system.settings().phases()) {
      long one = nanos(phase.timeout());
      sum = sum > Long.MAX_VALUE - one ? Long.MAX_VALUE : sum + one;
    }
    return sum;
  }

  /// As nanoseconds, or as many as there are.
  private static long nanos(Duration duration) {
    return TimeUnit.NANOSECONDS.convert(duration);
  }

  private void requireOutside() {
    if (isWithin()) {
      throw new IllegalStateException(
          ErrorCode.SYSTEM_CLOSED_FROM_WITHIN.mark(
              "The system '"
                  + system.name()
                  + "' was to be closed by one of its own actors or tasks, on "
                  + Mailbox.nameOf(Thread.currentThread())
                  + ", which would wait for itself. Close it from another thread, for example"
                  + " with CompletableFuture.runAsync(system::close)."));
    }
  }

  /// Whether the current thread is a worker, runs an actor on any other dispatcher, ticks, starts
  /// tasks of a phase, or closes the system already.
  private boolean isWithin() {
    if (Thread.holdsLock(this)
        || system.scheduler().isTickingThread()
        || system.coordinatedShutdown().isStartingTasks()
        || system.root().isInTurn()) {
      return true;
    }
    for (Dispatcher dispatcher : system.dispatchers().started()) {
      if (dispatcher.pool() instanceof WorkerPool pool && pool.isWorkerThread()) {
        return true;
      }
    }
    boolean[] found = new boolean[1];
    walk(
        view -> {
          found[0] = ((ActorCell<?>) view.ref()).isInTurn();
          return !found[0];
        });
    return found[0];
  }

  /// The actors from here on that have not ended, those that wait for no child of their own.
  private static List<ActorPath> remaining(ActorCell<?> top) {
    List<ActorPath> found = new ArrayList<>();
    Deque<ActorCell<?>> open = new ArrayDeque<>(); // not a recursion: a chain may be of any length
    open.add(top);
    while (!open.isEmpty() && found.size() < FORCED_SHOWN_MAX) {
      ActorCell<?> cell = open.removeLast();
      Annex annex = cell.annexIfAny();
      List<ActorCell<?>> children = new ArrayList<>();
      if (annex != null) {
        children.addAll(annex.children.all());
        children.removeIf(child -> child.phase() == Occupant.Phase.CLOSED);
      }
      if (children.isEmpty()) {
        found.add(cell.path());
      }
      open.addAll(children);
    }
    return found;
  }

  /// Waits for an end, and runs the turns meanwhile that nobody else runs. What others do brings
  /// more of them, so both go on in turns.
  ///
  /// @param timeout in nanoseconds
  private boolean await(CompletableFuture<?> end, long timeout) {
    long begin = system.nowNanos();
    long waited = 0; // virtual time does not tell
    while (true) {
      boolean goesOn = move(end, begin, timeout);
      long left = timeout - Math.max(waited, system.nowNanos() - begin);
      long wait = Math.max(0, canMove() ? Math.min(left, LOOK_NANOS) : left);
      if (isOver(end, wait)) {
        return true;
      }
      waited += wait;
      if (!goesOn || left <= wait) {
        return false;
      }
    }
  }

  /// Waits for an end. An interrupt lets the wait begin anew.
  private boolean isOver(CompletableFuture<?> end, long nanos) {
    while (true) {
      try {
        Object unused = end.get(nanos, TimeUnit.NANOSECONDS);
        return true;
      } catch (TimeoutException e) {
        return false;
      } catch (InterruptedException e) {
        isInterrupted = true;
      } catch (ExecutionException e) {
        throw new IllegalStateException("the end of a system cannot fail", e);
      }
    }
  }

  /// Runs the turns that nobody else runs.
  ///
  /// @return false when they go on for ever, as far as one can tell
  private boolean move(CompletableFuture<?> end, long begin, long timeout) {
    long actors = Long.MAX_VALUE;
    int turns = 0;
    while (!end.isDone() && moveOnce()) {
      turns++;
      if (timeout > 0 && turns % LOOK_TURNS == 0 && system.nowNanos() - begin > timeout) {
        return true;
      }
      if (turns == TURNS_WITHOUT_AN_END_MAX) {
        long left = countActors();
        if (left >= actors && (timeout == 0 || system.nowNanos() == begin)) {
          return false; // and no time will end it
        }
        actors = left;
        turns = 0;
      }
    }
    return true;
  }

  private long countActors() {
    long[] count = new long[1];
    walk(
        view -> {
          count[0]++;
          return true;
        });
    return count[0];
  }

  /// Goes to the actors one by one, as long as it is told to go on.
  private void walk(Predicate<ActorView> goesOn) {
    Optional<ActorTree.Position> unused = system.tree().walk(system.tree().start(), goesOn);
  }

  /// Whether there is a pool that nobody else moves.
  private boolean canMove() {
    return system.dispatchers().started().stream()
        .anyMatch(dispatcher -> isMovedByCaller(dispatcher.pool()));
  }

  /// Whether a pool runs turns only when somebody calls it to.
  static boolean isMovedByCaller(TaskPool pool) {
    return pool instanceof SteppedPool || pool instanceof ChoosingPool || pool instanceof PumpPool;
  }

  /// The same for what was due at the close and went to a dispatcher, and for what was told that it
  /// will never be due.
  private void moveWhatWasDelivered() {
    int turns = 0;
    while (turns < LAST_TURNS_MAX && moveOnce()) {
      turns++;
    }
  }

  private boolean moveOnce() {
    boolean isMoving = false;
    for (Dispatcher dispatcher : system.dispatchers().started()) {
      isMoving |=
          switch (dispatcher.pool()) {
            case SteppedPool stepped -> stepped.step();
            case ChoosingPool choosing -> choosing.step();
            case PumpPool pump -> pump.runOne();
            default -> false;
          };
    }
    return isMoving;
  }
}
