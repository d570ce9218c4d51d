package dev.tactus.bench.actors.contenders;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinTask;
import java.util.function.Supplier;
import org.jctools.queues.varhandle.unpadded.MpscLinkedVarHandleUnpaddedQueue;

/// An actor of the contender written by hand: a queue, a flag that says whether it is in the pool,
/// and a task that is handed to the pool again and again.
final class ByHandActor extends ForkJoinTask<Void> implements Self<ByHandActor> {
  private static final int BATCH_MAX = 64;
  private static final VarHandle SCHEDULED;

  static {
    try {
      SCHEDULED =
          MethodHandles.lookup().findVarHandle(ByHandActor.class, "scheduled", boolean.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private final transient ForkJoinPool pool;
  private final transient Handler<ByHandActor> handler;
  private final transient MpscLinkedVarHandleUnpaddedQueue<Object> queue =
      new MpscLinkedVarHandleUnpaddedQueue<>();

  private volatile boolean scheduled;
  private boolean stopped;

  ByHandActor(ForkJoinPool pool, Handler<ByHandActor> handler) {
    this.pool = pool;
    this.handler = handler;
  }

  void tell(Object message) {
    queue.offer(message);
    scheduleIfIdle();
  }

  private void scheduleIfIdle() {
    if (!scheduled && SCHEDULED.compareAndSet(this, false, true)) {
      schedule();
    }
  }

  private void schedule() {
    if (getPool() == pool) {
      fork();
    } else {
      pool.execute(this);
    }
  }

  /// Never completes, so that it may be forked again.
  @Override
  protected boolean exec() {
    for (int i = 0; i < BATCH_MAX && !stopped; i++) {
      Object message = queue.relaxedPoll();
      if (message == null) {
        break;
      }
      handler.receive(this, message);
    }
    scheduled = false; // volatile: before the look, so that a message that comes now is not missed
    if (!stopped && !queue.isEmpty()) {
      scheduleIfIdle();
    }
    return false;
  }

  @Override
  public ByHandActor address() {
    return this;
  }

  @Override
  public ByHandActor spawn(Supplier<Handler<ByHandActor>> child) {
    return new ByHandActor(pool, child.get());
  }

  @Override
  public void end() {
    stopped = true;
  }

  @Override
  @SuppressWarnings("NullAway") // a task without a result
  public Void getRawResult() {
    return null;
  }

  @Override
  protected void setRawResult(Void value) {}
}
