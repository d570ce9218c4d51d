package dev.tactus.bench.processes;

import dev.tactus.process.Command;
import dev.tactus.process.CommandCall;
import dev.tactus.process.CommandRegistry;
import dev.tactus.process.Commands;
import dev.tactus.process.Event;
import dev.tactus.process.Events;
import dev.tactus.process.Pid;
import dev.tactus.process.Process;
import dev.tactus.process.ProcessContext;
import dev.tactus.process.ProcessSettings;
import dev.tactus.process.ProcessSystem;
import dev.tactus.process.StepOutput;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Processes, with the defaults of everything, but for those that let others go first after each
/// step.
final class TactusProcesses implements ProcessContender {
  private static final String ASK = "ask";
  private static final String RUN = "run";

  private final ProcessSystem system;
  private final ProcessSystem polite;
  private final List<Pid> servers = new ArrayList<>();

  TactusProcesses() {
    CommandRegistry registry = CommandRegistry.create();
    registry.register(
        ASK, call -> call.system().send(servers.get(call.argument(Integer.class)), call));
    ProcessSettings settings = ProcessSettings.defaults().withStopDeadline(Duration.ZERO);
    system = ProcessSystem.start(settings, registry);
    polite = ProcessSystem.start(settings.withStepsPerTurn(1), CommandRegistry.create());
    for (int i = 0; i < SERVERS; i++) {
      servers.add(spawn(Server::new));
    }
  }

  private Pid spawn(Supplier<? extends Process> implementation) {
    return system.spawn(implementation, RUN, null);
  }

  @Override
  public void startSteps(int steps, CountDownLatch ended) {
    Pid _ = spawn(() -> new Stepping(steps, ended));
  }

  @Override
  public void startTurns(int turns, CountDownLatch ended) {
    Pid _ = polite.spawn(() -> new Stepping(turns, ended), RUN, null);
  }

  @Override
  public void startYields(int number, int yields, CountDownLatch ended) {
    Pid _ = spawn(() -> new Asking(number % SERVERS, yields, ended));
  }

  @Override
  public Waiting startWaiting(Receiver receiver) {
    Pid pid = spawn(() -> new Listening(receiver));
    return message -> system.send(pid, message);
  }

  @Override
  public void startFanOut(int others, int rounds, CountDownLatch ended) {
    List<Pid> children = new ArrayList<>();
    for (int i = 0; i < others; i++) {
      children.add(spawn(Echo::new));
    }
    Pid _ = spawn(() -> new FanOut(children, rounds, ended));
  }

  @Override
  public void close() {
    system.close();
    polite.close();
  }

  /// All of them have one entry and need nothing to begin.
  private abstract static class Simple implements Process {
    @Override
    public final void init(ProcessContext context, String method, @Nullable Object input) {}
  }

  private static final class Stepping extends Simple {
    private final CountDownLatch ended;
    private int left;

    Stepping(int steps, CountDownLatch ended) {
      this.left = steps;
      this.ended = ended;
    }

    @Override
    public void step(Events events, StepOutput out) {
      if (--left > 0) {
        out.continues();
      } else {
        ended.countDown();
        out.done(null);
      }
    }
  }

  private static final class Asking extends Simple {
    private final Command question;
    private final CountDownLatch ended;
    private int left;

    Asking(int server, int yields, CountDownLatch ended) {
      this.question = Command.of(ASK, server);
      this.left = yields;
      this.ended = ended;
    }

    @Override
    public void step(Events events, StepOutput out) {
      if (!events.isEmpty() && events.next() instanceof Event.Failed(long tag, Throwable error)) {
        throw new IllegalStateException("yield " + tag + " failed", error);
      }
      if (left-- > 0) {
        out.yield(left, question);
        out.waiting();
      } else {
        ended.countDown();
        out.done(null);
      }
    }
  }

  private static final class Server extends Simple {
    @Override
    public void step(Events events, StepOutput out) {
      for (Event event : events) {
        if (event instanceof Event.Message(Pid _, CommandCall call)) {
          call.complete(call);
        }
      }
      out.idle();
    }
  }

  private static final class Listening extends Simple {
    private final Receiver receiver;

    Listening(Receiver receiver) {
      this.receiver = receiver;
    }

    @Override
    public void step(Events events, StepOutput out) {
      for (Event event : events) {
        if (event instanceof Event.Message message) {
          receiver.received(message.body());
        }
      }
      out.idle();
    }
  }

  private static final class Echo extends Simple {
    @Override
    public void step(Events events, StepOutput out) {
      for (Event event : events) {
        if (event instanceof Event.Message(Pid sender, Object body) && sender != null) {
          out.send(sender, body);
        }
      }
      out.idle();
    }
  }

  private static final class FanOut extends Simple {
    private final List<Pid> children;
    private final CountDownLatch ended;
    private int roundsLeft;
    private int answersLeft;

    FanOut(List<Pid> children, int rounds, CountDownLatch ended) {
      this.children = children;
      this.roundsLeft = rounds;
      this.ended = ended;
    }

    @Override
    public void step(Events events, StepOutput out) {
      for (Event event : events) {
        if (event instanceof Event.Message) {
          answersLeft--;
        }
      }
      if (answersLeft > 0) {
        out.idle();
      } else if (roundsLeft-- > 0) {
        answersLeft = children.size();
        for (Pid child : children) {
          out.send(child, child);
        }
        out.idle();
      } else {
        for (Pid child : children) {
          out.post(Commands.terminate(child, "the round is over"));
        }
        ended.countDown();
        out.done(null);
      }
    }
  }
}
