package dev.tactus.mailbox.inbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tactus.dispatch.Dispatcher;
import dev.tactus.dispatch.DispatcherEvent.Recovered;
import dev.tactus.dispatch.DispatcherEvent.TurnRefused;
import dev.tactus.dispatch.DispatcherHost;
import dev.tactus.dispatch.DispatcherSettings;
import dev.tactus.dispatch.Dispatchers;
import dev.tactus.dispatch.Occupant.Phase;
import dev.tactus.mailbox.SteepClock;
import dev.tactus.mailbox.inbox.RecordingMailbox.Effect;
import dev.tactus.requirement.Requirement;
import dev.tactus.workers.SteppedPool;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// A mailbox whose pool does not run it.
@Requirement({"M2.4", "M7.3"})
final class MailboxRefusalTest {
  private final MailboxLab lab = MailboxLab.with(settings -> settings.withThroughput(2));
  private final RecordingMailbox mailbox = new RecordingMailbox(lab.dispatcher, null);

  @Test
  void enqueue_refused_parksTheMessagesAndTellsOnce() {
    mailbox.launch();
    lab.runAll();
    lab.refuse(true);
    mailbox.enqueue("a");
    mailbox.enqueue("b");
    mailbox.order(Effect.NOTHING, "s");
    assertThat(mailbox.view().phase()).isEqualTo(Phase.IDLE);
    assertThat(mailbox.depth()).isEqualTo(2);
    assertThat(lab.dispatcher.refused()).isEqualTo(1);
    assertThat(lab.published).containsExactly(new TurnRefused("default", mailbox.toString(), 3));
  }

  @Test
  void enqueue_afterARefusal_triesAgain() {
    mailbox.launch();
    lab.runAll();
    lab.refuse(true);
    mailbox.enqueue("a");
    mailbox.enqueue("b");
    lab.refuse(false);
    mailbox.enqueue("c");
    lab.runAll();
    assertThat(mailbox.handled).containsExactly("a", "b", "c");
  }

  @Test
  void pool_thatRecovers_runsWhatWasParkedWithoutANewMessage() {
    mailbox.launch();
    lab.runAll();
    lab.refuse(true);
    mailbox.enqueue("a");
    assertThat(lab.scheduler.runOne()).isTrue();
    assertThat(lab.published).hasSize(1); // still refused, which is no news
    lab.refuse(false);
    assertThat(lab.scheduler.runOne()).isTrue();
    lab.runAll();
    assertThat(mailbox.handled).containsExactly("a");
    assertThat(lab.published).last().isEqualTo(new Recovered("default", 1));
    assertThat(lab.scheduler.runOne()).isFalse();
  }

  @Test
  void enqueue_refusedWithoutMemoryForATimer_triesAgainAfterTheNextRefusal() {
    mailbox.launch();
    lab.runAll();
    lab.refuse(true);
    lab.scheduler.isExhausted = true;
    assertThatThrownBy(() -> mailbox.enqueue("a")).isInstanceOf(OutOfMemoryError.class);
    assertThat(lab.published).as("told all the same").hasSize(1);
    lab.scheduler.isExhausted = false;
    mailbox.enqueue("b");
    lab.refuse(false);
    assertThat(lab.scheduler.runOne()).isTrue();
    lab.runAll();
    assertThat(mailbox.handled).containsExactly("a", "b");
  }

  @Test
  void turn_thatCannotBeContinued_keepsWhatIsLeft() {
    mailbox.launch();
    lab.runAll();
    for (int i = 1; i <= 5; i++) {
      mailbox.enqueue(i);
    }
    lab.refuse(true);
    lab.runOne();
    assertThat(mailbox.handled).containsExactly(1, 2);
    assertThat(lab.published).singleElement().isInstanceOf(TurnRefused.class);
    lab.refuse(false);
    assertThat(lab.scheduler.runOne()).isTrue();
    lab.runAll();
    assertThat(mailbox.handled).containsExactly(1, 2, 3, 4, 5);
  }

  @Test
  void launch_refused_beginsLater() {
    lab.refuse(true);
    mailbox.launch();
    mailbox.enqueue("a");
    assertThat(mailbox.begun).isZero();
    lab.refuse(false);
    assertThat(lab.scheduler.runOne()).isTrue();
    lab.runAll();
    assertThat(mailbox.begun).isEqualTo(1);
    assertThat(mailbox.handled).containsExactly("a");
  }

  private final SteepClock clock = new SteepClock();
  private final SteppedPool pool = clock.pool();

  /// A mailbox on that pool, the next submission to which looks at the clock.
  private RecordingMailbox onTheEdge() {
    Dispatcher dispatcher =
        new Dispatchers(
                Map.of(Dispatchers.DEFAULT_ID, DispatcherSettings.pool(pool)),
                new DispatcherHost(
                    lab.clock, lab.scheduler, lab.events, Thread::new, (task, failure) -> {}))
            .lookup(Dispatchers.DEFAULT_ID);
    RecordingMailbox deep = new RecordingMailbox(dispatcher, null);
    deep.launch();
    for (int i = 0; i < 7; i++) { // after every other one, the pool wants to time a submission
      clock.now += 2_000_000;
      deep.wake();
      assertThat(pool.runUntilIdle(10)).isPositive();
    }
    return deep;
  }

  @Test
  @Requirement("W9")
  void enqueue_stackUsedUpInThePool_runsWithTheNextMessage() {
    RecordingMailbox deep = onTheEdge();
    clock.isSteep = true;
    assertThatThrownBy(() -> deep.enqueue("a")).isInstanceOf(StackOverflowError.class);
    clock.isSteep = false;
    assertThat(deep.view().phase()).isEqualTo(Phase.IDLE);
    assertThat(deep.depth()).isEqualTo(1);
    deep.enqueue("b");
    assertThat(pool.runUntilIdle(10)).isPositive();
    assertThat(deep.handled).containsExactly("a", "b");
  }

  @Test
  @Requirement("W9")
  void enqueueSystem_stackUsedUpInThePool_runsWithTheNextSystemMessage() {
    RecordingMailbox deep = onTheEdge();
    clock.isSteep = true;
    assertThatThrownBy(() -> deep.order(Effect.NOTHING, "a"))
        .isInstanceOf(StackOverflowError.class);
    clock.isSteep = false;
    assertThat(deep.order(Effect.NOTHING, "b")).isTrue();
    assertThat(pool.runUntilIdle(10)).isPositive();
    assertThat(deep.handled).map(Object::toString).containsExactly("a", "b");
  }
}
