package dev.tactus.console.browser;

import dev.tactus.observe.Page;
import dev.tactus.process.Pid;
import dev.tactus.process.ProcessInfo;
import dev.tactus.process.ProcessState;
import dev.tactus.scheduler.ExecutionMode;
import dev.tactus.scheduler.Priority;
import dev.tactus.scheduler.SchedulerDump.PeriodicJob;
import dev.tactus.scheduler.TimerState;
import java.util.List;
import java.util.function.LongFunction;
import java.util.stream.LongStream;

/// The periodic timers and the processes of the staged shop.
final class StagedJobs {
  static final int SIZE = 260;

  private static final int PROCESSES = 12_400;
  private static final List<String> PROGRAMS =
      List.of("OrderSaga", "RefundSaga", "Delivery", "Interpreter");

  private StagedJobs() {}

  static Page<PeriodicJob> periodic(String after, int max, long step) {
    return page(after, max, SIZE, number -> job(number, step));
  }

  static Page<ProcessInfo> processes(String after, int max, long step) {
    return page(after, max, PROCESSES, number -> process(number, step));
  }

  private static <T> Page<T> page(String after, int max, int size, LongFunction<T> make) {
    long from = after.isEmpty() ? 0 : Long.parseLong(after);
    long to = Math.min(size, from + max);
    List<T> items = LongStream.range(from, to).mapToObj(make).toList();
    return new Page<>(items, to < size ? String.valueOf(to) : "");
  }

  private static PeriodicJob job(long number, long step) {
    boolean isSlow = number % 9 == 4;
    return new PeriodicJob(
        1_000 + 7 * number,
        number % 3 == 0 ? ExecutionMode.FIXED_DELAY : ExecutionMode.FIXED_RATE,
        List.of(100_000_000L, 1_000_000_000L, 5_000_000_000L, 60_000_000_000L)
            .get((int) (number % 4)),
        number % 17 == 3 ? TimerState.EXECUTING : TimerState.SCHEDULED,
        isSlow ? 1 + step % 4 : 0,
        (93_784 + step) * StagedFigures.SECOND - 40_000_000 * (number % 20),
        number % 5 == 0 ? Priority.HIGH : Priority.NORMAL,
        number % 2 == 0 ? "default" : "blocking");
  }

  private static ProcessInfo process(long number, long step) {
    ProcessState state =
        switch ((int) ((number + step / 3) % 9)) {
          case 0 -> ProcessState.READY;
          case 1 -> ProcessState.RUNNING;
          case 2, 3 -> ProcessState.IDLE;
          default -> ProcessState.BLOCKED;
        };
    return new ProcessInfo(
        new Pid(75_601 + number),
        PROGRAMS.get((int) (number % PROGRAMS.size())),
        state,
        12 + number % 40 + step,
        93_000 * StagedFigures.SECOND,
        (int) (number % 4));
  }
}
