package dev.tactus.bench.timers.contenders;

import io.netty.util.Timeout;
import io.netty.util.TimerTask;

/// What a timer runs.
///
/// It is a task in the eyes of Netty too, which otherwise would need a wrapper for each timer.
/// Threads: the contender's one timer thread.
public abstract class FiringTask implements Runnable, TimerTask {
  @Override
  public final void run(Timeout timeout) {
    run();
  }

  /// A task that is never meant to run.
  public static FiringTask never() {
    return new FiringTask() {
      @Override
      public void run() {
        throw new IllegalStateException(
            "a far timer fired: the workload took longer than its shortest far delay");
      }
    };
  }
}
