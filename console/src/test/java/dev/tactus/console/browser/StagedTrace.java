package dev.tactus.console.browser;

import dev.tactus.actor.ActorRef;
import dev.tactus.testkit.simulation.Fault;
import dev.tactus.testkit.simulation.Simulation;
import dev.tactus.testkit.simulation.SimulationSettings;
import java.time.Duration;

/// The trace of a real simulation: a small shop in which turns are slow, handlers fail and a
/// customer has gone home.
final class StagedTrace {
  private static final long SEED = 7;

  /// What the actors of the simulated shop tell each other.
  private sealed interface Message {}

  /// A customer wants something.
  private record PlaceOrder(int number) implements Message {}

  /// The stock is asked for it.
  private record Reserve(int number) implements Message {}

  /// The stock has it.
  private record Reserved(int number) implements Message {}

  /// It is to be paid.
  private record Charge(int number) implements Message {}

  /// It is paid.
  private record Paid(int number) implements Message {}

  private StagedTrace() {}

  static String text() {
    SimulationSettings settings =
        SimulationSettings.DEFAULT.withFaults(Fault.HANDLER_EXCEPTION, Fault.SLOW_ACTOR);
    try (Simulation sim = Simulation.ofSeed(SEED, settings)) {
      Shop shop = new Shop(sim);
      for (int number = 1; number <= 14; number++) {
        shop.orders.tell(new PlaceOrder(number));
        sim.advance(Duration.ofMillis(10L * (1 + sim.choose(4))));
        if (number == 9) {
          sim.system().stop(shop.customer);
        }
      }
      sim.heal();
      sim.settle();
      return sim.trace().text();
    }
  }

  /// The actors of the shop.
  private static final class Shop {
    private final ActorRef<Message> customer;
    private final ActorRef<Message> orders;

    Shop(Simulation sim) {
      customer = sim.system().spawn("customer", () -> (ctx, message) -> {});
      ActorRef<Message> payments =
          sim.system()
              .spawn(
                  "payments",
                  () ->
                      (ctx, message) -> {
                        if (message instanceof Charge charge) {
                          if (charge.number() % 5 == 3) {
                            throw new IllegalStateException("card refused");
                          }
                          customer.tell(new Paid(charge.number()));
                        }
                      });
      ActorRef<Message> stock =
          sim.system()
              .spawn(
                  "stock",
                  () ->
                      (ctx, message) -> {
                        if (message instanceof Reserve reserve) {
                          payments.tell(new Charge(reserve.number()));
                          customer.tell(new Reserved(reserve.number()));
                        }
                      });
      orders =
          sim.system()
              .spawn(
                  "orders",
                  () ->
                      (ctx, message) -> {
                        if (message instanceof PlaceOrder order) {
                          ctx.timers()
                              .once(
                                  "reserve-" + order.number(),
                                  Duration.ofMillis(20),
                                  new Reserve(order.number()));
                        } else if (message instanceof Reserve reserve) {
                          stock.tell(reserve);
                        }
                      });
    }
  }
}
