package dev.tactus.process;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/// A process that keeps what it gets, and whose steps a test writes.
final class Script implements Process {
  /// One step.
  @FunctionalInterface
  interface Step {
    void make(Script script, List<Event> events, StepOutput out) throws Exception;
  }

  final List<Event> received = new ArrayList<>();
  final AtomicInteger closes = new AtomicInteger();
  private final Step step;
  private @Nullable ProcessContext context;
  int steps;

  Script(Step step) {
    this.step = step;
  }

  /// One that waits and keeps what it gets.
  static Script keeping() {
    return new Script((script, events, out) -> out.idle());
  }

  /// One that asks something at first and is done with the answer.
  static Script asking(Object question) {
    return new Script(
        (script, events, out) -> {
          if (script.steps == 1) {
            out.yield(7, Command.of("ask", question));
          }
          for (Event event : events) {
            switch (event) {
              case Event.Completed(long tag, Object result) -> out.done(result);
              case Event.Failed(long tag, Throwable error) -> out.done(error);
              default -> {}
            }
          }
        });
  }

  @Override
  public void init(ProcessContext place, String method, @Nullable Object input) {
    context = place;
  }

  @Override
  public void step(Events events, StepOutput out) throws Exception {
    steps++;
    List<Event> taken = new ArrayList<>();
    for (Event event : events) {
      taken.add(event);
    }
    received.addAll(taken);
    step.make(this, taken, out);
  }

  @Override
  public void close() {
    closes.incrementAndGet();
  }

  ProcessContext context() {
    if (context == null) {
      throw new AssertionError("not started");
    }
    return context;
  }

  /// What it got of this type, in order.
  <E extends Event> List<E> received(Class<E> type) {
    return received.stream().filter(type::isInstance).map(type::cast).toList();
  }

  /// The bodies of the messages that it got.
  List<Object> bodies() {
    return received(Event.Message.class).stream().map(Event.Message::body).toList();
  }
}
