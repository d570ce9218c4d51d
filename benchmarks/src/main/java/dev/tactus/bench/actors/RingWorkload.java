package dev.tactus.bench.actors;

import dev.tactus.bench.actors.contenders.ActorContender;
import dev.tactus.bench.actors.contenders.Handler;
import java.util.ArrayList;
import java.util.List;

/// A token goes round a ring of 100 actors. An operation is a hop.
///
/// Hypothesis: as in ping-pong, what was just woken runs next, so the token never leaves its core.
final class RingWorkload<A> implements Workload {
  private static final int ACTORS = 100;

  private final ActorContender<A> contender;
  private final List<Member> ring = new ArrayList<>();
  private Finish finish = new Finish(0);

  RingWorkload(ActorContender<A> contender) {
    this.contender = contender;
    for (int i = 0; i < ACTORS; i++) {
      ring.add(new Member(i));
    }
  }

  /// @param size how many hops
  @Override
  public long run(int size) throws InterruptedException {
    finish = new Finish(1);
    ring.forEach(member -> member.seen = 0);
    contender.tell(ring.getFirst().actor, new Token(size));
    finish.await();
    Finish.check("hops", size, ring.stream().mapToLong(member -> member.seen).sum() - 1);
    return size;
  }

  /// Handed on with every hop, so only one actor has it at a time.
  private static final class Token {
    private int hopsLeft;

    Token(int hops) {
      hopsLeft = hops;
    }
  }

  private final class Member {
    private final A actor;
    private final int next;
    private int seen;

    Member(int index) {
      next = (index + 1) % ACTORS;
      Handler<A> passing = (_, message) -> pass((Token) message);
      actor = contender.spawn(() -> passing);
    }

    private void pass(Token token) {
      seen++;
      if (token.hopsLeft == 0) {
        finish.reached();
      } else {
        token.hopsLeft--;
        contender.tell(ring.get(next).actor, token);
      }
    }
  }
}
