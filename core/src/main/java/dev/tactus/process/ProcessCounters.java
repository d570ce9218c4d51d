package dev.tactus.process;

import dev.tactus.workers.PoolSnapshot;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;

/// Counts what happens to processes. Steps are counted by each process itself and added here when
/// it ends, so that a step touches nothing that others touch.
///
/// Threads: any.
final class ProcessCounters {
  final LongAdder started = new LongAdder();
  final LongAdder startsFailed = new LongAdder();
  final LongAdder startsRefused = new LongAdder();
  private final LongAdder done = new LongAdder();
  private final LongAdder crashed = new LongAdder();
  private final LongAdder terminated = new LongAdder();
  private final LongAdder stepsOfEnded = new LongAdder();
  private final LongAdder messagesLost = new LongAdder();
  private final LongAdder answersRefused = new LongAdder();

  void ended(ProcessTask task, ExitReason reason) {
    stepsOfEnded.add(task.stepsMade());
    LongAdder kind =
        switch (reason) {
          case ExitReason.Done ignored -> done;
          case ExitReason.Crashed ignored -> crashed;
          case ExitReason.Terminated ignored -> terminated;
          case ExitReason.LinkBroken ignored -> terminated;
          case ExitReason.NoProcess ignored -> terminated;
        };
    kind.increment();
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
    return new ProcessStats(
        started.sum(),
        alive,
        done.sum(),
        crashed.sum(),
        terminated.sum(),
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
