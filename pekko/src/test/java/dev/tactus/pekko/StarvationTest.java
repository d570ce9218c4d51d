package dev.tactus.pekko;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.LongAdder;
import org.apache.pekko.actor.AbstractActor;
import org.apache.pekko.actor.ActorRef;
import org.apache.pekko.actor.ActorSystem;
import org.apache.pekko.actor.Props;
import org.junit.jupiter.api.Test;

/// Actors that always have something to do must not keep a dispatcher to themselves.
///
/// Two workers, and two actors that send to themselves without end. Somebody outside of the
/// dispatcher asks a third actor a question. Whether it is answered is told in messages of the busy
/// ones, not in seconds: no figure here depends on how fast the machine is.
class StarvationTest {
  private static final int WORKERS = 2;
  private static final long BUSY_MESSAGES_MAX = 3_000_000;

  /// Always busy, until the test is over.
  static final class Busy extends AbstractActor {
    private final LongAdder handled;
    private final AtomicBoolean over;

    Busy(LongAdder handled, AtomicBoolean over) {
      this.handled = handled;
      this.over = over;
    }

    @Override
    public Receive createReceive() {
      return receiveBuilder().matchAny(this::again).build();
    }

    private void again(Object message) {
      handled.increment();
      if (!over.get()) {
        getSelf().tell(message, getSelf());
      }
    }
  }

  /// Opens a latch.
  static final class Answering extends AbstractActor {
    @Override
    public Receive createReceive() {
      return receiveBuilder().match(CountDownLatch.class, CountDownLatch::countDown).build();
    }
  }

  /// Asks questions while others are busy.
  ///
  /// @return whether all were answered before the busy ones had had too many messages
  private static boolean isAnswered(ExecutorKind kind) {
    LongAdder handled = new LongAdder();
    AtomicBoolean over = new AtomicBoolean();
    try (RunningSystem running =
        RunningSystem.start(
            kind.line("tight"),
            "tight.type = Dispatcher",
            "tight.fork-join-executor.parallelism-min = " + WORKERS,
            "tight.fork-join-executor.parallelism-max = " + WORKERS)) {
      try {
        ActorSystem system = running.system();
        for (int i = 0; i < WORKERS; i++) {
          Props busy = Props.create(Busy.class, () -> new Busy(handled, over));
          system.actorOf(busy.withDispatcher("tight")).tell("go", ActorRef.noSender());
        }
        Waiting.until(() -> handled.sum() > 100_000);
        ActorRef answering =
            system.actorOf(Props.create(Answering.class, Answering::new).withDispatcher("tight"));
        for (int i = 0; i < 10; i++) {
          CountDownLatch answered = new CountDownLatch(1);
          answering.tell(answered, ActorRef.noSender());
          long limit = handled.sum() + BUSY_MESSAGES_MAX;
          Waiting.until(() -> answered.getCount() == 0 || handled.sum() > limit);
          if (answered.getCount() != 0) {
            return false;
          }
        }
        return true;
      } finally {
        over.set(true);
      }
    }
  }

  @Test
  void question_toABusyDispatcherOnForkJoin_isNeverAnswered() {
    assertThat(isAnswered(ExecutorKind.PEKKO)).isFalse();
  }

  @Test
  void question_toABusyDispatcherOnOurWorkers_isAnswered() {
    assertThat(isAnswered(ExecutorKind.TACTUS)).isTrue();
  }
}
