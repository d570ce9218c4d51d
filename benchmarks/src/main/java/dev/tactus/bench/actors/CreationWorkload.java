package dev.tactus.bench.actors;

import dev.tactus.bench.actors.contenders.ActorContender;
import dev.tactus.bench.actors.contenders.Handler;
import dev.tactus.bench.actors.contenders.Self;
import dev.tactus.bench.harness.HostTime;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Supplier;

/// An actor starts many, sends each one message, and each ends when it has got it. An operation is
/// an actor.
///
/// Hypothesis: an actor is two or three small objects; its name, its children and its watchers are
/// made when somebody asks for them.
///
/// The arrivals are counted by a striped counter that the workload's thread looks at every 0.2 ms,
/// since a message back for each would be another workload.
final class CreationWorkload<A> implements Workload {
  private static final long LOOK_NANOS = 200_000;
  private static final long TIMEOUT_NANOS = 60_000_000_000L;

  private final ActorContender<A> contender;
  private final A parent;
  private final LongAdder arrived = new LongAdder();
  private final Supplier<Handler<A>> child = () -> this::arrive;
  private int toStart;

  CreationWorkload(ActorContender<A> contender) {
    this.contender = contender;
    Handler<A> starting = (self, _) -> startAll(self);
    parent = contender.spawn(() -> starting);
  }

  /// @param size how many actors
  @Override
  public long run(int size) {
    arrived.reset();
    toStart = size;
    contender.tell(parent, Signal.START);
    long deadline = HostTime.nanos() + TIMEOUT_NANOS;
    while (arrived.sum() < size && HostTime.nanos() < deadline) {
      HostTime.sleepNanos(LOOK_NANOS);
    }
    Finish.check("actors that got their message", size, arrived.sum());
    return size;
  }

  private void startAll(Self<A> self) {
    for (int i = 0; i < toStart; i++) {
      contender.tell(self.spawn(child), Signal.TICK);
    }
  }

  private void arrive(Self<A> self, Object message) {
    if (message == Signal.TICK) {
      arrived.increment();
      self.end();
    }
  }
}
