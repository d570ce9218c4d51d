package dev.tactus.dispatch;

import dev.tactus.workers.TaskPool;
import dev.tactus.workers.WorkerPool;
import org.jspecify.annotations.Nullable;

/// What each message reads of a [Dispatcher], apart from everything else.
final class DispatcherLines {
  private DispatcherLines() {}

  abstract static class Hot extends Apart {
    final TaskPool pool;

    /// The same pool if it is one of ours, so that nobody has to look what it is.
    final @Nullable WorkerPool workers;

    final @Nullable StarvationWatch starvation;

    Hot(TaskPool pool, @Nullable StarvationWatch starvation) {
      this.pool = pool;
      this.workers = pool instanceof WorkerPool ours ? ours : null;
      this.starvation = starvation;
    }
  }

  abstract static class After extends Hot {
    @SuppressWarnings("unused")
    private long p10, p11, p12, p13, p14, p15, p16, p17, p18, p19, p1a, p1b, p1c, p1d, p1e;

    After(TaskPool pool, @Nullable StarvationWatch starvation) {
      super(pool, starvation);
    }
  }
}
