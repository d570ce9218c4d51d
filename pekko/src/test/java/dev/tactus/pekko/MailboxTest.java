package dev.tactus.pekko;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.apache.pekko.actor.AbstractActor;
import org.apache.pekko.actor.AbstractActorWithStash;
import org.apache.pekko.actor.ActorRef;
import org.apache.pekko.actor.ActorSystem;
import org.apache.pekko.actor.DeadLetter;
import org.apache.pekko.actor.PoisonPill;
import org.apache.pekko.actor.Props;
import org.apache.pekko.dispatch.BoundedMessageQueueSemantics;
import org.apache.pekko.dispatch.DequeBasedMessageQueueSemantics;
import org.apache.pekko.dispatch.Envelope;
import org.apache.pekko.dispatch.MessageQueue;
import org.apache.pekko.dispatch.MultipleConsumerSemantics;
import org.apache.pekko.dispatch.UnboundedMessageQueueSemantics;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import scala.concurrent.duration.FiniteDuration;

/// Mailboxes by themselves and under actors of a real system.
class MailboxTest {
  private final BlockingQueue<Object> received = new LinkedBlockingQueue<>();

  private static Envelope envelope(Object message) {
    return new Envelope(message, ActorRef.noSender());
  }

  private static List<Object> drained(MessageQueue queue) {
    List<Object> messages = new ArrayList<>();
    for (Envelope next = queue.dequeue(); next != null; next = queue.dequeue()) {
      messages.add(next.message());
    }
    return messages;
  }

  @Test
  void queues_haveTheMarkersOfWhatTheyCan() {
    assertThat(new UnboundedQueue())
        .isInstanceOf(UnboundedMessageQueueSemantics.class)
        .isNotInstanceOf(MultipleConsumerSemantics.class);
    assertThat(new DequeQueue())
        .isInstanceOf(UnboundedMessageQueueSemantics.class)
        .isInstanceOf(DequeBasedMessageQueueSemantics.class)
        .isNotInstanceOf(MultipleConsumerSemantics.class);
    assertThat(bounded(1))
        .isInstanceOf(BoundedMessageQueueSemantics.class)
        .isNotInstanceOf(MultipleConsumerSemantics.class);
  }

  private static BoundedQueue bounded(int capacity) {
    return new BoundedQueue(capacity, FiniteDuration.apply(0, TimeUnit.SECONDS), () -> {});
  }

  @Test
  void queues_giveBackInOrderAndCount() {
    for (MessageQueue queue : List.of(new UnboundedQueue(), new DequeQueue(), bounded(3))) {
      assertThat(queue.hasMessages()).isFalse();
      assertThat(queue.dequeue()).isNull();
      for (int i = 0; i < 3; i++) {
        queue.enqueue(ActorRef.noSender(), envelope(i));
        assertThat(queue.numberOfMessages()).isEqualTo(i + 1);
      }
      assertThat(queue.hasMessages()).isTrue();
      assertThat(drained(queue)).containsExactly(0, 1, 2);
      assertThat(queue.numberOfMessages()).isZero();
    }
  }

  @Test
  void deque_givesWhatWasPutBackFirst_theLastOfThatBeforeTheOthers() {
    DequeQueue queue = new DequeQueue();
    queue.enqueue(ActorRef.noSender(), envelope("new"));
    queue.enqueueFirst(ActorRef.noSender(), envelope("second"));
    queue.enqueueFirst(ActorRef.noSender(), envelope("first"));
    assertThat(queue.numberOfMessages()).isEqualTo(3);
    assertThat(drained(queue)).containsExactly("first", "second", "new");
    queue.enqueueFirst(ActorRef.noSender(), envelope("again"));
    assertThat(queue.hasMessages()).isTrue();
    assertThat(drained(queue)).containsExactly("again");
  }

  @Test
  void cleanUp_movesEverythingToTheDeadLetters() {
    for (MessageQueue queue : List.of(new UnboundedQueue(), new DequeQueue(), bounded(5))) {
      for (int i = 0; i < 5; i++) {
        queue.enqueue(ActorRef.noSender(), envelope(i));
      }
      UnboundedQueue deadLetters = new UnboundedQueue();
      queue.cleanUp(ActorRef.noSender(), deadLetters);
      assertThat(queue.hasMessages()).isFalse();
      assertThat(drained(deadLetters)).containsExactly(0, 1, 2, 3, 4);
    }
  }

  @Test
  void boundedMailbox_withoutRoomForAMessage_isRefused() {
    for (int capacity : new int[] {0, -1}) {
      assertThatThrownBy(
              () -> new TactusBoundedMailbox(capacity, FiniteDuration.apply(1, TimeUnit.SECONDS)))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("mailbox-capacity of " + capacity);
    }
  }

  /// Holds its first message until it is let go.
  private static final class Held extends AbstractActor {
    private final CountDownLatch begun;
    private final CountDownLatch hold;
    private final BlockingQueue<Object> received;

    Held(CountDownLatch begun, CountDownLatch hold, BlockingQueue<Object> received) {
      this.begun = begun;
      this.hold = hold;
      this.received = received;
    }

    @Override
    public Receive createReceive() {
      return receiveBuilder().matchAny(this::receive).build();
    }

    private void receive(Object message) throws InterruptedException {
      begun.countDown();
      Waiting.await(hold);
      received.add(message);
    }
  }

  private static String[] boundedLines(String timeout) {
    return Plugins.and(
        "small { mailbox-type = \"dev.tactus.pekko.TactusBoundedMailbox\", mailbox-capacity = 3,"
            + " mailbox-push-timeout-time = "
            + timeout
            + " }");
  }

  @ParameterizedTest
  @ValueSource(strings = {"0s", "10ms"})
  void boundedMailbox_thatIsFull_sendsTheRestToTheDeadLetters(String timeout)
      throws InterruptedException {
    try (RunningSystem running = RunningSystem.start(boundedLines(timeout))) {
      ActorSystem system = running.system();
      BlockingQueue<Object> dead = new LinkedBlockingQueue<>();
      system.getEventStream().subscribe(system.actorOf(Collecting.into(dead)), DeadLetter.class);
      CountDownLatch begun = new CountDownLatch(1);
      CountDownLatch hold = new CountDownLatch(1);
      ActorRef actor =
          system.actorOf(
              Props.create(Held.class, () -> new Held(begun, hold, received)).withMailbox("small"));
      actor.tell(0, ActorRef.noSender());
      Waiting.await(begun);
      for (int i = 1; i <= 5; i++) {
        actor.tell(i, ActorRef.noSender());
      }
      for (int i = 4; i <= 5; i++) {
        DeadLetter letter = (DeadLetter) Waiting.next(dead);
        assertThat(letter.message()).isEqualTo(i);
        assertThat(letter.recipient()).isEqualTo(actor);
      }
      hold.countDown();
      for (int i = 0; i <= 3; i++) {
        assertThat(Waiting.next(received)).isEqualTo(i);
      }
      assertThat(TactusPekko.get(system).snapshot().overflowed()).isEqualTo(2);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"-1s", "60s"})
  void boundedMailbox_withTime_letsSendersWait(String timeout) throws InterruptedException {
    try (RunningSystem running = RunningSystem.start(boundedLines(timeout))) {
      ActorRef actor = running.system().actorOf(Collecting.into(received).withMailbox("small"));
      for (int i = 0; i < 1000; i++) {
        actor.tell(i, ActorRef.noSender());
      }
      for (int i = 0; i < 1000; i++) {
        assertThat(Waiting.next(received)).isEqualTo(i);
      }
    }
  }

  /// Sends numbers to another actor.
  private static final class Sending extends AbstractActor {
    @Override
    public Receive createReceive() {
      return receiveBuilder().match(ActorRef.class, this::sendTo).build();
    }

    private void sendTo(ActorRef receiver) {
      for (int i = 0; i < 100; i++) {
        receiver.tell(i, getSelf());
      }
    }
  }

  @Test
  void boundedMailbox_whoseSenderHoldsTheOnlyWorker_getsAnotherOne() throws InterruptedException {
    String[] lines = boundedLines("60s");
    lines = java.util.Arrays.copyOf(lines, lines.length + 1);
    lines[lines.length - 1] =
        "one { type = Dispatcher, executor = \"dev.tactus.pekko.TactusExecutorConfigurator\","
            + " tactus-executor { parallelism-min = 1, parallelism-max = 1 } }";
    try (RunningSystem running = RunningSystem.start(lines)) {
      ActorSystem system = running.system();
      ActorRef receiver =
          system.actorOf(Collecting.into(received).withMailbox("small").withDispatcher("one"));
      ActorRef sender =
          system.actorOf(Props.create(Sending.class, Sending::new).withDispatcher("one"));
      sender.tell(receiver, ActorRef.noSender());
      for (int i = 0; i < 100; i++) {
        assertThat(Waiting.next(received)).isEqualTo(i);
      }
    }
  }

  /// Stashes numbers until it hears "open".
  private static final class Stashing extends AbstractActorWithStash {
    private final BlockingQueue<Object> received;

    Stashing(BlockingQueue<Object> received) {
      this.received = received;
    }

    @Override
    public Receive createReceive() {
      return receiveBuilder().matchEquals("open", open -> open()).matchAny(any -> stash()).build();
    }

    private void open() {
      unstashAll();
      getContext().become(receiveBuilder().matchAny(received::add).build());
    }
  }

  @Test
  void stash_onOurDeque_keepsTheOrder() throws InterruptedException {
    try (RunningSystem running = RunningSystem.start(Plugins.ALL)) {
      ActorSystem system = running.system();
      long before = TactusPekko.get(system).snapshot().mailboxes();
      ActorRef actor = system.actorOf(Props.create(Stashing.class, () -> new Stashing(received)));
      for (int i = 0; i < 100; i++) {
        actor.tell(i, ActorRef.noSender());
      }
      actor.tell("open", ActorRef.noSender());
      for (int i = 100; i < 200; i++) {
        actor.tell(i, ActorRef.noSender());
      }
      for (int i = 0; i < 200; i++) {
        assertThat(Waiting.next(received)).isEqualTo(i);
      }
      assertThat(TactusPekko.get(system).snapshot().mailboxes()).isGreaterThan(before);
    }
  }

  @Test
  void messages_leftByAnActorThatEnds_becomeDeadLetters() throws InterruptedException {
    try (RunningSystem running = RunningSystem.start(Plugins.ALL)) {
      ActorSystem system = running.system();
      BlockingQueue<Object> dead = new LinkedBlockingQueue<>();
      system.getEventStream().subscribe(system.actorOf(Collecting.into(dead)), DeadLetter.class);
      CountDownLatch begun = new CountDownLatch(1);
      CountDownLatch hold = new CountDownLatch(1);
      ActorRef actor =
          system.actorOf(Props.create(Held.class, () -> new Held(begun, hold, received)));
      actor.tell("first", ActorRef.noSender());
      Waiting.await(begun);
      actor.tell(PoisonPill.getInstance(), ActorRef.noSender());
      actor.tell("left", ActorRef.noSender());
      hold.countDown();
      assertThat(Waiting.next(received)).isEqualTo("first");
      assertThat(((DeadLetter) Waiting.next(dead)).message()).isEqualTo("left");
    }
  }

  /// Fails on every tenth message.
  private static final class Failing extends AbstractActor {
    private final BlockingQueue<Object> received;

    Failing(BlockingQueue<Object> received) {
      this.received = received;
    }

    @Override
    public void postRestart(Throwable reason) {
      received.add("restarted");
    }

    @Override
    public void preRestart(Throwable reason, Optional<Object> message) {
      received.add(message.orElseThrow());
    }

    @Override
    public Receive createReceive() {
      return receiveBuilder().match(Integer.class, this::receive).build();
    }

    private void receive(int number) {
      if (number % 10 == 9) {
        throw new IllegalArgumentException("every tenth");
      }
      received.add(number);
    }
  }

  @Test
  void restart_keepsTheMailbox() throws InterruptedException {
    try (RunningSystem running =
        RunningSystem.start(Plugins.and("pekko.loglevel = OFF", "pekko.stdout-loglevel = OFF"))) {
      ActorRef actor =
          running.system().actorOf(Props.create(Failing.class, () -> new Failing(received)));
      for (int i = 0; i < 100; i++) {
        actor.tell(i, ActorRef.noSender());
      }
      for (int i = 0; i < 100; i++) {
        assertThat(Waiting.next(received)).isEqualTo(i);
        if (i % 10 == 9) {
          assertThat(Waiting.next(received)).isEqualTo("restarted");
        }
      }
    }
  }
}
