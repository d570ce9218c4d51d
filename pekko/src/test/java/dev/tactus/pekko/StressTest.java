package dev.tactus.pekko;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import org.apache.pekko.actor.AbstractActor;
import org.apache.pekko.actor.ActorRef;
import org.apache.pekko.actor.ActorSystem;
import org.apache.pekko.actor.Cancellable;
import org.apache.pekko.actor.PoisonPill;
import org.apache.pekko.actor.Props;
import org.apache.pekko.actor.Scheduler;
import org.junit.jupiter.api.Test;

/// Many timers, many senders, and everything at once.
class StressTest {
  private static final int TIMERS = 1_000_000;
  private static final int THREADS = 4;
  private static final long SEED = 20261115;

  @Test
  void millionTimers_scheduledAndCancelledByManyThreads_runOnceOrNot() throws InterruptedException {
    InlineContext context = new InlineContext();
    Scheduler scheduler = SchedulerKind.TACTUS.create();
    AtomicIntegerArray runs = new AtomicIntegerArray(TIMERS);
    AtomicIntegerArray cancelled = new AtomicIntegerArray(TIMERS);
    SplittableRandom seeds = new SplittableRandom(SEED);
    List<Thread> threads = new ArrayList<>();
    for (int t = 0; t < THREADS; t++) {
      int first = t * (TIMERS / THREADS);
      SplittableRandom random = seeds.split();
      Thread thread =
          new Thread(() -> scheduleMany(scheduler, context, runs, cancelled, first, random));
      threads.add(thread);
      thread.start();
    }
    for (Thread thread : threads) {
      thread.join();
    }
    Waiting.until(() -> isDone(runs, cancelled));
    SchedulerKind.close(scheduler);
    int both = 0;
    for (int i = 0; i < TIMERS; i++) {
      both += runs.get(i) + cancelled.get(i) == 1 ? 0 : 1;
    }
    assertThat(both).as("timers that ran and were cancelled, or neither; seed %d", SEED).isZero();
    assertThat(context.failures).isEmpty();
    assertThat(((TactusScheduler) scheduler).metrics().active()).isZero();
  }

  private static void scheduleMany(
      Scheduler scheduler,
      InlineContext context,
      AtomicIntegerArray runs,
      AtomicIntegerArray cancelled,
      int first,
      SplittableRandom random) {
    Cancellable[] handles = new Cancellable[64];
    int[] numbers = new int[handles.length];
    for (int i = first; i < first + TIMERS / THREADS; i++) {
      int number = i;
      Duration delay = Duration.ofNanos(random.nextLong(500_000_000) - 1_000_000);
      int place = random.nextInt(handles.length);
      Cancellable before = handles[place];
      if (before != null && random.nextInt(2) == 0 && before.cancel()) {
        cancelled.incrementAndGet(numbers[place]);
      }
      handles[place] = scheduler.scheduleOnce(delay, () -> runs.incrementAndGet(number), context);
      numbers[place] = number;
    }
  }

  private static boolean isDone(AtomicIntegerArray runs, AtomicIntegerArray cancelled) {
    for (int i = 0; i < TIMERS; i++) {
      if (runs.get(i) + cancelled.get(i) == 0) {
        return false;
      }
    }
    return true;
  }

  /// Passes what it gets on, at random, while it is alive.
  private static final class Passing extends AbstractActor {
    private final LongAdder handled;
    private final ActorRef[] all;
    private final AtomicLong left;
    private final CountDownLatch done;
    private final SplittableRandom random;

    Passing(LongAdder handled, ActorRef[] all, AtomicLong left, CountDownLatch done, long seed) {
      this.handled = handled;
      this.all = all;
      this.left = left;
      this.done = done;
      this.random = new SplittableRandom(seed);
    }

    @Override
    public Receive createReceive() {
      return receiveBuilder().matchAny(this::pass).build();
    }

    private void pass(Object message) {
      handled.increment();
      long now = left.decrementAndGet();
      if (now > 0) {
        all[random.nextInt(all.length)].tell(message, getSelf());
        if (random.nextInt(1000) == 0) {
          throw new IllegalStateException("a restart now and then");
        }
      } else {
        done.countDown();
      }
    }
  }

  @Test
  void actors_thatPassMessagesAroundAndFail_loseNone() throws InterruptedException {
    LongAdder handled = new LongAdder();
    AtomicLong left = new AtomicLong(1_000_000);
    CountDownLatch done = new CountDownLatch(1);
    try (RunningSystem running =
        RunningSystem.start(Plugins.and("pekko.loglevel = OFF", "pekko.stdout-loglevel = OFF"))) {
      ActorSystem system = running.system();
      ActorRef[] all = new ActorRef[100];
      SplittableRandom seeds = new SplittableRandom(SEED);
      for (int i = 0; i < all.length; i++) {
        long seed = seeds.nextLong();
        Props props =
            Props.create(Passing.class, () -> new Passing(handled, all, left, done, seed));
        all[i] = system.actorOf(props);
      }
      for (int i = 0; i < 1000; i++) {
        all[i % all.length].tell(i, ActorRef.noSender());
      }
      Waiting.await(done); // a message that was lost would not come round any more
      for (ActorRef actor : all) {
        actor.tell(PoisonPill.getInstance(), ActorRef.noSender());
      }
    }
    assertThat(handled.sum()).isGreaterThanOrEqualTo(1_000_000);
  }
}
