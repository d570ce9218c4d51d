package dev.tactus.process;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// What a [Generator] does next: the state that it goes to, and what it wants done on the way.
///
/// ```java
/// return Next.to(new Paying(order))
///     .yielding(PAYMENT, new Command("pay", order))
///     .yielding(TIMEOUT, Commands.delay(Duration.ofMinutes(1)));
/// ```
///
/// @param <S> the states
public final class Next<S> {
  private final @Nullable S state;
  private final @Nullable Object result;
  private final List<Consumer<StepOutput>> actions = new ArrayList<>(2);

  private Next(@Nullable S state, @Nullable Object result) {
    this.state = state;
    this.result = result;
  }

  /// Goes to a state, or stays in it, and waits for the next event.
  public static <S> Next<S> to(S state) {
    return new Next<>(Objects.requireNonNull(state, "state: a generator is always in one"), null);
  }

  /// Ends the process with a result.
  public static <S> Next<S> done(@Nullable Object result) {
    return new Next<>(null, result);
  }

  /// Wants a command carried out, and its answer under this tag.
  ///
  /// @return this
  public Next<S> yielding(long tag, Command command) {
    actions.add(out -> out.yield(tag, command));
    return this;
  }

  /// Wants a command carried out, and no answer.
  ///
  /// @return this
  public Next<S> posting(Command command) {
    actions.add(out -> out.post(command));
    return this;
  }

  /// Gives up waiting for the answer of this tag, if it is still open.
  ///
  /// @return this
  public Next<S> withdrawing(long tag) {
    actions.add(out -> out.withdraw(tag));
    return this;
  }

  /// Does it all. The actions come in their order.
  ///
  /// @return the new state; null when the process is done
  @Nullable S apply(StepOutput out) {
    actions.forEach(action -> action.accept(out));
    if (state == null) {
      out.done(result);
    }
    return state;
  }
}
