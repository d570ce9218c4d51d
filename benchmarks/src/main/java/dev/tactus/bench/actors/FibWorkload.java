package dev.tactus.bench.actors;

import dev.tactus.bench.actors.contenders.ActorContender;
import dev.tactus.bench.actors.contenders.Handler;
import dev.tactus.bench.actors.contenders.Self;

/// Fibonacci numbers by a tree of actors: each starts two, adds up what they answer, answers and
/// ends. An operation is an actor.
///
/// Hypothesis: starting, one message each way and ending stay on one worker; others steal from the
/// old end of its deque and so get whole subtrees.
final class FibWorkload<A> implements Workload {
  private final ActorContender<A> contender;
  private final A root;
  private Finish finish = new Finish(0);
  private int wanted;
  private long result;

  FibWorkload(ActorContender<A> contender) {
    this.contender = contender;
    Handler<A> asking = this::askOrTakeResult;
    root = contender.spawn(() -> asking);
  }

  /// @param size how many actors at most; the largest tree within is grown
  @Override
  public long run(int size) throws InterruptedException {
    finish = new Finish(1);
    wanted = largest(size);
    contender.tell(root, Signal.START);
    finish.await();
    Finish.check("fib(" + wanted + ")", fib(wanted), result);
    return actors(wanted);
  }

  /// The greatest n whose tree has at most that many actors.
  static int largest(int size) {
    int n = 1;
    while (actors(n + 1) <= size) {
      n++;
    }
    return n;
  }

  /// How many actors the tree of n has.
  static long actors(int n) {
    return 2 * fib(n) - 1;
  }

  private static long fib(int n) {
    long previous = 0;
    long current = 1;
    for (int i = 1; i < n; i++) {
      long next = previous + current;
      previous = current;
      current = next;
    }
    return current;
  }

  private void askOrTakeResult(Self<A> self, Object message) {
    if (message instanceof Answer(long value)) {
      result = value;
      finish.reached();
    } else {
      startNode(self, wanted);
    }
  }

  private void startNode(Self<A> parent, int n) {
    A parentAddress = parent.address();
    contender.tell(parent.spawn(() -> new Node(n, parentAddress)), Signal.START);
  }

  private record Answer(long value) {}

  private final class Node implements Handler<A> {
    private final int n;
    private final A parent;
    private int answers;
    private long sum;

    Node(int n, A parent) {
      this.n = n;
      this.parent = parent;
    }

    @Override
    public void receive(Self<A> self, Object message) {
      if (message instanceof Answer(long value)) {
        sum += value;
        answers++;
        if (answers == 2) {
          answer(self, sum);
        }
      } else if (n <= 2) {
        answer(self, 1);
      } else {
        startNode(self, n - 1);
        startNode(self, n - 2);
      }
    }

    private void answer(Self<A> self, long value) {
      contender.tell(parent, new Answer(value));
      self.end();
    }
  }
}
