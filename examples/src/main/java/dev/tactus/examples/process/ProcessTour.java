package dev.tactus.examples.process;

import dev.tactus.examples.process.Shop.Order;
import dev.tactus.process.ExitReason;
import dev.tactus.process.Pid;
import dev.tactus.process.ProcessSettings;
import dev.tactus.process.ProcessSystem;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/// Runs the examples and prints what comes of them.
public final class ProcessTour {
  private ProcessTour() {}

  /// Runs them.
  public static void main(String[] args) {
    try (ProcessSystem system =
        ProcessSystem.start(ProcessSettings.defaults(), Shop.commands(new WillingShop()))) {
      List<CompletableFuture<ExitReason>> orders = new ArrayList<>();
      for (String item : List.of("book", "lamp", "piano")) {
        Order order = new Order(orders.size() + 1, item, 1_999);
        orders.add(system.run(OrderSaga::new, OrderSaga.PLACE, order));
      }
      orders.forEach(order -> System.out.println("order: " + order.join()));

      Program doubling = new Program().receive().push(2).multiply().halt();
      Pid pid = system.spawn(Interpreter::new, Interpreter.RUN, doubling);
      CompletableFuture<ExitReason> exit = system.exitOf(pid);
      system.send(pid, 21);
      System.out.println("program: " + exit.join());
      System.out.print(system.dump().text());
    }
  }

  /// A shop that does everything at once, but cannot ship pianos.
  private static final class WillingShop implements Shop {
    @Override
    public CompletionStage<String> reserve(Order order) {
      return CompletableFuture.completedStage("reservation-" + order.id());
    }

    @Override
    public CompletionStage<Void> release(String reservation) {
      return CompletableFuture.completedStage(null);
    }

    @Override
    public CompletionStage<String> charge(Order order) {
      return CompletableFuture.completedStage("payment-" + order.id());
    }

    @Override
    public CompletionStage<Void> refund(String payment) {
      return CompletableFuture.completedStage(null);
    }

    @Override
    public CompletionStage<String> ship(Order order) {
      return order.item().equals("piano")
          ? CompletableFuture.failedStage(new IllegalStateException("too heavy"))
          : CompletableFuture.completedStage("parcel-" + order.id());
    }
  }
}
