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
  private final List<A> actors = new ArrayList<>();
  private final List<Member> members = new ArrayList<>();
  private Finish finish = new Finish(0);

  BigWorkload(ActorContender<A> contender) {
    this.contender = contender;
    for (int i = 0; i < ACTORS; i++) {
      Member member = new Member(i);
      Handler<A> playing = (_, message) -> member.play(message);
      actors.add(contender.spawn(() -> playing));
      members.add(member);
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
    actors.forEach(actor -> contender.tell(actor, Signal.START));
    finish.await();
    long answered = members.stream().mapToLong(member -> member.answered).sum();
    Finish.check("pings answered", (long) ACTORS * size, answered);
    return 2L * ACTORS * size;
  }

  private record Ping(int from) {}

  /// What an actor writes in its turns; apart from the addresses, which all others read.
  private final class Member {
    private final int index;
    private final Ping ping;
    private final SplittableRandom random;
    private int left;
    private long answered;

    Member(int index) {
      this.index = index;
      ping = new Ping(index);
      random = new SplittableRandom(index);
    }

    private void play(Object message) {
      if (message instanceof Ping(int from)) {
        answered++;
        contender.tell(actors.get(from), Signal.PONG);
      } else if (left-- > 0) {
        int other = (index + 1 + random.nextInt(ACTORS - 1)) % ACTORS;
        contender.tell(actors.get(other), ping);
      } else {
        finish.reached();
      }
    }
  }
}
