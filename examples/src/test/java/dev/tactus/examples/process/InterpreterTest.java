package dev.tactus.examples.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tactus.process.CommandRegistry;
import dev.tactus.process.ExitReason;
import dev.tactus.process.Pid;
import dev.tactus.requirement.Requirement;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/// Programs as processes, in virtual time.
@Requirement({"P2", "P6"})
final class InterpreterTest {
  private final VirtualSystem virtual = new VirtualSystem(CommandRegistry.create());

  /// The product of all numbers up to n.
  private static Program factorial(int n) {
    return new Program()
        .push(n)
        .store(0) // n
        .push(1)
        .store(1) // the product so far
        .load(0) // 8: while n is not 0
        .jumpIfZero(28)
        .load(0)
        .load(1)
        .multiply()
        .store(1)
        .load(0)
        .push(1)
        .subtract()
        .store(0)
        .jump(8)
        .load(1) // 28
        .halt();
  }

  private CompletableFuture<ExitReason> start(Program program) {
    return virtual.system.run(Interpreter::new, Interpreter.RUN, program);
  }

  @Test
  void run_loopWithArithmetic_givesItsResult() {
    CompletableFuture<ExitReason> exit = start(factorial(20));
    virtual.settle();

    assertThat(exit).isCompletedWithValue(new ExitReason.Done(2_432_902_008_176_640_000L));
  }

  @Test
  void run_besideAnEndlessLoop_getsDone() {
    Pid endless = virtual.system.spawn(Interpreter::new, Interpreter.RUN, new Program().jump(0));
    CompletableFuture<ExitReason> exit = start(factorial(5));
    for (int i = 0; i < 100 && !exit.isDone(); i++) {
      assertThat(virtual.pool.step()).isTrue();
    }

    assertThat(exit).isCompletedWithValue(new ExitReason.Done(120L));
    virtual.system.terminate(endless, "it would not end");
    virtual.settle();
    assertThat(virtual.system.alive()).isZero();
  }

  @Test
  @Requirement("P11")
  void sleep_inVirtualTime_goesOnWhenItIsOver() {
    CompletableFuture<ExitReason> exit =
        start(new Program().push(100).push(100).multiply().sleep().push(1).halt());
    virtual.advance(Duration.ofMillis(9_990));
    assertThat(exit).isNotDone();
    virtual.advance(Duration.ofMillis(20));

    assertThat(exit).isCompletedWithValue(new ExitReason.Done(1L));
  }

  @Test
  void sendAndReceive_twoPrograms_talk() {
    // The second one answers its first message, which is a process, with its second plus one.
    Program answering =
        new Program().receive().store(0).receive().push(1).add().load(0).send().push(0).halt();
    Pid server = virtual.system.spawn(Interpreter::new, Interpreter.RUN, answering);
    int number = (int) server.number();
    Program asking =
        new Program().pushSelf().push(number).send().push(41).push(number).send().receive().halt();
    CompletableFuture<ExitReason> exit = start(asking);
    virtual.settle();

    assertThat(exit).isCompletedWithValue(new ExitReason.Done(42L));
    assertThat(virtual.system.alive()).isZero();
  }

  @Test
  void run_byteThatIsNoInstruction_endsThatProgramOnly() {
    CompletableFuture<ExitReason> wrong = start(new Program().push(99).jump(1));
    CompletableFuture<ExitReason> right = start(factorial(3));
    virtual.settle();

    assertThat(((ExitReason.Crashed) wrong.join()).error())
        .hasMessageContaining("byte 99 is no instruction");
    assertThat(right).isCompletedWithValue(new ExitReason.Done(6L));
  }

  @Test
  void program_operandThatDoesNotFit_isRefused() {
    assertThatThrownBy(() -> new Program().push(1_000)).hasMessageContaining("PUSH");
  }
}
