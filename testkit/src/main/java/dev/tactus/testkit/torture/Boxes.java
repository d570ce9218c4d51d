package dev.tactus.testkit.torture;

import static dev.tactus.testkit.torture.Ledger.check;

import dev.tactus.actor.Actor;
import dev.tactus.actor.ActorRef;
import dev.tactus.actor.DeadLetter;
import dev.tactus.actor.Props;
import dev.tactus.actor.Supervision;
import dev.tactus.mailbox.ControlMessage;
import dev.tactus.mailbox.MailboxFullException;
import dev.tactus.mailbox.MailboxSettings;
import dev.tactus.mailbox.OverflowStrategy;
import dev.tactus.testkit.simulation.Scenario;
import dev.tactus.testkit.simulation.Simulation;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Mailboxes of every order, bounded in every way, flooded by the scenario and by each other.
///
/// Checked are: each message is handled, refused to its sender or a dead letter, exactly once (M3,
/// M4); never more wait than the capacity; first in, first out where that is promised; the most
/// urgent first with a priority mailbox, control messages first with a control-aware one; of two
/// that are equally urgent the older; DROP_HEAD drops the oldest (M3, M9).
final class Boxes implements Scenario {
  /// Makes an actor that tells the shelf what it handles, so that tests can put a broken one in its
  /// place.
  interface Maker {
    /// @param shelf what waits for it
    /// @param boxes what it belongs to
    Actor<Parcel> box(Shelf shelf, Boxes boxes);
  }

  /// Something to be handled.
  sealed interface Parcel {
    /// Its number among those for the same receiver.
    long number();

    /// The smaller, the more urgent.
    int urgency();

    /// How often it is passed on.
    int hops();
  }

  record Plain(long number, int urgency, int hops) implements Parcel {}

  /// Goes first where control messages do.
  record Urgent(long number, int hops) implements Parcel, ControlMessage {
    @Override
    public int urgency() {
      return 0;
    }
  }

  private static final int BOXES = 4;
  private static final int ROUNDS = 8;
  private static final int FLOOD = 12;
  private static final int URGENCIES = 4;
  private static final int HOPS = 2;
  private static final Duration CALM = Duration.ofSeconds(12);

  /// What waits for one receiver, as it should be.
  static final class Shelf {
    private final MailboxSettings settings;
    private final List<Parcel> waiting = new ArrayList<>();
    private long sent;
    private long refused;
    private long handled;
    private long dead;

    Shelf(MailboxSettings settings) {
      this.settings = settings;
    }

    private void handled(Parcel parcel) {
      handled++;
      check(waiting.remove(parcel), "%s was handled, but it was not waiting", parcel);
      boolean isInside = !mayWaitOutside() || settings.order() == MailboxSettings.Order.FIFO;
      for (Parcel other : waiting) {
        check(
            !isInside || !goesFirst(other, parcel),
            "%s was handled while %s waited",
            parcel,
            other);
      }
    }

    /// Whether parcels may be outside of the mailbox, where urgency does not count.
    private boolean mayWaitOutside() {
      return settings.isBounded() && settings.overflow() == OverflowStrategy.BLOCK;
    }

    private boolean goesFirst(Parcel one, Parcel other) {
      int order =
          switch (settings.order()) {
            case FIFO, DEQUE -> 0;
            case PRIORITY -> Integer.compare(one.urgency(), other.urgency());
            case CONTROL_AWARE ->
                Boolean.compare(other instanceof ControlMessage, one instanceof ControlMessage);
          };
      return order < 0 || (order == 0 && one.number() < other.number());
    }

    private void dead(Parcel parcel) {
      dead++;
      if (settings.overflow() == OverflowStrategy.DROP_HEAD && !waiting.isEmpty()) {
        Parcel oldest = waiting.getFirst();
        check(oldest.equals(parcel), "%s was dropped, but %s was the oldest", parcel, oldest);
      }
      check(waiting.remove(parcel), "%s is a dead letter, but it was not waiting", parcel);
    }

    private void requireCapacity() {
      check(
          mayWaitOutside() || waiting.size() <= settings.capacity(),
          "%s wait in a mailbox for %s",
          waiting.size(),
          settings.capacity());
    }

    private void requireBalance() {
      check(
          sent == handled + dead + refused && waiting.isEmpty(),
          "of %s parcels %s were handled, %s refused, %s are dead letters, %s still wait",
          sent,
          handled,
          refused,
          dead,
          waiting.size());
    }
  }

  private final Maker maker;
  private final List<Shelf> shelves = new ArrayList<>();
  private final List<ActorRef<Parcel>> receivers = new ArrayList<>();
  private @Nullable Simulation simulation;

  Boxes(Maker maker) {
    this.maker = maker;
  }

  private Simulation simulation() {
    return Optional.ofNullable(simulation).orElseThrow();
  }

  @Override
  public void run(Simulation sim) {
    simulation = sim;
    sim.system().events().subscribe(DeadLetter.class, this::dead);
    for (int i = 0; i < BOXES; i++) {
      Shelf shelf = new Shelf(mailbox(sim));
      shelves.add(shelf);
      receivers.add(
          sim.system()
              .spawn(
                  "box-" + i,
                  Props.of(() -> maker.box(shelf, this))
                      .withMailbox(shelf.settings)
                      .withSupervision(Supervision.resume())));
    }
    for (int round = 0; round < ROUNDS; round++) {
      flood(sim);
      sim.advance(Duration.ofMillis(sim.choose(50)));
    }
    sim.heal();
    sim.advance(CALM); // longer than anybody waits for room
    flood(sim); // some of it is never handled
    receivers.forEach(sim.system()::stop);
    sim.settle();
    shelves.forEach(Shelf::requireBalance);
  }

  private void flood(Simulation sim) {
    for (int i = sim.choose(FLOOD); i > 0; i--) {
      send(HOPS);
    }
  }

  private static MailboxSettings mailbox(Simulation sim) {
    Comparator<Parcel> byUrgency = Comparator.comparingInt(Parcel::urgency);
    MailboxSettings order =
        switch (sim.choose(4)) {
          case 0 -> MailboxSettings.unbounded();
          case 1 -> MailboxSettings.deque();
          case 2 -> MailboxSettings.priority(byUrgency);
          default -> MailboxSettings.controlAware();
        };
    int capacity = 1 + sim.choose(5);
    OverflowStrategy[] strategies = OverflowStrategy.values();
    int choice = sim.choose(strategies.length + 1);
    if (choice == strategies.length) {
      return order;
    }
    OverflowStrategy overflow = strategies[choice];
    boolean isPossible =
        overflow != OverflowStrategy.DROP_HEAD || order.order() == MailboxSettings.Order.FIFO;
    return order.withCapacity(capacity, isPossible ? overflow : OverflowStrategy.DROP_NEW);
  }

  /// Handles a parcel as it should be; for the actors.
  void handled(Shelf shelf, Parcel parcel) {
    shelf.handled(parcel);
    if (parcel.hops() > 0) {
      for (int i = simulation().choose(3); i > 0; i--) {
        send(parcel.hops() - 1);
      }
    }
    if (simulation().fault("a box")) {
      throw new IllegalStateException("planned");
    }
  }

  private void send(int hops) {
    Simulation sim = simulation();
    int to = sim.choose(BOXES);
    Shelf shelf = shelves.get(to);
    long number = ++shelf.sent;
    int urgency = sim.choose(URGENCIES);
    Parcel parcel = urgency == 0 ? new Urgent(number, hops) : new Plain(number, urgency, hops);
    shelf.waiting.add(parcel);
    try {
      receivers.get(to).tell(parcel);
    } catch (MailboxFullException e) {
      shelf.refused++;
      check(shelf.waiting.remove(parcel), "%s was refused and handled", parcel);
      sim.sometimes(true, "a sender was told that a mailbox is full");
    }
    shelf.requireCapacity();
  }

  private void dead(DeadLetter letter) {
    if (letter.message() instanceof Parcel parcel) {
      shelves.get(receivers.indexOf(letter.recipient())).dead(parcel);
      simulation().sometimes(true, "a parcel died of " + letter.reason());
    }
  }
}
