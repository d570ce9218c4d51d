package dev.tactus.process;

import dev.tactus.workers.PoolSnapshot;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;

/// Counts what happens to processes, and what is the rule is not counted but worked out: how many
/// were started and done follows from the numbers given and from the exceptions. Steps are counted
/// by each process itself and added here when it ends. So a step touches nothing that others touch,
/// and the end of a process one counter.
///
/// ## Why nothing runs backwards
///
/// Who looks reads one figure after another while processes start and end. What is worked out of
/// them may then be too small, and never too large, because of two orders.
///
/// | an end | a look |
/// |---|---|
/// | 1. how it ended is counted | 1. the steps of those that ended |
/// | 2. it leaves the table | 2. the numbers given |
/// | 3. its steps are added | 3. the places taken |
/// | 4. its place is given back | 4. the processes in the table |
/// | | 5. how those ended that have ended |
///
/// So a process whose steps were read as those of an ended one is not met in the table again; and
/// one that has no place any more has been counted, if it was never started, has crashed or was
/// terminated. What was told once and is more than what a look finds is told again.
///
/// Threads: any.
final class ProcessCounters {
  final LongAdder startsFailed = new LongAdder();
  final LongAdder startsRefused = new LongAdder();
  private final LongAdder unstarted = new LongAdder();
  private final LongAdder crashed = new LongAdder();
  private final LongAdder terminated = new LongAdder();
  private final LongAdder stepsOfEnded = new LongAdder();
  private final LongAdder messagesLost = new LongAdder();
  private final LongAdder answersRefused = new LongAdder();

  // The most that was told.
  private final AtomicLong startedMost = new AtomicLong();
  private final AtomicLong doneMost = new AtomicLong();
  private final AtomicLong stepsMost = new AtomicLong();

  /// Counts an end, and takes the process out of the table.
  ///
  /// @param hadStarted whether its `init` had returned
  void ended(ProcessTable table, ProcessTask task, ExitReason reason, boolean hadStarted) {
    if (!hadStarted) {
      unstarted.increment();
    } else if (reason instanceof ExitReason.Crashed) {
      crashed.increment();
    } else if (!reason.isNormal()) {
      terminated.increment();
    }
    table.remove(task);
    stepsOfEnded.add(task.stepsMade());
    table.givePlaceBack();
  }

  void count(ProcessWarning warning) {
    if (warning instanceof ProcessWarning.MessagesLost lost) {
      messagesLost.add(lost.count());
    } else if (warning instanceof ProcessWarning.UnknownTag
        || warning instanceof ProcessWarning.AnsweredTwice) {
      answersRefused.increment();
    }
  }

  /// All figures. It looks at each process.
  ProcessStats stats(ProcessTable table, PoolSnapshot pool) {
    Map<ProcessState, Long> byState = new EnumMap<>(ProcessState.class);
    for (ProcessState state : ProcessState.values()) {
      byState.put(state, 0L);
    }
    long steps = stepsOfEnded.sum();
    long numbered = table.numbered();
    long places = table.size();
    long queued = 0;
    long alive = 0;
    long running = 0;
    for (ProcessTask task : table.all()) {
      byState.merge(task.state(), 1L, Long::sum);
      steps += task.stepsMade();
      queued += task.queued();
      alive++;
      if (task.hasStarted()) {
        running++;
      }
    }
    long ended = numbered - places - unstarted.sum();
    long failed = crashed.sum();
    long evicted = terminated.sum();
    return new ProcessStats(
        startedMost.accumulateAndGet(ended + running, Math::max),
        alive,
        doneMost.accumulateAndGet(ended - failed - evicted, Math::max),
        failed,
        evicted,
        startsFailed.sum(),
        startsRefused.sum(),
        stepsMost.accumulateAndGet(steps, Math::max),
        messagesLost.sum(),
        answersRefused.sum(),
        Collections.unmodifiableMap(byState),
        queued,
        pool.executed(),
        pool.stolen(),
        pool.waiting());
  }
}
