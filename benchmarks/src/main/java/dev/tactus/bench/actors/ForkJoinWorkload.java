package dev.tactus.bench.actors;

import dev.tactus.bench.actors.contenders.ActorContender;
import dev.tactus.bench.actors.contenders.Handler;
import java.util.ArrayList;
import java.util.List;

/// One actor deals messages out to 60, one to each in turn; all are waited for. An operation is a
/// message.
///
/// Hypothesis: other workers steal half of the woken actors at once, and an actor that is awake
/// already costs an exchange and nothing more.
final class ForkJoinWorkload<A> implements Workload {
  private static final int ACTORS = 60;

  private final ActorContender<A> contender;
  private final A dealer;
  private final List<A> receivers = new ArrayList<>();
  private final List<Count> counts = new ArrayList<>();
  private int each;

  ForkJoinWorkload(ActorContender<A> contender) {
    this.contender = contender;
    for (int i = 0; i < ACTORS; i++) {
      Count count = new Count();
      Handler<A> counting = (_, _) -> count.next();
      receivers.add(contender.spawn(() -> counting));
      counts.add(count);
    }
    Handler<A> dealing = (_, _) -> deal();
    dealer = contender.spawn(() -> dealing);
  }

  /// @param size how many messages to each
  @Override
  public long run(int size) throws InterruptedException {
    each = size;
    Finish finish = new Finish(ACTORS);
    counts.forEach(count -> count.expect(size, finish));
    contender.tell(dealer, Signal.START);
    finish.await();
    counts.forEach(Count::check);
    return (long) ACTORS * size;
  }

  private void deal() {
    for (int i = 0; i < each; i++) {
      for (int j = 0; j < ACTORS; j++) {
        contender.tell(receivers.get(j), Signal.TICK);
      }
    }
  }
}
