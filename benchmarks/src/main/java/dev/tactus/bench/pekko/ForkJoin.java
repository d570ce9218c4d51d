package dev.tactus.bench.pekko;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.pekko.actor.AbstractActor;
import org.apache.pekko.actor.ActorRef;
import org.apache.pekko.actor.ActorSystem;
import org.apache.pekko.actor.Props;

/// Throughput of mailboxes that are filled from outside: one thread sends to many actors in turn.
///
/// Hypothesis: a queue without a lock and few wake-ups; the sender is not slowed down by those who
/// receive.
final class ForkJoin implements ActorProgram {
  static final String METRIC = "fork-join";
  static final int ACTORS = 60;

  private static final int EACH = 8_000;

  @Override
  public String metric() {
    return METRIC;
  }

  @Override
  public long start(ActorSystem system, CountDownLatch done) {
    AtomicInteger left = new AtomicInteger(ACTORS);
    ActorRef[] all = new ActorRef[ACTORS];
    for (int i = 0; i < ACTORS; i++) {
      all[i] = system.actorOf(Props.create(Counting.class, () -> new Counting(left, done)));
    }
    for (int n = 0; n < EACH; n++) {
      for (ActorRef actor : all) {
        actor.tell("message", ActorRef.noSender());
      }
    }
    return (long) EACH * ACTORS;
  }

  private static final class Counting extends AbstractActor {
    private final AtomicInteger leftActors;
    private final CountDownLatch done;
    private int left = EACH;

    Counting(AtomicInteger leftActors, CountDownLatch done) {
      this.leftActors = leftActors;
      this.done = done;
    }

    @Override
    public Receive createReceive() {
      return receiveBuilder().matchAny(any -> count()).build();
    }

    private void count() {
      left--;
      if (left == 0) {
        getContext().stop(getSelf());
        if (leftActors.decrementAndGet() == 0) {
          done.countDown();
        }
      }
    }
  }
}
