package dev.tactus.bench.actors;

import dev.tactus.bench.actors.contenders.ActorContender;
import java.util.List;

/// Messages as fast as they go, before something is measured that is slow by nature: at its own
/// rate the JVM would take minutes to compile what it runs, and the length of the code and the
/// compiler's share of the cores would be measured.
///
/// Threads: [#arrived] any, the rest the workload's.
final class Flood {
  /// As many as make the JVM compile it all.
  private static final int MESSAGES = 100_000;

  /// So many are on their way at most.
  private static final int BURST = 1_000;

  private Finish finish = new Finish(0);

  /// Sends them all, in bursts, each of which has arrived before the next.
  ///
  /// @param actors who gets them in turn; each calls [#arrived] for every [Signal#TICK]
  <A> void send(ActorContender<A> contender, List<A> actors) throws InterruptedException {
    for (int sent = 0; sent < MESSAGES; sent += BURST) {
      finish = new Finish(BURST);
      for (int i = 0; i < BURST; i++) {
        contender.tell(actors.get(i % actors.size()), Signal.TICK);
      }
      finish.await();
    }
  }

  /// Says that one of them has come.
  void arrived() {
    finish.reached();
  }
}
