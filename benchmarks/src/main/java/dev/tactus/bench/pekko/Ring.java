package dev.tactus.bench.pekko;

import java.util.concurrent.CountDownLatch;
import org.apache.pekko.actor.AbstractActor;
import org.apache.pekko.actor.ActorRef;
import org.apache.pekko.actor.ActorSystem;
import org.apache.pekko.actor.PoisonPill;
import org.apache.pekko.actor.Props;

/// Actors in a circle, and one number that goes round and counts down.
///
/// Hypothesis: each hop makes one actor ready and no worker is woken for it.
final class Ring implements ActorProgram {
  static final String METRIC = "ring";
  static final int ACTORS = 100;

  private static final int HOPS = 400_000;

  @Override
  public String metric() {
    return METRIC;
  }

  @Override
  public long start(ActorSystem system, CountDownLatch done) {
    ActorRef[] all = new ActorRef[ACTORS];
    for (int i = ACTORS - 1; i >= 0; i--) {
      int number = i;
      all[i] = system.actorOf(Props.create(Member.class, () -> new Member(all, number, done)));
    }
    all[0].tell(HOPS - 1, ActorRef.noSender());
    return HOPS;
  }

  private static final class Member extends AbstractActor {
    private final ActorRef[] all;
    private final int number;
    private final CountDownLatch done;

    Member(ActorRef[] all, int number, CountDownLatch done) {
      this.all = all;
      this.number = number;
      this.done = done;
    }

    @Override
    public Receive createReceive() {
      return receiveBuilder().match(Integer.class, this::pass).build();
    }

    private void pass(int left) {
      if (left > 0) {
        all[(number + 1) % all.length].tell(left - 1, getSelf());
        return;
      }
      for (ActorRef member : all) {
        member.tell(PoisonPill.getInstance(), ActorRef.noSender());
      }
      done.countDown();
    }
  }
}
