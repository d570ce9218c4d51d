package dev.tactus.examples.process;

import dev.tactus.process.Commands;
import dev.tactus.process.Event;
import dev.tactus.process.Events;
import dev.tactus.process.Pid;
import dev.tactus.process.Process;
import dev.tactus.process.ProcessContext;
import dev.tactus.process.ProcessException;
import dev.tactus.process.StepOutput;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A program as a process. A step runs some instructions and then lets others go first; to sleep is
/// a command, to receive is to wait for an event. The program notices nothing of that.
public final class Interpreter implements Process {
  /// Its entry; the input is a [Program].
  public static final String RUN = "run";

  /// How many instructions a step runs at most, so that an endless loop holds up nobody.
  private static final int INSTRUCTIONS_PER_STEP = 64;

  private static final long AWAKE = 1;

  private final Deque<Long> stack = new ArrayDeque<>();
  private final Deque<Long> inbox = new ArrayDeque<>();
  private final long[] variables = new long[16];
  private byte[] code = {};
  private int place;
  private boolean sleeps;
  private @Nullable Pid self;

  @Override
  public void init(ProcessContext context, String method, @Nullable Object input) {
    if (!method.equals(RUN) || !(input instanceof Program program)) {
      throw new ProcessException.UnknownMethod(method, List.of(RUN));
    }
    self = context.self();
    code = program.bytes();
  }

  @Override
  public void step(Events events, StepOutput out) {
    for (Event event : events) {
      switch (event) {
        case Event.Message(Pid sender, Object body) -> inbox.add(((Number) body).longValue());
        case Event.Completed answer -> sleeps = false;
        case Event.Failed(long tag, Throwable error) ->
            throw new IllegalStateException("could not sleep", error);
        case Event.CancelRequested(String reason) -> throw new ProcessException.Cancelled(reason);
        case Event.Exited ignored -> {}
      }
    }
    for (int i = 0; i < INSTRUCTIONS_PER_STEP && !sleeps; i++) {
      if (!instruction(out)) {
        return;
      }
    }
    if (!sleeps) {
      out.continues();
    }
  }

  /// Runs one instruction.
  ///
  /// @return false when the program can go no further at the moment
  private boolean instruction(StepOutput out) {
    Opcode opcode = Opcode.of(code[place++]);
    int operand = opcode.hasOperand() ? code[place++] : 0;
    switch (opcode) {
      case PUSH -> stack.push((long) operand);
      case ADD -> stack.push(stack.pop() + stack.pop());
      case SUBTRACT -> stack.push(-stack.pop() + stack.pop());
      case MULTIPLY -> stack.push(stack.pop() * stack.pop());
      case LOAD -> stack.push(variables[operand]);
      case STORE -> variables[operand] = stack.pop();
      case JUMP -> place = operand;
      case JUMP_IF_ZERO -> place = stack.pop() == 0 ? operand : place;
      case SELF -> stack.push(self == null ? 0 : self.number());
      case SEND -> out.send(new Pid(stack.pop()), stack.pop());
      case SLEEP -> {
        out.yield(AWAKE, Commands.delay(Duration.ofMillis(stack.pop())));
        sleeps = true;
      }
      case RECEIVE -> {
        Long message = inbox.poll();
        if (message == null) {
          place--; // again, when something has come
          out.idle();
          return false;
        }
        stack.push(message);
      }
      case HALT -> {
        out.done(stack.pop());
        return false;
      }
    }
    return true;
  }
}
