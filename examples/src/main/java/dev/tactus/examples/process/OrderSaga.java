package dev.tactus.examples.process;

import dev.tactus.examples.process.Shop.Order;
import dev.tactus.process.Command;
import dev.tactus.process.Commands;
import dev.tactus.process.Event;
import dev.tactus.process.Generator;
import dev.tactus.process.Next;
import dev.tactus.process.ProcessContext;
import dev.tactus.process.ProcessException;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// An order: reserve, charge, ship. What fails or takes too long undoes what was done before it.
///
/// Each stage is a state, and a state holds what has to be undone from there on. While a saga waits
/// it has no thread, and its timeout is one of the scheduler's timers.
public final class OrderSaga extends Generator<OrderSaga.State> {
  /// Its entry; the input is an [Order].
  public static final String PLACE = "place";

  /// How long a service may take.
  public static final Duration PATIENCE = Duration.ofSeconds(30);

  private static final long ANSWER = 1;
  private static final long TIMEOUT = 2;

  /// Where an order is.
  sealed interface State {
    /// Waits for the stock.
    record Reserving(Order order) implements State {}

    /// Waits for the bank.
    record Charging(Order order, String reservation) implements State {}

    /// Waits for the parcel service.
    record Shipping(Order order, String reservation, String payment) implements State {}

    /// Gives back the money, and then the item.
    record Refunding(String reservation, String why) implements State {}

    /// Gives back the item.
    record Releasing(String why) implements State {}
  }

  /// What came of an order.
  public sealed interface Outcome {
    /// It is on its way.
    ///
    /// @param parcel its number
    record Shipped(String parcel) implements Outcome {}

    /// Nothing happened, or everything was undone.
    ///
    /// @param why what went wrong
    record Undone(String why) implements Outcome {}
  }

  @Override
  protected Next<State> begin(ProcessContext context, String method, @Nullable Object input) {
    if (!method.equals(PLACE) || !(input instanceof Order order)) {
      throw new ProcessException.UnknownMethod(method, List.of(PLACE));
    }
    return ask(new State.Reserving(order), Command.of("reserve", order));
  }

  @Override
  protected Next<State> next(State state, Event event) {
    return switch (event) {
      case Event.Completed(long tag, Object result) when tag == ANSWER ->
          answered(state, String.valueOf(result));
      case Event.Completed(long tag, Object result) -> failed(state, "no answer in time");
      case Event.Failed(long tag, Throwable error) -> failed(state, error.getMessage());
      case Event.Message message -> Next.to(state);
      case Event.Exited exited -> Next.to(state);
      case Event.CancelRequested request -> Next.to(state);
    };
  }

  private static Next<State> answered(State state, String answer) {
    return switch (state) {
      case State.Reserving(Order order) ->
          ask(new State.Charging(order, answer), Command.of("charge", order));
      case State.Charging(Order order, String reservation) ->
          ask(new State.Shipping(order, reservation, answer), Command.of("ship", order));
      case State.Shipping shipping -> Next.done(new Outcome.Shipped(answer));
      case State.Refunding(String reservation, String why) -> release(reservation, why);
      case State.Releasing(String why) -> Next.done(new Outcome.Undone(why));
    };
  }

  private static Next<State> failed(State state, @Nullable String message) {
    String why = String.valueOf(message);
    return switch (state) {
      case State.Reserving reserving -> Next.done(new Outcome.Undone(why));
      case State.Charging(Order order, String reservation) -> release(reservation, why);
      case State.Shipping(Order order, String reservation, String payment) ->
          ask(new State.Refunding(reservation, why), Command.of("refund", payment));
      // What undoes must get done: a saga that cannot ends by an error that somebody has to see.
      case State.Refunding(String reservation, String reason) ->
          throw new IllegalStateException("no refund after '" + reason + "': " + why);
      case State.Releasing(String reason) ->
          throw new IllegalStateException("no release after '" + reason + "': " + why);
    };
  }

  /// Asked to end: whatever was done by now is undone.
  @Override
  protected Next<State> cancelled(State state, String reason) {
    return switch (state) {
      case State.Refunding refunding -> Next.to(state);
      case State.Releasing releasing -> Next.to(state);
      default -> failed(state, reason);
    };
  }

  private static Next<State> release(String reservation, String why) {
    return ask(new State.Releasing(why), Command.of("release", reservation));
  }

  /// Goes to a state in which an answer is awaited, for so long and no longer.
  private static Next<State> ask(State then, Command command) {
    return Next.to(then)
        .withdrawing(ANSWER)
        .withdrawing(TIMEOUT)
        .yielding(ANSWER, command)
        .yielding(TIMEOUT, Commands.delay(PATIENCE));
  }
}
