package dev.tactus.mailbox;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tactus.actor.Actor;
import dev.tactus.actor.ActorRef;
import dev.tactus.actor.ActorSystem;
import dev.tactus.actor.Context;
import dev.tactus.actor.DeadLetter;
import dev.tactus.actor.Props;
import dev.tactus.actor.SystemSettings;
import dev.tactus.requirement.Requirement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.LongAdder;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Every message that goes into the mailboxes of a busy system comes out, once, in its order; the
/// same for the dead letters of those that stop meanwhile.
@Requirement({"M2.2", "M2.3", "M3.1", "M5.4", "W2"})
final class MailboxStressTest {
  private static final int SENDERS = 3;
  private static final int MESSAGES = 150_000;

  private record Item(int sender, int number) {}

  /// Counts what it gets, and notices what is out of order or at the same time.
  private static final class Counter implements Actor<Item> {
    private final LongAdder handled;
    private final LongAdder wrong;
    private final AtomicBoolean busy = new AtomicBoolean();
    private final int[] latest = new int[SENDERS];

    Counter(LongAdder handled, LongAdder wrong) {
      this.handled = handled;
      this.wrong = wrong;
    }

    @Override
    public void receive(Context<Item> ctx, Item item) {
      boolean isAlone = busy.compareAndSet(false, true);
      if (!isAlone || item.number() <= latest[item.sender()]) {
        wrong.increment();
      }
      latest[item.sender()] = item.number();
      handled.increment();
      busy.set(false);
    }
  }

  private static List<MailboxSettings> mailboxes() {
    return List.of(
        MailboxSettings.unbounded(),
        MailboxSettings.deque(),
        MailboxSettings.controlAware(),
        MailboxSettings.bounded(8, OverflowStrategy.BLOCK).withPushTimeout(Duration.ofMinutes(1)),
        MailboxSettings.bounded(8, OverflowStrategy.DROP_HEAD),
        MailboxSettings.bounded(8, OverflowStrategy.DROP_NEW));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 8})
  @Timeout(120)
  void tell_fromManyThreads_everyMessageComesOutOnce(int workers) throws Exception {
    LongAdder handled = new LongAdder();
    LongAdder wrong = new LongAdder();
    LongAdder dead = new LongAdder();
    long sent;
    ActorSystem system = ActorSystem.start(SystemSettings.of("stress").withWorkers(workers));
    try (system) {
      system.events().subscribe(DeadLetter.class, letter -> dead.increment());
      List<ActorRef<Item>> actors = new ArrayList<>();
      for (MailboxSettings mailbox : mailboxes()) {
        Props<Item> props = Props.of(() -> new Counter(handled, wrong));
        actors.add(system.spawn(props.withMailbox(mailbox)));
      }
      sent = (long) SENDERS * MESSAGES;
      List<Thread> senders = new ArrayList<>();
      for (int i = 0; i < SENDERS; i++) {
        int sender = i;
        senders.add(Thread.ofPlatform().start(() -> send(actors, sender)));
      }
      for (Thread sender : senders) {
        sender.join();
      }
      for (int i = 0; i < actors.size(); i++) {
        system.poison(actors.get(i)); // behind everything that was let in
      }
    }
    assertThat(system.whenEnded()).isCompleted();
    assertThat(wrong.sum()).isZero();
    assertThat(handled.sum() + dead.sum()).isEqualTo(sent);
  }

  private static void send(List<ActorRef<Item>> actors, int sender) {
    for (int i = 1; i <= MESSAGES; i++) {
      actors.get((sender + i) % actors.size()).tell(new Item(sender, i));
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 8})
  @Timeout(120)
  void stop_whileManyThreadsSend_everyMessageIsHandledOrADeadLetter(int workers) throws Exception {
    LongAdder handled = new LongAdder();
    LongAdder wrong = new LongAdder();
    LongAdder dead = new LongAdder();
    int rounds = 200;
    int perRound = 50;
    try (ActorSystem system = ActorSystem.start(SystemSettings.of("stress").withWorkers(workers))) {
      system.events().subscribe(DeadLetter.class, letter -> dead.increment());
      for (int round = 0; round < rounds; round++) {
        MailboxSettings mailbox = mailboxes().get(round % mailboxes().size());
        ActorRef<Item> actor =
            system.spawn(Props.of(() -> new Counter(handled, wrong)).withMailbox(mailbox));
        List<Thread> senders = new ArrayList<>();
        for (int i = 0; i < SENDERS; i++) {
          int sender = i;
          senders.add(
              Thread.ofPlatform()
                  .start(
                      () -> {
                        for (int n = 1; n <= perRound; n++) {
                          actor.tell(new Item(sender, n));
                        }
                      }));
        }
        system.stop(actor);
        for (Thread sender : senders) {
          sender.join();
        }
      }
    }
    assertThat(wrong.sum()).isZero();
    assertThat(handled.sum() + dead.sum()).isEqualTo((long) rounds * SENDERS * perRound);
  }
}
