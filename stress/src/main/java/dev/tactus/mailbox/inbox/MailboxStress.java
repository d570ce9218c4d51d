package dev.tactus.mailbox.inbox;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import dev.tactus.mailbox.inbox.StressMailbox.Effect;
import dev.tactus.requirement.Requirement;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/// Senders, a turn, suspension and closing, on two threads. Some senders are workers, whose message
/// needs no node in an empty mailbox, others are not.
public final class MailboxStress {
  private MailboxStress() {}

  /// Two senders find the mailbox idle: one of them asks for a turn.
  @JCStressTest
  @Requirement({"M2.3", "M5.1", "W1"})
  @Outcome(
      id = {"1, 12", "1, 21"},
      expect = ACCEPTABLE,
      desc = "One turn, both messages.")
  @Outcome(expect = FORBIDDEN, desc = "Scheduled twice or never, or a message lost or doubled.")
  @State
  public static class SendToAnIdleMailbox {
    private final StressMailbox mailbox = StressMailbox.idle(null);

    @Actor
    public void left() {
      mailbox.enqueue(1, true);
    }

    @Actor
    public void right() {
      mailbox.enqueue(2, false);
    }

    @Arbiter
    public void handled(II_Result r) {
      r.r1 = mailbox.turnsWaiting();
      mailbox.runAll();
      r.r2 = mailbox.digits;
    }
  }

  /// A message comes while the turn of the last one ends.
  @JCStressTest
  @Requirement({"M2.2", "M5.1"})
  @Outcome(id = "123, 0", expect = ACCEPTABLE, desc = "All came out in order.")
  @Outcome(expect = FORBIDDEN, desc = "A wake-up was lost, or a message was.")
  @State
  public static class SendAtTheEndOfATurn {
    private final StressMailbox mailbox = StressMailbox.idle(null);

    public SendAtTheEndOfATurn() {
      mailbox.enqueue(1, true);
    }

    @Actor
    public void turn() {
      mailbox.runOne();
    }

    @Actor
    public void sender() {
      mailbox.enqueue(2, true);
      mailbox.enqueue(3, false);
    }

    @Arbiter
    public void handled(II_Result r) {
      mailbox.runAll();
      r.r1 = mailbox.digits;
      r.r2 = mailbox.depth();
    }
  }

  /// The same with an order of its own.
  @JCStressTest
  @Requirement({"M2.2", "M9.1"})
  @Outcome(id = "123, 0", expect = ACCEPTABLE, desc = "All came out in order.")
  @Outcome(expect = FORBIDDEN, desc = "A wake-up was lost, or a message was.")
  @State
  public static class SendToADeque {
    private final StressMailbox mailbox = StressMailbox.idle(new DequeQueue());

    public SendToADeque() {
      mailbox.enqueue(1, true);
    }

    @Actor
    public void turn() {
      mailbox.runOne();
    }

    @Actor
    public void sender() {
      mailbox.enqueue(2, true);
      mailbox.enqueue(3, false);
    }

    @Arbiter
    public void handled(II_Result r) {
      mailbox.runAll();
      r.r1 = mailbox.digits;
      r.r2 = mailbox.depth();
    }
  }

  /// A suspended mailbox parks its messages while it is resumed.
  @JCStressTest
  @Requirement({"M1.2", "M5.3"})
  @Outcome(id = "12, 2", expect = ACCEPTABLE, desc = "It went on, and both messages came out.")
  @Outcome(expect = FORBIDDEN, desc = "The system message or a message was left behind.")
  @State
  public static class ResumeWhileItParks {
    private final StressMailbox mailbox = StressMailbox.idle(null);

    public ResumeWhileItParks() {
      mailbox.order(Effect.SUSPEND);
      mailbox.enqueue(1, true);
    }

    @Actor
    public void turn() {
      mailbox.runOne();
    }

    @Actor
    public void parent() {
      mailbox.order(Effect.RESUME);
      mailbox.enqueue(2, false);
    }

    @Arbiter
    public void handled(II_Result r) {
      mailbox.runAll();
      r.r1 = mailbox.digits;
      r.r2 = mailbox.systemHandled;
    }
  }

  /// The same when nothing comes behind that would wake it.
  @JCStressTest
  @Requirement({"M1.2", "M5.3"})
  @Outcome(id = "1, 2", expect = ACCEPTABLE, desc = "It went on, and the message came out.")
  @Outcome(expect = FORBIDDEN, desc = "The system message or the message was left behind.")
  @State
  public static class OnlyAResumeWhileItParks {
    private final StressMailbox mailbox = StressMailbox.idle(null);

    public OnlyAResumeWhileItParks() {
      mailbox.order(Effect.SUSPEND);
      mailbox.enqueue(1, true);
    }

    @Actor
    public void turn() {
      mailbox.runOne();
    }

    @Actor
    public void parent() {
      mailbox.order(Effect.RESUME);
    }

    @Arbiter
    public void handled(II_Result r) {
      mailbox.runAll();
      r.r1 = mailbox.digits;
      r.r2 = mailbox.systemHandled;
    }
  }

  /// A system message comes while the mailbox goes idle.
  @JCStressTest
  @Requirement({"M1.2", "M2.2"})
  @Outcome(id = "1, 1", expect = ACCEPTABLE, desc = "The message first, then the system message.")
  @Outcome(id = "0, 1", expect = ACCEPTABLE, desc = "It was suspended before the message.")
  @Outcome(expect = FORBIDDEN, desc = "The system message was left behind.")
  @State
  public static class SystemMessageAtTheEndOfATurn {
    private final StressMailbox mailbox = StressMailbox.idle(null);

    public SystemMessageAtTheEndOfATurn() {
      mailbox.enqueue(1, true);
    }

    @Actor
    public void turn() {
      mailbox.runOne();
    }

    @Actor
    public void parent() {
      mailbox.order(Effect.SUSPEND);
    }

    @Arbiter
    public void handled(II_Result r) {
      mailbox.runAll();
      r.r1 = mailbox.digits;
      r.r2 = mailbox.systemHandled;
    }
  }

  /// Messages come while the mailbox is closed and drained.
  @JCStressTest
  @Requirement({"M5.4", "M4.2"})
  @Outcome(id = "3, 1", expect = ACCEPTABLE, desc = "All are dead letters, and it was closed once.")
  @Outcome(expect = FORBIDDEN, desc = "A message was lost or doubled, or it was closed twice.")
  @State
  public static class SendWhileItCloses {
    private final StressMailbox mailbox = StressMailbox.idle(null);

    public SendWhileItCloses() {
      mailbox.enqueue(1, true);
      mailbox.order(Effect.CLOSE);
    }

    @Actor
    public void turn() {
      mailbox.runOne();
    }

    @Actor
    public void sender() {
      mailbox.enqueue(2, true);
      mailbox.enqueue(3, false);
    }

    @Arbiter
    public void drained(II_Result r) {
      mailbox.runAll();
      r.r1 = mailbox.refusedMessages();
      r.r2 = mailbox.closings;
    }
  }
}
