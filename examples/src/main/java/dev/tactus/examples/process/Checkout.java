package dev.tactus.examples.process;

import dev.tactus.actor.ActorCommands;
import dev.tactus.actor.ActorRef;
import dev.tactus.process.Event;
import dev.tactus.process.Events;
import dev.tactus.process.Process;
import dev.tactus.process.ProcessContext;
import dev.tactus.process.ProcessException;
import dev.tactus.process.StepOutput;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// A sale: asks an actor for the price, tells it that the item is sold, and ends with the price.
public final class Checkout implements Process {
  /// Its entry; the input is the name of an item.
  public static final String SELL = "sell";

  private static final long PRICE = 1;

  /// What the actor at the till understands.
  public sealed interface Till {
    /// What does it cost?
    record Price(String item, ActorRef<Integer> replyTo) implements Till {}

    /// It is sold.
    record Sold(String item, int price) implements Till {}
  }

  private final ActorRef<Till> till;
  private String item = "";
  private boolean isAsked;

  /// A sale at this till.
  public Checkout(ActorRef<Till> till) {
    this.till = till;
  }

  @Override
  public void init(ProcessContext context, String method, @Nullable Object input) {
    if (!method.equals(SELL)) {
      throw new ProcessException.UnknownMethod(method, List.of(SELL));
    }
    item = (String) Objects.requireNonNull(input, "input: name the item");
  }

  @Override
  public void step(Events events, StepOutput out) {
    if (!isAsked) {
      isAsked = true;
      out.yield(
          PRICE,
          ActorCommands.ask(
              till,
              (ActorRef<Integer> replyTo) -> new Till.Price(item, replyTo),
              Duration.ofSeconds(1)));
    }
    for (Event event : events) {
      switch (event) {
        case Event.Completed(long tag, Integer price) -> {
          out.post(ActorCommands.tell(till, new Till.Sold(item, price)));
          out.done(price);
        }
        case Event.Failed failed -> out.done("no price: " + failed.error().getMessage());
        case Event.CancelRequested cancel -> out.done("not sold");
        default -> {} // nothing else concerns it
      }
    }
  }
}
