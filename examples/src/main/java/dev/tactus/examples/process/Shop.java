package dev.tactus.examples.process;

import dev.tactus.process.CommandHandler;
import dev.tactus.process.CommandRegistry;
import java.util.concurrent.CompletionStage;

/// The services that an order needs, each of which answers when it can.
public interface Shop {
  /// Something that is bought.
  ///
  /// @param id its number
  /// @param item what
  /// @param cents what it costs
  record Order(long id, String item, long cents) {}

  /// Takes an item out of the stock for an order; completes with the number of the reservation.
  CompletionStage<String> reserve(Order order);

  /// Puts it back.
  CompletionStage<Void> release(String reservation);

  /// Takes the money; completes with the number of the payment.
  CompletionStage<String> charge(Order order);

  /// Gives it back.
  CompletionStage<Void> refund(String payment);

  /// Sends the item; completes with the number of the parcel.
  CompletionStage<String> ship(Order order);

  /// The services as commands of processes.
  static CommandRegistry commands(Shop shop) {
    return CommandRegistry.create()
        .register("reserve", CommandHandler.async(call -> shop.reserve(call.argument(Order.class))))
        .register(
            "release", CommandHandler.async(call -> shop.release(call.argument(String.class))))
        .register("charge", CommandHandler.async(call -> shop.charge(call.argument(Order.class))))
        .register("refund", CommandHandler.async(call -> shop.refund(call.argument(String.class))))
        .register("ship", CommandHandler.async(call -> shop.ship(call.argument(Order.class))));
  }
}
