package dev.tactus.bench.actors;

import dev.tactus.bench.actors.contenders.ActorContender;
import dev.tactus.bench.actors.contenders.Handler;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/// Threads outside of the runtime flood one actor. An operation is a message, told and handled.
///
/// Hypothesis: an exchange on the mailbox's tail is all that senders share, and an actor that is
/// awake is not woken again.
final class TellWorkload<A> implements Workload {
  private final ActorContender<A> contender;
  private final A counter;
  private final int threads;
  private final ExecutorService senders;
  private final Count count = new Count();

  private TellWorkload(ActorContender<A> contender, int threads) {
    this.contender = contender;
    this.threads = threads;
    senders = Executors.newFixedThreadPool(threads);
    Handler<A> counting = (_, _) -> count.next();
    counter = contender.spawn(() -> counting);
  }

  static <A> Workload oneThread(ActorContender<A> contender) {
    return new TellWorkload<>(contender, 1);
  }

  static <A> Workload twoThreads(ActorContender<A> contender) {
    return new TellWorkload<>(contender, 2);
  }

  static <A> Workload fourThreads(ActorContender<A> contender) {
    return new TellWorkload<>(contender, 4);
  }

  /// @param size how many messages, of all threads together, rounded down
  @Override
  public long run(int size) throws Exception {
    int each = size / threads;
    int all = each * threads;
    count.expect(all);
    List<Future<?>> ends = new ArrayList<>();
    for (int i = 0; i < threads; i++) {
      ends.add(senders.submit(() -> flood(each)));
    }
    for (Future<?> end : ends) {
      end.get();
    }
    count.await();
    return all;
  }

  private void flood(int messages) {
    ActorContender<A> runtime = contender;
    A receiver = counter;
    for (int i = 0; i < messages; i++) {
      runtime.tell(receiver, Signal.TICK);
    }
  }

  @Override
  public void close() {
    senders.shutdownNow();
  }
}
