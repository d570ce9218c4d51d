package dev.tactus.process;

import dev.tactus.requirement.Requirement;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.jetbrains.kotlinx.lincheck.Actor;
import org.jetbrains.kotlinx.lincheck.execution.ExecutionScenario;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Validate;
import org.jetbrains.lincheck.datastructures.verifier.EpsilonVerifier;
import org.junit.jupiter.api.Test;

/// The state word and the queue under every interleaving of completions, messages, turns and
/// termination: no wake-up is lost, nothing runs twice, nothing steps after it was forbidden.
@Requirement({"P3", "P4", "P7"})
final class StateWordLincheckTest {
  /// A process of which only the word and the queue are real. The pool is a count: what is
  /// submitted waits in it until a worker takes it.
  public static final class Calls {
    private static final class Bare extends StateWord {
      @Override
      protected boolean run() {
        throw new AssertionError("the test makes the turns");
      }
    }

    private final Bare process = new Bare();
    private final AtomicInteger submitted = new AtomicInteger();
    private final AtomicInteger pushed = new AtomicInteger();
    private final AtomicInteger running = new AtomicInteger();
    private final AtomicInteger taken = new AtomicInteger();
    private volatile boolean forbidden;
    private volatile boolean wrong;

    public Calls() {
      process.backToReady();
      submitted.set(1);
    }

    /// A completion; a message takes the same way.
    @Operation
    public void complete() {
      if (process.push(new EventNode.TagAnswer(1, null, null))) {
        pushed.incrementAndGet();
        if (process.wake()) {
          submitted.incrementAndGet();
        }
      }
    }

    @Operation
    public void send() {
      if (process.push(new EventNode.TagAnswer(2, null, null))) {
        pushed.incrementAndGet();
        if (process.wake()) {
          submitted.incrementAndGet();
        }
      }
    }

    @Operation
    public void terminate() {
      StateWord.Ending ending = process.forbidSteps();
      if (ending != StateWord.Ending.TOO_LATE) {
        forbidden = true;
      }
      if (ending == StateWord.Ending.SUBMIT) {
        submitted.incrementAndGet();
      }
    }

    /// A worker's turn, if the pool has something for it: steps until it can rest.
    @Operation
    public void turn() {
      if (take()) {
        turn(StateWord.IDLE, 3);
      }
    }

    /// The same with a turn that is used up after one step.
    @Operation
    public void shortTurn() {
      if (take()) {
        turn(StateWord.BLOCKED, 1);
      }
    }

    private boolean take() {
      int seen = submitted.get();
      return seen > 0 && submitted.compareAndSet(seen, seen - 1);
    }

    private void turn(int rest, int stepsMax) {
      wrong |= running.incrementAndGet() != 1;
      if (!process.beginTurn()) {
        end();
        return;
      }
      for (int steps = 0; steps < stepsMax; steps++) {
        for (EventNode node = process.takeAll(); node != null; node = node.next) {
          taken.incrementAndGet();
        }
        running.decrementAndGet(); // whoever wakes it may run it from the next line on
        if (process.rest(rest)) {
          return;
        }
        wrong |= running.incrementAndGet() != 1;
        if (!process.goOn()) {
          end();
          return;
        }
      }
      running.decrementAndGet();
      process.backToReady();
      submitted.incrementAndGet();
    }

    private void end() {
      for (EventNode node = process.closeAndTakeAll(); node != null; node = node.next) {
        taken.incrementAndGet();
      }
      process.end();
      running.decrementAndGet();
    }

    /// After everything, the pool runs dry; then every event must have been taken.
    @Validate
    public void check() {
      int turns = 0;
      while (take()) {
        turn(StateWord.IDLE, 3);
        turns++;
        if (turns > 10) {
          throw new IllegalStateException("it never comes to rest");
        }
      }
      ProcessState state = process.state();
      boolean ended = state == ProcessState.COMPLETE;
      if (wrong
          || taken.get() != pushed.get()
          || submitted.get() != 0
          || ended != forbidden
          || !(ended || state == ProcessState.IDLE || state == ProcessState.BLOCKED)) {
        throw new IllegalStateException(
            "wrong %s, %s of %s taken, %s submitted, forbidden %s, %s"
                .formatted(wrong, taken, pushed, submitted, forbidden, state));
      }
    }
  }

  @Test
  void word_underTheModelChecker_losesNoWakeUpAndRunsOnce() {
    new ModelCheckingOptions()
        .verifier(EpsilonVerifier.class)
        .iterations(0)
        .invocationsPerIteration(1_000)
        .checkObstructionFreedom(true)
        .addCustomScenario(scenario(List.of("turn"), List.of("complete", "send")))
        .addCustomScenario(scenario(List.of("turn", "turn"), List.of("complete"), List.of("send")))
        .addCustomScenario(scenario(List.of("turn", "turn"), List.of("send"), List.of("terminate")))
        .addCustomScenario(scenario(List.of("turn"), List.of("turn"), List.of("complete")))
        .addCustomScenario(scenario(List.of("shortTurn", "turn"), List.of("complete", "terminate")))
        .addCustomScenario(
            scenario(List.of("turn", "turn"), List.of("terminate"), List.of("terminate", "send")))
        .addCustomScenario(
            scenario(
                List.of("shortTurn", "shortTurn"), List.of("send", "turn"), List.of("complete")))
        .check(Calls.class);
  }

  @SafeVarargs
  private static ExecutionScenario scenario(List<String>... threads) {
    List<List<Actor>> parallel = new ArrayList<>();
    for (List<String> thread : threads) {
      parallel.add(thread.stream().map(StateWordLincheckTest::actor).toList());
    }
    return new ExecutionScenario(List.of(), parallel, List.of(), actor("check"));
  }

  private static Actor actor(String name) {
    Method method =
        Arrays.stream(Calls.class.getMethods())
            .filter(candidate -> candidate.getName().equals(name))
            .findFirst()
            .orElseThrow();
    return new Actor(method, List.of());
  }
}
