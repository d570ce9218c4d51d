package dev.tactus.examples.pekko;

import java.time.Duration;
import org.apache.pekko.actor.typed.ActorRef;
import org.apache.pekko.actor.typed.Behavior;
import org.apache.pekko.actor.typed.javadsl.Behaviors;

/// An order that waits for its confirmation, and expires without one.
final class Order {
  /// What an order hears.
  enum Event {
    /// The customer has confirmed.
    CONFIRMED,
    /// Its time is over.
    EXPIRED
  }

  private Order() {}

  /// An order.
  ///
  /// @param validity how long it waits
  /// @param desk who gets to know what became of it
  static Behavior<Event> waiting(Duration validity, ActorRef<Event> desk) {
    return Behaviors.withTimers(
        timers -> {
          timers.startSingleTimer(Event.EXPIRED, validity);
          return Behaviors.receiveMessage(
              event -> {
                timers.cancelAll();
                desk.tell(event);
                return Behaviors.stopped();
              });
        });
  }
}
