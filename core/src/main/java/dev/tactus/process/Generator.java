package dev.tactus.process;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// A process that is written as one `switch` over its states.
///
/// The states are records of a sealed interface, so the compiler knows when one is forgotten. Each
/// event goes to [#next], which says where to go from here and what to have done on the way; the
/// generator waits for the next event in between.
///
/// ```java
/// final class Greeter extends Generator<Greeter.State> {
///   sealed interface State {}
///   record Waiting(String name) implements State {}
///
///   protected Next<State> begin(ProcessContext context, String method, Object input) {
///     return Next.<State>to(new Waiting((String) input))
///         .yielding(1, Commands.delay(Duration.ofSeconds(1)));
///   }
///
///   protected Next<State> next(State state, Event event) {
///     return switch (state) {
///       case Waiting(String name) -> Next.done("hello " + name);
///     };
///   }
/// }
/// ```
///
/// @param <S> the states
public abstract class Generator<S> implements Process {
  private @Nullable Next<S> first;
  private @Nullable S state;

  /// Creates a generator that has not begun.
  protected Generator() {}

  /// Where it begins.
  ///
  /// @throws ProcessException.UnknownMethod for a method that it does not have
  protected abstract Next<S> begin(ProcessContext context, String method, @Nullable Object input)
      throws Exception;

  /// Where it goes from a state when something happens. What it throws ends the process.
  protected abstract Next<S> next(S current, Event event) throws Exception;

  /// What it does when it is asked to end: unless a subclass says otherwise, it ends by
  /// [ProcessException.Cancelled].
  protected Next<S> cancelled(S current, String reason) throws Exception {
    throw new ProcessException.Cancelled(reason);
  }

  @Override
  public final void init(ProcessContext context, String method, @Nullable Object input)
      throws Exception {
    first =
        Objects.requireNonNull(
            begin(context, method, input), "begin returned null; say where it begins by Next.to");
  }

  @Override
  public final void step(Events events, StepOutput out) throws Exception {
    if (first != null) {
      Next<S> beginning = first;
      first = null;
      state = beginning.apply(out);
    }
    while (state != null && !events.isEmpty()) {
      Event event = events.next();
      Next<S> next =
          event instanceof Event.CancelRequested(String reason)
              ? cancelled(state, reason)
              : next(state, event);
      state = next.apply(out);
    }
  }
}
