package dev.tactus.bench.pekko;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.pekko.actor.AbstractActor;
import org.apache.pekko.actor.ActorRef;
import org.apache.pekko.actor.ActorSystem;
import org.apache.pekko.actor.Props;

/// Pairs of actors, each with one message that goes to and fro.
///
/// Hypothesis: a conversation stays on one worker, so that neither side waits for another thread.
record PingPong(int pairs) implements ActorProgram {
  static final int MANY = 16;

  private static final int MESSAGES = 400_000;

  static String metric(int pairs) {
    return "ping-pong." + pairs;
  }

  @Override
  public String metric() {
    return metric(pairs);
  }

  @Override
  public long start(ActorSystem system, CountDownLatch done) {
    int each = MESSAGES / pairs;
    AtomicInteger left = new AtomicInteger(pairs);
    for (int i = 0; i < pairs; i++) {
      Props props = Props.create(Player.class, () -> new Player(each / 2, left, done));
      ActorRef one = system.actorOf(props);
      ActorRef two = system.actorOf(props);
      one.tell("ball", two);
    }
    return (long) each * pairs;
  }

  /// Sends the ball back to whoever it came from.
  private static final class Player extends AbstractActor {
    private final AtomicInteger leftPairs;
    private final CountDownLatch done;
    private int left;

    Player(int messages, AtomicInteger leftPairs, CountDownLatch done) {
      this.left = messages;
      this.leftPairs = leftPairs;
      this.done = done;
    }

    @Override
    public Receive createReceive() {
      return receiveBuilder().matchAny(this::play).build();
    }

    private void play(Object ball) {
      left--;
      getSender().tell(ball, getSelf());
      if (left == 0) {
        getContext().stop(getSelf());
        if (getSender().compareTo(getSelf()) < 0 && leftPairs.decrementAndGet() == 0) {
          done.countDown();
        }
      }
    }
  }
}
