package dev.tactus.pekko;

import java.util.concurrent.BlockingQueue;
import org.apache.pekko.actor.AbstractActor;
import org.apache.pekko.actor.Props;

/// Puts every message into a queue of the test's.
final class Collecting extends AbstractActor {
  private final BlockingQueue<Object> received;

  private Collecting(BlockingQueue<Object> received) {
    this.received = received;
  }

  static Props into(BlockingQueue<Object> received) {
    return Props.create(Collecting.class, () -> new Collecting(received));
  }

  @Override
  public Receive createReceive() {
    return receiveBuilder().matchAny(received::add).build();
  }
}
