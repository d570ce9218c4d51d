package dev.tactus.bench.actors;

import dev.tactus.bench.actors.contenders.ActorContender;
import dev.tactus.bench.actors.contenders.Handler;

/// One actor floods another, in a single turn. An operation is a message.
///
/// Hypothesis: the receiver stays behind the sender and takes whole batches; an exchange and one
/// small node a message, whoever else is there.
final class CountingWorkload<A> implements Workload {
  private final ActorContender<A> contender;
  private final A producer;
  private final A counter;
  private final Count count = new Count();
  private int toSend;

  CountingWorkload(ActorContender<A> contender) {
    this.contender = contender;
    Handler<A> counting = (_, _) -> count.next();
    Handler<A> producing = (_, _) -> produce();
    counter = contender.spawn(() -> counting);
    producer = contender.spawn(() -> producing);
  }

  /// @param size how many messages
  @Override
  public long run(int size) throws InterruptedException {
    count.expect(size);
    toSend = size;
    contender.tell(producer, Signal.START);
    count.await();
    return size;
  }

  private void produce() {
    ActorContender<A> runtime = contender;
    A receiver = counter;
    int messages = toSend;
    for (int i = 0; i < messages; i++) {
      runtime.tell(receiver, Signal.TICK);
    }
  }
}
