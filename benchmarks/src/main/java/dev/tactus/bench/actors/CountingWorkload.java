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
  private Finish finish = new Finish(0);
  private int toSend;
  private int counted;

  CountingWorkload(ActorContender<A> contender) {
    this.contender = contender;
    Handler<A> counting = (_, message) -> count(message);
    Handler<A> producing = (_, _) -> produce();
    counter = contender.spawn(() -> counting);
    producer = contender.spawn(() -> producing);
  }

  /// @param size how many messages
  @Override
  public long run(int size) throws InterruptedException {
    finish = new Finish(1);
    toSend = size;
    counted = 0;
    contender.tell(producer, Signal.START);
    finish.await();
    Finish.check("messages counted", size, counted);
    return size;
  }

  private void produce() {
    for (int i = 0; i < toSend; i++) {
      contender.tell(counter, Signal.TICK);
    }
    contender.tell(counter, Signal.DONE);
  }

  private void count(Object message) {
    if (message == Signal.TICK) {
      counted++;
    } else {
      finish.reached();
    }
  }
}
