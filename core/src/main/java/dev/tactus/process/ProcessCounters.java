package dev.tactus.process;

import dev.tactus.workers.PoolSnapshot;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;

/// Counts what happens to processes, and what is the rule is not counted but worked out: how many
/// were started and done follows from the numbers given and from the exceptions. Steps are counted
/// by each process itself and added here when it ends. So a step touches nothing that others touch,
/// and the end of a process one counter.
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

  /// Counts an end.
  ///
  /// @param hadStarted whether its `init` had returned
  void ended(ProcessTask task, ExitReason reason, boolean hadStarted) {
    stepsOfEnded.add(task.stepsMade());
    if (!hadStarted) {
      unstarted.increment();
    } else if (reason instanceof ExitReason.Crashed) {
      crashed.increment();
    } else if (!reason.isNormal()) {
      terminated.increment();
    }
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
    long queued = 0;
    long alive = 0;
    for (ProcessTask task : table.all()) {
      byState.merge(task.state(), 1L, Long::sum);
      steps += task.stepsMade();
      queued += task.queued();
      alive++;
    }
    long started = table.numbered() - unstarted.sum();
    long failed = crashed.sum();
    long evicted = terminated.sum();
    return new ProcessStats(
        started,
        alive,
        Math.max(0, started - table.size() - failed - evicted),
        failed,
        evicted,
        startsFailed.sum(),
        startsRefused.sum(),
        steps,
        messagesLost.sum(),
        answersRefused.sum(),
        Collections.unmodifiableMap(byState),
        queued,
        pool.executed(),
        pool.stolen(),
        pool.waiting());
  }
}
