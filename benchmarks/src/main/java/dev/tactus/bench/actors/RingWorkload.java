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
  private final List<A> ring = new ArrayList<>();
  private final List<Member> members = new ArrayList<>();
  private Finish finish = new Finish(0);

  RingWorkload(ActorContender<A> contender) {
    this.contender = contender;
    for (int i = 0; i < ACTORS; i++) {
      Member member = new Member(i);
      Handler<A> passing = (_, message) -> member.pass((Token) message);
      ring.add(contender.spawn(() -> passing));
      members.add(member);
    }
  }

  /// @param size how many hops
  @Override
  public long run(int size) throws InterruptedException {
    finish = new Finish(1);
    members.forEach(member -> member.seen = 0);
    contender.tell(ring.getFirst(), new Token(size));
    finish.await();
    Finish.check("hops", size, members.stream().mapToLong(member -> member.seen).sum() - 1);
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
    private final int next;
    private int seen;

    Member(int index) {
      next = (index + 1) % ACTORS;
    }

    private void pass(Token token) {
      seen++;
      if (token.hopsLeft == 0) {
        finish.reached();
      } else {
        token.hopsLeft--;
        contender.tell(ring.get(next), token);
      }
    }
  }
}
