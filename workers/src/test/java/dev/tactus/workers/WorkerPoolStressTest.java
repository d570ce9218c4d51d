package dev.tactus.workers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tactus.requirement.Requirement;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Many small actors that send each other messages, with threads from outside, on real workers:
/// each message that goes in comes out, and no actor is in two turns at once.
@Requirement({"W2", "W4", "W6"})
final class WorkerPoolStressTest {
  private static final int ACTORS = 40;
  private static final int SENDERS = 2;
  private static final int SENDS = 3_000;
  private static final int HOPS = 20;

  private final AtomicLong sent = new AtomicLong();
  private final AtomicLong handled = new AtomicLong();
  private final AtomicInteger overlaps = new AtomicInteger();

  /// The smallest mailbox that there is: hop counters by number of messages, no contents.
  private final class Actor extends Task {
    private final WorkerPool pool;
    private final Actor[] all;
    private final AtomicInteger[] byHops = new AtomicInteger[HOPS + 1];
    private final AtomicInteger pending = new AtomicInteger();
    private final AtomicBoolean inTurn = new AtomicBoolean();
    private final SplittableRandom random;

    Actor(WorkerPool pool, Actor[] all, int number) {
      this.pool = pool;
      this.all = all;
      this.random = new SplittableRandom(number);
      for (int i = 0; i <= HOPS; i++) {
        byHops[i] = new AtomicInteger();
      }
    }

    void tell(int hops) {
      sent.incrementAndGet();
      byHops[hops].incrementAndGet();
      if (pending.getAndIncrement() == 0) {
        pool.submit(this);
      }
    }

    @Override
    protected boolean run() {
      if (inTurn.getAndSet(true)) {
        overlaps.incrementAndGet();
      }
      int limit = 1 + random.nextInt(8);
      int done = 0;
      for (int hops = 0; hops <= HOPS && done < limit; hops++) {
        while (done < limit && takeOne(byHops[hops])) {
          done++;
          handled.incrementAndGet();
          if (hops > 0) {
            all[random.nextInt(all.length)].tell(hops - 1);
          }
        }
      }
      inTurn.set(false);
      return pending.addAndGet(-done) > 0;
    }

    private static boolean takeOne(AtomicInteger count) {
      return count.getAndUpdate(n -> Math.max(0, n - 1)) > 0;
    }
  }

  @ParameterizedTest
  @CsvSource({"1, 256", "2, 256", "8, 256", "2, 2", "8, 4"})
  void tell_manyActorsAndSenders_everyMessageIsHandledOnce(int workers, int capacity)
      throws InterruptedException {
    PoolSettings settings =
        PoolSettings.defaults()
            .withWorkers(workers)
            .withQueues(QueueSettings.DEFAULT.withDequeCapacity(capacity));
    WorkerPool pool = WorkerPool.start(settings);
    Actor[] actors = new Actor[ACTORS];
    for (int i = 0; i < ACTORS; i++) {
      actors[i] = new Actor(pool, actors, i);
    }

    TestThreads senders = new TestThreads();
    for (int sender = 0; sender < SENDERS; sender++) {
      SplittableRandom random = new SplittableRandom(sender);
      senders.with(
          () -> {
            for (int i = 0; i < SENDS; i++) {
              actors[random.nextInt(ACTORS)].tell(random.nextInt(HOPS + 1));
            }
          });
    }
    senders.run();
    ShutdownReport report = pool.shutdown(TestThreads.PATIENCE);

    assertThat(report.isDrained()).isTrue();
    assertThat(handled.get()).isEqualTo(sent.get()).isGreaterThan(SENDERS * SENDS);
    assertThat(overlaps).hasValue(0);
    assertThat(pool.snapshot().waiting()).isZero();
  }
}
