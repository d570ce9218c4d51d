package dev.tactus.bench.actors;

import dev.tactus.bench.actors.contenders.ActorContender;
import dev.tactus.bench.actors.contenders.Handler;
import java.util.ArrayList;
import java.util.List;

/// Pairs of actors that hit a ball to and fro. An operation is a message.
///
/// Hypothesis: what a worker has just woken runs next on the same worker, so that a pair stays in
/// one core's cache and no thread is woken; with more pairs than cores nobody waits for anybody.
final class PingPongWorkload<A> implements Workload {
  private static final int MANY = 8;

  private final ActorContender<A> contender;
  private final List<Pair> pairs = new ArrayList<>();
  private Finish finish = new Finish(0);

  private PingPongWorkload(ActorContender<A> contender, int pairCount) {
    this.contender = contender;
    for (int i = 0; i < pairCount; i++) {
      pairs.add(new Pair());
    }
  }

  static <A> Workload onePair(ActorContender<A> contender) {
    return new PingPongWorkload<>(contender, 1);
  }

  static <A> Workload manyPairs(ActorContender<A> contender) {
    return new PingPongWorkload<>(contender, MANY);
  }

  /// @param size how often each pair hits the ball to and fro
  @Override
  public long run(int size) throws InterruptedException {
    finish = new Finish(pairs.size());
    for (Pair pair : pairs) {
      pair.serves.left = size;
      pair.returns.count = 0;
    }
    pairs.forEach(pair -> contender.tell(pair.ping, Signal.TICK));
    finish.await();
    for (Pair pair : pairs) {
      Finish.check("balls returned", size, pair.returns.count);
    }
    return 2L * size * pairs.size();
  }

  /// The addresses of a pair, which both read. What each side writes in its turns is apart.
  private final class Pair {
    private final A ping;
    private final A pong;
    private final Serves serves = new Serves();
    private final Returns returns = new Returns();

    Pair() {
      Handler<A> pinging = (_, message) -> serve(message);
      Handler<A> ponging = (_, message) -> giveBack(message);
      ping = contender.spawn(() -> pinging);
      pong = contender.spawn(() -> ponging);
    }

    private void serve(Object ball) {
      if (serves.left-- > 0) {
        contender.tell(pong, ball);
      } else {
        finish.reached();
      }
    }

    private void giveBack(Object ball) {
      returns.count++;
      contender.tell(ping, ball);
    }
  }

  private static final class Serves {
    private int left;
  }

  private static final class Returns {
    private int count;
  }
}
