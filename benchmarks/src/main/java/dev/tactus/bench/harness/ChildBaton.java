package dev.tactus.bench.harness;

import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.Consumer;

/// The baton as a child has it: it says that it is ready, and waits until it is told what to do.
///
/// Threads: [#told] any, the rest the child's main thread.
public final class ChildBaton implements Baton {
  private final Consumer<ResultLine> out;
  private final Runnable settling;
  private final BlockingQueue<Command> commands = new LinkedBlockingQueue<>();
  private boolean isSettled;

  /// @param out where result lines go
  /// @param settling waits until this process leaves the machine to others
  public ChildBaton(Consumer<ResultLine> out, Runnable settling) {
    this.out = out;
    this.settling = settling;
  }

  /// Takes in a line from the parent; what is no command is ignored.
  public void told(String line) {
    Command.parse(line).ifPresent(commands::add);
  }

  @Override
  public <T> void station(String label, Preparation<T> preparation, Sampling<T> sampling)
      throws Exception {
    if (next(label, 0) == Command.ENOUGH) {
      return;
    }
    T prepared = preparation.prepare();
    for (int number = 1; next(label, number) == Command.GO; number++) {
      sampling.take(prepared, number);
    }
  }

  /// Says that it is ready, once what it has done since it was told something has died away.
  private Command next(String label, int number) throws InterruptedException {
    if (!isSettled) {
      settling.run();
    }
    out.accept(new ResultLine.Ready(label, number));
    Command command = commands.take();
    isSettled = command == Command.ENOUGH;
    return command;
  }
}
