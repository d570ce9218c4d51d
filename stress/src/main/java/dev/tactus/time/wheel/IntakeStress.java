package dev.tactus.time.wheel;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import dev.tactus.requirement.Requirement;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;
import org.openjdk.jcstress.infra.results.II_Result;

/// Many threads push, one drains, any seals.
public final class IntakeStress {
  private IntakeStress() {}

  private static int drain(Intake intake) {
    OrderDigits drained = new OrderDigits();
    intake.drain(drained);
    return drained.digits;
  }

  /// Two registrations at once: numbers are unique and without gaps, both entries are in.
  @JCStressTest
  @Requirement({"S1.2", "S4.1"})
  @Outcome(
      id = {"1, 2, 12", "1, 2, 21", "2, 1, 12", "2, 1, 21"},
      expect = ACCEPTABLE,
      desc = "The numbers are 1 and 2, and both entries came out.")
  @Outcome(expect = FORBIDDEN, desc = "A number twice, or an entry lost or doubled.")
  @State
  public static class Register {
    private final Intake intake = new Intake(1);

    @Actor
    public void left(III_Result r) {
      r.r1 = registered();
    }

    @Actor
    public void right(III_Result r) {
      r.r2 = registered();
    }

    private int registered() {
      StressEntry entry = new StressEntry();
      int number = (int) intake.number(entry);
      return intake.push(entry) ? number : -1;
    }

    @Arbiter
    public void drained(III_Result r) {
      r.r3 = drain(intake);
    }
  }

  /// Two pushes a thread, on one stack: each thread's entries stay in its order.
  @JCStressTest
  @Requirement({"S1.2", "S4.1"})
  @Outcome(
      id = {"1234, 4", "1324, 4", "1342, 4", "3124, 4", "3142, 4", "3412, 4"},
      expect = ACCEPTABLE,
      desc = "All four came out, 1 before 2 and 3 before 4.")
  @Outcome(expect = FORBIDDEN, desc = "Lost, doubled, or a thread's entries changed places.")
  @State
  public static class PushOnOneStack {
    private final Intake intake = new Intake(1);

    @Actor
    public void left() {
      pushTwo(intake, 1);
    }

    @Actor
    public void right() {
      pushTwo(intake, 3);
    }

    @Arbiter
    public void drained(II_Result r) {
      OrderDigits drained = new OrderDigits();
      r.r2 = (int) intake.drain(drained);
      r.r1 = drained.digits;
    }
  }

  /// The same on several stacks, which threads share or do not share, as their ids fall.
  @JCStressTest
  @Requirement({"S1.2", "S4.1"})
  @Outcome(
      id = {"1234, 4", "1324, 4", "1342, 4", "3124, 4", "3142, 4", "3412, 4"},
      expect = ACCEPTABLE,
      desc = "All four came out, 1 before 2 and 3 before 4.")
  @Outcome(expect = FORBIDDEN, desc = "Lost, doubled, or a thread's entries changed places.")
  @State
  public static class PushOnSeveralStacks {
    private final Intake intake = new Intake(4);

    @Actor
    public void left() {
      pushTwo(intake, 1);
    }

    @Actor
    public void right() {
      pushTwo(intake, 3);
    }

    @Arbiter
    public void drained(II_Result r) {
      OrderDigits drained = new OrderDigits();
      r.r2 = (int) intake.drain(drained);
      r.r1 = drained.digits;
    }
  }

  /// @return the second one
  private static StressEntry pushTwo(Intake intake, int firstNumber) {
    StressEntry onTop = new StressEntry(firstNumber + 1);
    boolean first = intake.push(new StressEntry(firstNumber));
    boolean second = intake.push(onTop);
    assert first && second;
    return onTop;
  }

  /// An entry is accepted before the seal and comes out, or is refused and does not.
  @JCStressTest
  @Requirement({"S3.7", "S4.1"})
  @Outcome(id = "1, 1, 0", expect = ACCEPTABLE, desc = "Accepted before the seal, and came out.")
  @Outcome(id = "0, 0, 0", expect = ACCEPTABLE, desc = "Refused after the seal, and unchanged.")
  @Outcome(expect = FORBIDDEN, desc = "Accepted and lost, or refused and kept.")
  @State
  public static class PushAndSeal {
    private final Intake intake = new Intake(1);
    private final StressEntry entry = new StressEntry(1);

    @Actor
    public void push(III_Result r) {
      if (intake.push(entry)) {
        r.r1 = 1;
      } else {
        r.r1 = entry.isLoose() ? 0 : -1;
      }
    }

    @Actor
    public void seal() {
      intake.seal();
    }

    @Arbiter
    public void drained(III_Result r) {
      boolean late = intake.push(new StressEntry(2));
      r.r2 = drain(intake);
      r.r3 = late || intake.hasNew() ? 1 : 0;
    }
  }

  /// A push that meets a drain is in that drain or in the next, with everything that was written to
  /// the entry before.
  @JCStressTest
  @Requirement("S4.1")
  @Outcome(
      id = {"0, 12", "1, 2", "12, 0"},
      expect = ACCEPTABLE,
      desc = "Both entries came out, in order, with their numbers.")
  @Outcome(expect = FORBIDDEN, desc = "Lost, doubled, or seen without its number.")
  @State
  public static class PushAndDrain {
    private final Intake intake = new Intake(1);

    @Actor
    public void push() {
      pushTwo(intake, 1);
    }

    @Actor
    public void drain(II_Result r) {
      r.r1 = IntakeStress.drain(intake);
    }

    @Arbiter
    public void rest(II_Result r) {
      r.r2 = IntakeStress.drain(intake);
    }
  }

  /// An entry that is taken back while the owner drains: it is out, or it is drained.
  @JCStressTest
  @Requirement({"S1.4", "S4.1"})
  @Outcome(
      id = {"1, 1, 0", "1, 0, 1"},
      expect = ACCEPTABLE,
      desc = "Taken back; the one below came with this drain or with the next.")
  @Outcome(id = "0, 12, 0", expect = ACCEPTABLE, desc = "Drained before it could be taken back.")
  @Outcome(expect = FORBIDDEN, desc = "Taken back and drained, or neither.")
  @State
  public static class WithdrawAndDrain {
    private final Intake intake = new Intake(1);
    private final StressEntry entry = pushTwo(intake, 1);

    @Actor
    public void withdraw(III_Result r) {
      r.r1 = intake.withdraw(entry) ? 1 : 0;
    }

    @Actor
    public void drain(III_Result r) {
      r.r2 = IntakeStress.drain(intake);
    }

    @Arbiter
    public void rest(III_Result r) {
      r.r3 = IntakeStress.drain(intake);
    }
  }

  /// An entry that is taken back while another one is pushed.
  @JCStressTest
  @Requirement({"S1.4", "S4.1"})
  @Outcome(id = "1, 13", expect = ACCEPTABLE, desc = "Taken back before the other one lay on it.")
  @Outcome(id = "0, 123", expect = ACCEPTABLE, desc = "The other one lies on it: it stays.")
  @Outcome(expect = FORBIDDEN, desc = "Lost, doubled, or taken back and drained.")
  @State
  public static class WithdrawAndPush {
    private final Intake intake = new Intake(1);
    private final StressEntry entry = pushTwo(intake, 1);

    @Actor
    public void withdraw(II_Result r) {
      r.r1 = intake.withdraw(entry) ? 1 : 0;
    }

    @Actor
    public void push() {
      boolean accepted = intake.push(new StressEntry(3));
      assert accepted;
    }

    @Arbiter
    public void drained(II_Result r) {
      r.r2 = IntakeStress.drain(intake);
    }
  }

  /// A seal that meets a drain: what was accepted comes out once, and the lid stays on.
  @JCStressTest
  @Requirement("S3.7")
  @Outcome(
      id = "1, 0, 0",
      expect = ACCEPTABLE,
      desc = "The entry came out of the drain, from under the lid or before; nothing got in after.")
  @Outcome(expect = FORBIDDEN, desc = "The entry was lost or doubled, or the lid came off.")
  @State
  public static class SealAndDrain {
    private final Intake intake = new Intake(1);

    public SealAndDrain() {
      boolean accepted = intake.push(new StressEntry(1));
      assert accepted;
    }

    @Actor
    public void seal() {
      intake.seal();
    }

    @Actor
    public void drain(III_Result r) {
      r.r1 = IntakeStress.drain(intake);
    }

    @Arbiter
    public void rest(III_Result r) {
      r.r2 = IntakeStress.drain(intake);
      r.r3 = intake.push(new StressEntry(2)) ? 1 : 0;
    }
  }
}
