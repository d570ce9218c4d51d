package dev.tactus.mailbox.inbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tactus.dispatch.Occupant;
import dev.tactus.dispatch.Occupant.Phase;
import dev.tactus.mailbox.ControlMessage;
import dev.tactus.mailbox.DeadLetterReason;
import dev.tactus.mailbox.inbox.RecordingMailbox.Effect;
import dev.tactus.mailbox.inbox.RecordingMailbox.Refused;
import dev.tactus.requirement.Requirement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ValueSource;

/// A mailbox by itself, one turn at a time; with messages from a worker, which an empty mailbox
/// takes without a node, and with messages from elsewhere.
@ParameterizedClass
@ValueSource(booleans = {true, false})
final class MailboxTest {
  private final boolean isNear;
  private final MailboxLab lab = MailboxLab.create();
  private final RecordingMailbox mailbox = launched(lab);

  MailboxTest(boolean isNear) {
    this.isNear = isNear;
  }

  private static RecordingMailbox launched(MailboxLab lab) {
    RecordingMailbox made = new RecordingMailbox(lab.dispatcher, null);
    made.launch();
    assertThat(lab.runAll()).isEqualTo(1);
    return made;
  }

  private static List<String> handled(RecordingMailbox mailbox) {
    return mailbox.handled.stream().map(Object::toString).toList();
  }

  private void send(Object... messages) {
    for (Object message : messages) {
      send(mailbox, message);
    }
  }

  private void send(RecordingMailbox to, @Nullable Object message) {
    boolean unused = to.enqueue(message, isNear);
  }

  @Test
  @Requirement({"M1.1", "M1.3"})
  void enqueueSystem_whileMessagesWait_isHandledFirstAndTheMessagesKeepTheirPlace() {
    send("a", "b");
    mailbox.order(Effect.NOTHING, "s1");
    mailbox.order(Effect.NOTHING, "s2");
    lab.runAll();
    assertThat(handled(mailbox)).containsExactly("s1", "s2", "a", "b");
  }

  @Test
  @Requirement("M1.1")
  void enqueueSystem_duringAMessage_isHandledBeforeTheNextOne() {
    MailboxLab own = MailboxLab.create();
    RecordingMailbox eager =
        new RecordingMailbox(
            own.dispatcher,
            null,
            (self, message) -> self.order(Effect.NOTHING, "after " + message));
    eager.launch();
    send(eager, "a");
    send(eager, "b");
    assertThat(own.runAll()).isEqualTo(1);
    assertThat(handled(eager)).containsExactly("a", "after a", "b", "after b");
  }

  @Test
  @Requirement("M1.2")
  void enqueueSystem_toAnIdleMailbox_schedulesItAtOnce() {
    assertThat(mailbox.view().phase()).isEqualTo(Phase.IDLE);
    mailbox.order(Effect.NOTHING, "s");
    assertThat(mailbox.view().phase()).isEqualTo(Phase.SCHEDULED);
    assertThat(lab.waiting()).isEqualTo(1);
    lab.runAll();
    assertThat(handled(mailbox)).containsExactly("s");
  }

  @Test
  @Requirement("M1.4")
  void systemMessages_moreThanATurnHas_letOthersHaveTheirTurn() {
    MailboxLab small = MailboxLab.with(settings -> settings.withThroughput(2));
    RecordingMailbox busy = launched(small);
    RecordingMailbox other = launched(small);
    for (int i = 1; i <= 5; i++) {
      busy.order(Effect.NOTHING, i);
    }
    send(other, "now");
    small.runOne();
    assertThat(handled(busy)).containsExactly("1", "2");
    small.runOne();
    assertThat(handled(other)).containsExactly("now");
    assertThat(small.runAll()).isEqualTo(2);
    assertThat(handled(busy)).containsExactly("1", "2", "3", "4", "5");
  }

  @Test
  @Requirement("M1.5")
  void systemDepth_whileTheyWait_countsThem() {
    assertThat(mailbox.systemDepth()).isZero();
    mailbox.order(Effect.NOTHING, 1);
    mailbox.order(Effect.NOTHING, 2);
    assertThat(mailbox.view().systemDepth()).isEqualTo(2);
    lab.runAll();
    assertThat(mailbox.systemDepth()).isZero();
  }

  @Test
  @Requirement({"M1.5", "M5.4"})
  void enqueueSystem_behindTheClosing_isGivenBack() {
    mailbox.order(Effect.CLOSE, "close");
    mailbox.order(Effect.NOTHING, "behind");
    lab.runAll();
    assertThat(mailbox.refusedSystem).extracting(Object::toString).containsExactly("behind");
    assertThat(mailbox.order(Effect.NOTHING, "late")).isFalse();
    assertThat(mailbox.systemDepth()).isZero();
  }

  @Test
  @Requirement({"M2.1", "M2.2", "M5.2"})
  void runTurn_withMoreMessagesThanItsThroughput_wantsAnotherTurn() {
    MailboxLab small = MailboxLab.with(settings -> settings.withThroughput(2));
    RecordingMailbox box = launched(small);
    for (int i = 1; i <= 5; i++) {
      send(box, i);
    }
    assertThat(box.runTurn(null, null)).isEqualTo(TurnResult.NEED_RESCHEDULE);
    assertThat(box.handled).containsExactly(1, 2);
    assertThat(box.depth()).isEqualTo(3);
    assertThat(box.runTurn(null, null)).isEqualTo(TurnResult.NEED_RESCHEDULE);
    assertThat(box.runTurn(null, null)).isEqualTo(TurnResult.IDLE);
    assertThat(box.handled).containsExactly(1, 2, 3, 4, 5);
    assertThat(box.view().phase()).isEqualTo(Phase.IDLE);
  }

  @Test
  @Requirement({"M2.1", "M2.2"})
  void runTurn_withADeadline_endsAfterTheMessageThatPassedIt() {
    MailboxLab timed =
        MailboxLab.with(settings -> settings.withThroughputDeadline(Duration.ofMillis(5)));
    RecordingMailbox box =
        new RecordingMailbox(
            timed.dispatcher, null, (self, message) -> timed.clock.advanceNanos(3_000_000));
    box.launch();
    for (int i = 1; i <= 5; i++) {
      send(box, i);
    }
    timed.runOne();
    assertThat(box.handled).containsExactly(1, 2);
    assertThat(timed.runAll()).isEqualTo(2);
    assertThat(box.handled).hasSize(5);
  }

  @Test
  @Requirement("M2.1")
  void runTurn_whoseDeadlineIsOverBeforeItBegins_handlesOneMessage() {
    MailboxLab timed =
        MailboxLab.with(settings -> settings.withThroughputDeadline(Duration.ofNanos(1)));
    RecordingMailbox box =
        new RecordingMailbox(
            timed.dispatcher, new DequeQueue(), (self, message) -> timed.clock.advanceNanos(1_000));
    box.launch();
    send(box, "a");
    send(box, "b");
    timed.runOne();
    assertThat(box.handled).containsExactly("a");
    assertThat(timed.runAll()).isEqualTo(1);
    assertThat(box.handled).containsExactly("a", "b");
  }

  @Test
  @Requirement("M2.3")
  void wake_manyTimes_schedulesOnce() {
    for (int i = 0; i < 10; i++) {
      mailbox.wake();
      send(mailbox, i);
      mailbox.order(Effect.NOTHING, "s" + i);
    }
    assertThat(lab.waiting()).isEqualTo(1);
    assertThat(lab.runAll()).isEqualTo(1);
    assertThat(mailbox.handled).hasSize(20);
  }

  @Test
  @Requirement("M2.2")
  void enqueue_anyLiteral_isDelivered() {
    send("taken", "", "closed");
    lab.runAll();
    assertThat(handled(mailbox)).containsExactly("taken", "", "closed");
  }

  @Test
  @Requirement("M5.1")
  void view_throughALife_showsEachPhase() {
    MailboxLab own = MailboxLab.create();
    List<MailboxView> during = new ArrayList<>();
    RecordingMailbox box =
        new RecordingMailbox(own.dispatcher, null, (self, message) -> during.add(self.view()));
    assertThat(box.view().phase()).isEqualTo(Phase.SCHEDULED);
    box.launch();
    own.runAll();
    assertThat(box.view().phase()).isEqualTo(Phase.IDLE);
    send(box, "a");
    assertThat(box.view()).isEqualTo(new MailboxView(Phase.SCHEDULED, 0, 1, 0, ""));
    own.runAll();
    assertThat(during.getFirst().phase()).isEqualTo(Phase.RUNNING);
    assertThat(during.getFirst().thread()).isEqualTo(Thread.currentThread().getName());
    box.order(Effect.CLOSE, "close");
    own.runAll();
    assertThat(box.view()).isEqualTo(new MailboxView(Phase.CLOSED, 0, 0, 0, ""));
  }

  @Test
  @Requirement("M5.1")
  void isTurnOfCurrentThread_insideAndOutsideOfATurn_knows() {
    MailboxLab own = MailboxLab.create();
    AtomicBoolean inside = new AtomicBoolean();
    RecordingMailbox box =
        new RecordingMailbox(own.dispatcher, null, (self, message) -> inside.set(self.isInTurn()));
    box.launch();
    send(box, "a");
    assertThat(box.isInTurn()).isFalse();
    own.runAll();
    assertThat(inside).isTrue();
    assertThat(box.isInTurn()).isFalse();
  }

  @Test
  @Requirement("M5.3")
  void suspended_withMessages_handlesSystemMessagesOnly() {
    mailbox.order(Effect.SUSPEND, "suspend");
    mailbox.order(Effect.SUSPEND, "twice");
    send("a");
    lab.runAll();
    send("b", "c");
    mailbox.order(Effect.NOTHING, "s");
    lab.runAll();
    assertThat(handled(mailbox)).containsExactly("suspend", "twice", "s");
    assertThat(mailbox.view().suspends()).isEqualTo(2);
    assertThat(mailbox.depth()).isEqualTo(3);
    mailbox.order(Effect.RESUME, "resume");
    lab.runAll();
    send("d");
    assertThat(mailbox.depth()).isEqualTo(4);
    mailbox.order(Effect.RESUME, "again");
    lab.runAll();
    assertThat(handled(mailbox))
        .containsExactly("suspend", "twice", "s", "resume", "again", "a", "b", "c", "d");
  }

  @Test
  @Requirement("M5.3")
  void suspend_whileAMessageIsHandled_keepsTheNext() {
    MailboxLab own = MailboxLab.create();
    RecordingMailbox box =
        new RecordingMailbox(own.dispatcher, null, (self, message) -> self.suspendNow());
    box.launch();
    send(box, "a");
    send(box, "b");
    own.runAll();
    assertThat(handled(box)).containsExactly("a");
    assertThat(box.view().phase()).isEqualTo(Phase.IDLE);
    box.order(Effect.RESUME, "resume");
    own.runAll();
    assertThat(handled(box)).containsExactly("a", "resume", "b");
  }

  @Test
  @Requirement("M5.4")
  void close_withMessagesLeft_drainsThemOnceAndTells() {
    send("a", "b");
    mailbox.order(Effect.CLOSE, "close");
    assertThat(lab.runAll()).isEqualTo(1);
    send("late");
    mailbox.order(Effect.CLOSE, "again");
    lab.runAll();
    assertThat(mailbox.refused)
        .containsExactly(
            new Refused("a", DeadLetterReason.SHUTDOWN),
            new Refused("b", DeadLetterReason.SHUTDOWN),
            new Refused("late", DeadLetterReason.NO_RECIPIENT));
    assertThat(mailbox.closings).hasValue(1);
  }

  @Test
  @Requirement({"M5.2", "M5.4"})
  void close_ofADeque_refusesTheOldestFirst() {
    RecordingMailbox deque = new RecordingMailbox(lab.dispatcher, new DequeQueue());
    deque.launch();
    deque.order(Effect.SUSPEND, "suspend");
    send(deque, "a");
    lab.runAll();
    send(deque, "b");
    deque.order(Effect.CLOSE, "close");
    assertThat(deque.runTurn(null, null)).isEqualTo(TurnResult.CLOSED);
    assertThat(deque.refused).extracting(Refused::message).containsExactly("a", "b");
  }

  @Test
  @Requirement("W9")
  void deliver_thatThrows_costsItsOwnMessageOnly() {
    MailboxLab own = MailboxLab.create();
    RecordingMailbox box =
        new RecordingMailbox(
            own.dispatcher,
            null,
            (self, message) -> {
              if (message.equals("bad")) {
                throw new IllegalStateException("told to fail");
              }
            });
    box.launch();
    send(box, "a");
    send(box, "bad");
    send(box, "b");
    own.runAll();
    assertThat(handled(box)).containsExactly("a", "bad", "b");
    assertThat(own.failures).singleElement().isInstanceOf(IllegalStateException.class);
  }

  @Test
  @Requirement({"M1.3", "W9"})
  void handleSystem_thatThrows_leavesTheOthersInOrder() {
    mailbox.order(Effect.FAIL, "bad");
    mailbox.order(Effect.NOTHING, "s1");
    mailbox.order(Effect.NOTHING, "s2");
    send("a");
    lab.runAll();
    assertThat(handled(mailbox)).containsExactly("bad", "s1", "s2", "a");
    assertThat(lab.failures).hasSize(1);
  }

  @Test
  @Requirement("M9.1")
  void order_ofEachQueue_isItsOwn() {
    assertThat(through(null, 3, 1, 2)).containsExactly("3", "1", "2");
    assertThat(through(new DequeQueue(), 3, 1, 2)).containsExactly("3", "1", "2");
    assertThat(through(new SharedQueue(), 3, 1, 2)).containsExactly("3", "1", "2");
    PriorityOrder priority =
        new PriorityOrder((a, b) -> Integer.compare((Integer) a / 10, (Integer) b / 10));
    assertThat(through(priority, 31, 12, 21, 11)).containsExactly("12", "11", "21", "31");
    record Control(int id) implements ControlMessage {}
    assertThat(through(new ControlQueue(), 1, new Control(2), 3, new Control(4)))
        .containsExactly("Control[id=2]", "Control[id=4]", "1", "3");
  }

  @Test
  @Requirement("M9.1")
  void priority_withMessagesThatCannotBeCompared_losesNone() {
    PriorityOrder priority = new PriorityOrder((a, b) -> Integer.compare((Integer) a, (Integer) b));
    assertThat(through(priority, 2, "not a number", 1))
        .containsExactlyInAnyOrder("1", "2", "not a number");
    PriorityOrder broken =
        new PriorityOrder(
            (unusedA, unusedB) -> {
              throw new StackOverflowError("told to fail");
            });
    assertThat(through(broken, 2, 1, 3)).containsExactly("2", "1", "3");
  }

  @Test
  @Requirement("M9.1")
  void priority_withMessagesThatCannotBeCompared_keepsTheOthersInOrder() {
    assertThat(through(new PriorityOrder((a, b) -> (Integer) a - (Integer) b), 0, 5, "x", 1))
        .containsExactly("0", "x", "1", "5");
    assertThat(through(new PriorityOrder((a, b) -> (Integer) a - (Integer) b), "y", "x", 5, 0))
        .containsExactly("y", "x", "0", "5");
  }

  @Test
  @Requirement("M9.1")
  @SuppressWarnings({"unchecked", "rawtypes"}) // that is what goes wrong
  void priority_withMessagesOfTwoKinds_hasEachKindInOrder() {
    Comparator<Object> natural = (a, b) -> ((Comparable) a).compareTo(b);
    assertThat(through(new PriorityOrder(natural), "y", 5, "x", 0, 3))
        .containsExactly("x", "y", "0", "3", "5");
  }

  @Test
  @Requirement({"M4.1", "M9.1"})
  void depth_duringATurn_countsWhatWasSentMeanwhile() {
    for (LocalQueue queue : Arrays.asList(null, new DequeQueue())) {
      MailboxLab own = MailboxLab.create();
      List<Integer> depths = new ArrayList<>();
      RecordingMailbox box =
          new RecordingMailbox(
              own.dispatcher,
              queue,
              (self, message) -> {
                if (message.equals("a") || message.equals("b1")) {
                  for (int i = 1; i <= 3; i++) {
                    self.enqueue((message.equals("a") ? "b" : "c") + i);
                  }
                }
                depths.add(self.depth());
              });
      box.launch();
      send(box, "a");
      own.runAll();
      assertThat(depths).containsExactly(3, 5, 4, 3, 2, 1, 0);
    }
  }

  private List<String> through(@Nullable LocalQueue queue, Object... messages) {
    MailboxLab own = MailboxLab.create();
    RecordingMailbox box = new RecordingMailbox(own.dispatcher, queue);
    box.launch();
    for (Object message : messages) {
      send(box, message);
    }
    assertThat(box.depth()).isEqualTo(messages.length);
    own.runAll();
    assertThat(box.depth()).isZero();
    return handled(box);
  }

  @Test
  @Requirement({"M3.6", "M9.1"})
  void putBack_toADeque_comesNext() {
    MailboxLab own = MailboxLab.create();
    RecordingMailbox box =
        new RecordingMailbox(
            own.dispatcher,
            new DequeQueue(),
            (self, message) -> {
              if (message.equals("a")) {
                self.back("front");
              }
            });
    box.launch();
    send(box, "a");
    send(box, "b");
    own.runAll();
    assertThat(handled(box)).containsExactly("a", "front", "b");
  }

  @Test
  @Requirement("M9.2")
  void putBack_withoutADeque_isRefused() {
    assertThatThrownBy(() -> mailbox.back("a")).hasMessageContaining("front");
    assertThatThrownBy(() -> new ControlQueue().addFirst("a")).hasMessageContaining("front");
    assertThatThrownBy(() -> new SharedQueue().addFirst("a")).hasMessageContaining("front");
    assertThatThrownBy(() -> new PriorityOrder((unusedA, unusedB) -> 0).addFirst("a"))
        .hasMessageContaining("front");
  }

  @Test
  @Requirement("M3.5")
  void throttle_underPressure_makesTurnsShorter() {
    MailboxLab own =
        MailboxLab.with(settings -> settings.withThroughput(10).withPressedThroughput(2));
    RecordingMailbox box = launched(own);
    box.throttle(true);
    for (int i = 0; i < 6; i++) {
      send(box, i);
    }
    assertThat(own.runAll()).isEqualTo(3);
    box.throttle(false);
    for (int i = 0; i < 6; i++) {
      send(box, i);
    }
    assertThat(own.runAll()).isEqualTo(1);
  }

  @Test
  @Requirement("M4.4")
  void occupant_whileItWaits_showsWhatTheDumpNeeds() {
    send("a", "b");
    mailbox.order(Effect.SUSPEND, "s");
    assertThat(mailbox.occupant("path"))
        .isEqualTo(new Occupant("path", "default", Occupant.Phase.SCHEDULED, 0, 2, 1, ""));
    lab.runAll();
    assertThat(mailbox.occupant("path"))
        .isEqualTo(new Occupant("path", "default", Occupant.Phase.IDLE, 1, 2, 0, ""));
  }

  /// A queue that has no room for a message, a few times.
  private static final class Tight extends LocalQueue {
    private final LocalQueue inner = new DequeQueue();
    private final Object refused;
    private int timesLeft;

    Tight(Object refused, int times) {
      this.refused = refused;
      this.timesLeft = times;
    }

    @Override
    void add(Object message) {
      if (message.equals(refused) && timesLeft > 0) {
        timesLeft--;
        throw new OutOfMemoryError("as if");
      }
      inner.add(message);
    }

    @Override
    void addFirst(Object message) {
      inner.addFirst(message);
    }

    @Override
    @Nullable Object poll() {
      return inner.poll();
    }

    @Override
    boolean isEmpty() {
      return inner.isEmpty();
    }

    @Override
    int size() {
      return inner.size();
    }
  }

  private RecordingMailbox tight(Object refused, int times) {
    RecordingMailbox tight = new RecordingMailbox(lab.dispatcher, new Tight(refused, times));
    tight.launch();
    lab.runAll();
    return tight;
  }

  @Test
  @Requirement("M2.4")
  void runTurn_queueThatCannotGrow_hasAnotherTurnAndLosesNothing() {
    RecordingMailbox tight = tight("a", 1);
    send(tight, "a");
    send(tight, "b");
    lab.runAll();
    assertThat(lab.failures).singleElement().isInstanceOf(OutOfMemoryError.class);
    assertThat(tight.handled).containsExactly("a", "b");
    assertThat(tight.view().phase()).isEqualTo(Phase.IDLE);
  }

  @Test
  @Requirement("M2.4")
  void runTurn_queueThatCannotGrow_handlesWhatIsInIt() {
    RecordingMailbox tight = tight("b", 1);
    send(tight, "a");
    send(tight, "b");
    send(tight, "c");
    assertThat(lab.runAll()).as("turns").isEqualTo(1);
    assertThat(lab.failures).isEmpty();
    assertThat(tight.handled).containsExactly("a", "b", "c");
    assertThat(tight.view().phase()).isEqualTo(Phase.IDLE);
  }

  @Test
  @Requirement("M1.1")
  void enqueueSystem_queueThatNeverGrows_isHandled() {
    RecordingMailbox tight = tight("b", Integer.MAX_VALUE);
    send(tight, "b");
    tight.order(Effect.CLOSE, "close");
    assertThat(lab.runAll()).as("turns").isEqualTo(1);
    assertThat(tight.closings).hasValue(1);
    assertThat(tight.refused).containsExactly(new Refused("b", DeadLetterReason.SHUTDOWN));
  }
}
