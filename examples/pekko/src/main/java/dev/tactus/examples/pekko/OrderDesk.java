package dev.tactus.examples.pekko;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.apache.pekko.actor.typed.ActorRef;
import org.apache.pekko.actor.typed.ActorSystem;
import org.apache.pekko.actor.typed.Behavior;
import org.apache.pekko.actor.typed.javadsl.Behaviors;

/// Takes a thousand orders; half of them are confirmed, the others expire.
///
/// The program is Pekko's and nothing else. Which scheduler, executor and mailboxes it runs on is
/// said in `application.conf`.
public final class OrderDesk {
  private static final int ORDERS = 1000;
  private static final Duration SOON = Duration.ofMillis(500);
  private static final Duration LATE = Duration.ofHours(1);

  private OrderDesk() {}

  /// What became of the orders.
  ///
  /// @param confirmed those that were confirmed
  /// @param expired those that were not
  public record Result(int confirmed, int expired) {
    private Result with(Order.Event event) {
      return event == Order.Event.CONFIRMED
          ? new Result(confirmed + 1, expired)
          : new Result(confirmed, expired + 1);
    }

    private boolean isComplete() {
      return confirmed + expired == ORDERS;
    }
  }

  /// Runs the desk on the settings of the application.
  public static void main(String[] arguments) {
    ActorSystem<Order.Event> system = start(ConfigFactory.load(), new CompletableFuture<>());
    Object unused = system.getWhenTerminated().toCompletableFuture().join();
  }

  /// Starts the desk; it ends by itself.
  ///
  /// @param result completed when all orders are done
  static ActorSystem<Order.Event> start(Config config, CompletableFuture<Result> result) {
    return ActorSystem.create(desk(result), "orders", config);
  }

  private static Behavior<Order.Event> desk(CompletableFuture<Result> result) {
    return Behaviors.setup(
        context -> {
          for (int i = 0; i < ORDERS; i++) {
            boolean confirms = i % 2 == 0;
            ActorRef<Order.Event> order =
                context.spawn(
                    Order.waiting(confirms ? LATE : SOON, context.getSelf()), "order-" + i);
            if (confirms) {
              order.tell(Order.Event.CONFIRMED);
            }
          }
          return counting(new Result(0, 0), result);
        });
  }

  private static Behavior<Order.Event> counting(Result before, CompletableFuture<Result> result) {
    return Behaviors.receiveMessage(
        event -> {
          Result now = before.with(event);
          if (!now.isComplete()) {
            return counting(now, result);
          }
          System.out.println(
              ORDERS + " orders: " + now.confirmed() + " confirmed, " + now.expired() + " expired");
          result.complete(now);
          return Behaviors.stopped();
        });
  }
}
