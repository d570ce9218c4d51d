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
      pair.left = size;
      pair.returned = 0;
    }
    pairs.forEach(pair -> contender.tell(pair.ping, Signal.TICK));
    finish.await();
    for (Pair pair : pairs) {
      Finish.check("balls returned", size, pair.returned);
    }
    return 2L * size * pairs.size();
  }

  private final class Pair {
    private final A ping;
    private final A pong;
    private int left;
    private int returned;

    Pair() {
      Handler<A> pinging = (_, message) -> serve(message);
      Handler<A> ponging = (_, message) -> giveBack(message);
      ping = contender.spawn(() -> pinging);
      pong = contender.spawn(() -> ponging);
    }

    private void serve(Object ball) {
      if (left-- > 0) {
        contender.tell(pong, ball);
      } else {
        finish.reached();
      }
    }

    private void giveBack(Object ball) {
      returned++;
      contender.tell(ping, ball);
    }
  }
}
