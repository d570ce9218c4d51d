package dev.tactus.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tactus.requirement.Requirement;
import java.time.Duration;
import java.util.Iterator;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// The two easier ways to write a process.
@Requirement({"P1", "P2"})
final class BridgeTest {
  private static final long ANSWER = 1;
  private static final long TIMEOUT = 2;

  private final ProcessLab lab = ProcessLab.start();

  /// Asks twice, waits a second for each answer, and puts the answers together.
  private static final class TwoQuestions extends Generator<TwoQuestions.State> {
    sealed interface State {}

    record First() implements State {}

    record Second(String first) implements State {}

    @Override
    protected Next<State> begin(ProcessContext context, String method, @Nullable Object input) {
      return ask("first", new First());
    }

    @Override
    protected Next<State> next(State state, Event event) {
      if (event instanceof Event.Completed(long tag, Object ignored) && tag == TIMEOUT) {
        return Next.done("too late in " + state);
      }
      if (!(event instanceof Event.Completed(long ignored, String answer))) {
        return Next.to(state);
      }
      return switch (state) {
        case First() -> ask("second", new Second(answer));
        case Second(String first) -> Next.done(first + " " + answer);
      };
    }

    private static Next<State> ask(String question, State then) {
      return Next.to(then)
          .withdrawing(TIMEOUT)
          .yielding(ANSWER, Command.of("ask", question))
          .yielding(TIMEOUT, Commands.delay(Duration.ofSeconds(1)));
    }
  }

  @Test
  void generator_answersCome_goesThroughItsStates() {
    var exit = lab.system.run(TwoQuestions::new, "run", null);
    lab.settle();
    lab.advance(Duration.ofMillis(900));
    lab.answer("first", "good");
    lab.advance(Duration.ofMillis(900));
    lab.answer("second", "day");

    assertThat(exit).isCompletedWithValue(new ExitReason.Done("good day"));
    lab.advance(Duration.ofMillis(20));
    assertThat(lab.scheduler.metrics().active()).isZero();
  }

  @Test
  void generator_noAnswer_timesOutInItsState() {
    var exit = lab.system.run(TwoQuestions::new, "run", null);
    lab.settle();
    lab.answer("first", "good");
    lab.advance(Duration.ofMillis(1_020));

    assertThat(exit).isCompletedWithValue(new ExitReason.Done("too late in Second[first=good]"));
  }

  @Test
  void generator_messagesItDoesNotExpect_stays() {
    Pid pid = lab.spawn(TwoQuestions::new);
    lab.send(pid, "hello");

    assertThat(lab.state(pid)).isEqualTo(ProcessState.BLOCKED);
  }

  @Test
  @Requirement("P7")
  void generator_cancelled_endsByThatUnlessItSaysOtherwise() {
    Pid pid = lab.spawn(TwoQuestions::new);
    var exit = lab.system.exitOf(pid);
    lab.system.cancel(pid, "closing time");
    lab.settle();

    assertThat(exit.join()).isInstanceOf(ExitReason.Crashed.class);
    assertThat(((ExitReason.Crashed) exit.join()).error())
        .isInstanceOf(ProcessException.Cancelled.class)
        .hasMessageContaining("closing time");
  }

  @Test
  void sequence_ofCommands_carriesThemOutOneAfterAnother() {
    List<Command> commands =
        List.of(
            Command.of("echo", "a"),
            Commands.delay(Duration.ofSeconds(1)),
            Command.of("ask", "q"),
            Command.of("echo", "b"));
    var exit =
        lab.system.run(CommandSequence.of(input -> commands.iterator()), CommandSequence.RUN, null);
    lab.advance(Duration.ofMillis(1_020));
    assertThat(exit).isNotDone();
    lab.answer("q", "c");

    assertThat(exit.join()).isInstanceOf(ExitReason.Done.class);
    assertThat(((ExitReason.Done) exit.join()).result())
        .asInstanceOf(org.assertj.core.api.InstanceOfAssertFactories.LIST)
        .containsExactly("a", null, "c", "b");
  }

  @Test
  void sequence_endlessIterator_isPulledOneByOne() {
    Iterator<Command> endless = Stream.generate(() -> Command.of("ask", "q")).iterator();
    Pid pid = lab.system.spawn(CommandSequence.of(input -> endless), CommandSequence.RUN, null);
    lab.settle();
    for (int i = 0; i < 100; i++) {
      assertThat(lab.answer("q", i)).isTrue();
    }

    assertThat(lab.state(pid)).isEqualTo(ProcessState.BLOCKED);
  }

  @Test
  void sequence_commandFails_endsByThatError() {
    List<Command> commands = List.of(Command.of("fly"), Command.of("ask", "never"));
    var exit =
        lab.system.run(CommandSequence.of(input -> commands.iterator()), CommandSequence.RUN, null);
    lab.settle();

    assertThat(((ExitReason.Crashed) exit.join()).error())
        .isInstanceOf(ProcessException.UnknownCommand.class);
  }

  @Test
  void sequence_empty_isDoneAtOnce() {
    var exit =
        lab.system.run(
            CommandSequence.of(input -> List.<Command>of().iterator()), CommandSequence.RUN, null);
    lab.settle();

    assertThat(exit).isCompletedWithValue(new ExitReason.Done(List.of()));
  }

  /// Forgets to say where it begins.
  private static final class Absent extends Generator<String> {
    @Override
    @SuppressWarnings("NullAway") // what a mistake looks like
    protected Next<String> begin(ProcessContext context, String method, @Nullable Object input) {
      return null;
    }

    @Override
    protected Next<String> next(String state, Event event) {
      return Next.to(state);
    }
  }

  @Test
  void generator_beginsNowhere_failsTheStart() {
    assertThatThrownBy(() -> lab.system.spawn(Absent::new, "run", null))
        .isInstanceOf(ProcessException.StartFailed.class)
        .hasMessageContaining("begin returned null");
    assertThat(lab.system.alive()).isZero();
  }
}
