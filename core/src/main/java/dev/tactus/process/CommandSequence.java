package dev.tactus.process;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// A process that carries out the commands of an iterator, one after another.
///
/// It is done after the last, with the list of all results. If a command fails it ends by that
/// error, and if it is asked to end, by [ProcessException.Cancelled]; messages are passed over.
///
/// ```java
/// List<Command> steps = List.of(Commands.delay(Duration.ofSeconds(1)), Command.of("ring"));
/// system.run(CommandSequence.of(input -> steps.iterator()), CommandSequence.RUN, null);
/// ```
public final class CommandSequence implements Process {
  /// Its only entry.
  public static final String RUN = "run";

  private static final long TAG = 0;

  private final Function<? super @Nullable Object, ? extends Iterator<Command>> source;
  private final List<@Nullable Object> results = new ArrayList<>();
  private Iterator<Command> commands = Collections.emptyIterator();
  private boolean isWaiting;

  private CommandSequence(Function<? super @Nullable Object, ? extends Iterator<Command>> source) {
    this.source = source;
  }

  /// What makes processes that go through the commands of an iterator.
  ///
  /// @param source gives the iterator for what a process was started with
  public static Supplier<Process> of(
      Function<? super @Nullable Object, ? extends Iterator<Command>> source) {
    return () -> new CommandSequence(source);
  }

  @Override
  public void init(ProcessContext context, String method, @Nullable Object input) {
    if (!method.equals(RUN)) {
      throw new ProcessException.UnknownMethod(method, List.of(RUN));
    }
    commands = source.apply(input);
  }

  @Override
  public void step(Events events, StepOutput out) throws Exception {
    for (Event event : events) {
      switch (event) {
        case Event.Completed(long tag, Object result) -> {
          results.add(result);
          isWaiting = false;
        }
        case Event.Failed(long tag, Throwable error) -> throw asException(error);
        case Event.CancelRequested(String reason) -> throw new ProcessException.Cancelled(reason);
        case Event.Message ignored -> {}
        case Event.Exited ignored -> {}
      }
    }
    if (!isWaiting && commands.hasNext()) {
      out.yield(TAG, commands.next());
      isWaiting = true;
    }
    if (isWaiting) {
      out.waiting();
    } else {
      out.done(Collections.unmodifiableList(results));
    }
  }

  private static Exception asException(Throwable error) {
    return switch (error) {
      case Exception exception -> exception;
      case Error severe -> throw severe;
      default -> new ProcessException.HandlerFailed("of tag " + TAG, error);
    };
  }
}
