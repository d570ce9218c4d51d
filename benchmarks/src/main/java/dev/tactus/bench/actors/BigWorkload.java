package dev.tactus.bench.actors;

import dev.tactus.bench.actors.contenders.ActorContender;
import dev.tactus.bench.actors.contenders.Handler;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/// 120 actors, each of which pings another at random, waits for its answer, and pings the next. An
/// operation is a message, be it a ping or an answer.
///
/// Hypothesis: queues are short and the senders many, so that what counts is to wake nobody in vain
/// and to keep messages within a core.
final class BigWorkload<A> implements Workload {
  private static final int ACTORS = 120;

  private final ActorContender<A> contender;
  private final List<Member> members = new ArrayList<>();
  private Finish finish = new Finish(0);

  BigWorkload(ActorContender<A> contender) {
    this.contender = contender;
    for (int i = 0; i < ACTORS; i++) {
      members.add(new Member(i));
    }
  }

  /// @param size how many pings each actor sends
  @Override
  public long run(int size) throws InterruptedException {
    finish = new Finish(ACTORS);
    for (Member member : members) {
      member.left = size;
      member.answered = 0;
    }
    members.forEach(member -> contender.tell(member.actor, Signal.START));
    finish.await();
    long answered = members.stream().mapToLong(member -> member.answered).sum();
    Finish.check("pings answered", (long) ACTORS * size, answered);
    return 2L * ACTORS * size;
  }

  private record Ping(int from) {}

  private final class Member {
    private final A actor;
    private final int index;
    private final Ping ping;
    private final SplittableRandom random;
    private int left;
    private long answered;

    Member(int index) {
      this.index = index;
      ping = new Ping(index);
      random = new SplittableRandom(index);
      Handler<A> playing = (_, message) -> play(message);
      actor = contender.spawn(() -> playing);
    }

    private void play(Object message) {
      if (message instanceof Ping(int from)) {
        answered++;
        contender.tell(members.get(from).actor, Signal.PONG);
      } else if (left-- > 0) {
        int other = (index + 1 + random.nextInt(ACTORS - 1)) % ACTORS;
        contender.tell(members.get(other).actor, ping);
      } else {
        finish.reached();
      }
    }
  }
}
