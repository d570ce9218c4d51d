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
  private Finish finish = new Finish(0);
  private int expected;
  private int counted;

  private TellWorkload(ActorContender<A> contender, int threads) {
    this.contender = contender;
    this.threads = threads;
    senders = Executors.newFixedThreadPool(threads);
    Handler<A> counting = (_, _) -> count();
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
    finish = new Finish(1);
    expected = each * threads;
    counted = 0;
    List<Future<?>> ends = new ArrayList<>();
    for (int i = 0; i < threads; i++) {
      ends.add(senders.submit(() -> flood(each)));
    }
    for (Future<?> end : ends) {
      end.get();
    }
    finish.await();
    Finish.check("messages counted", expected, counted);
    return expected;
  }

  private void flood(int count) {
    for (int i = 0; i < count; i++) {
      contender.tell(counter, Signal.TICK);
    }
  }

  private void count() {
    counted++;
    if (counted == expected) {
      finish.reached();
    }
  }

  @Override
  public void close() {
    senders.shutdownNow();
  }
}
