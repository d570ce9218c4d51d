package dev.tactus.testkit.torture;

import static dev.tactus.testkit.torture.Ledger.check;

import dev.tactus.actor.Actor;
import dev.tactus.actor.ActorEvent;
import dev.tactus.actor.ActorRef;
import dev.tactus.actor.Context;
import dev.tactus.actor.DeadLetter;
import dev.tactus.actor.Props;
import dev.tactus.actor.Supervision;
import dev.tactus.event.RuntimeEvent;
import dev.tactus.testkit.simulation.Scenario;
import dev.tactus.testkit.simulation.Simulation;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Trees of actors with every kind of supervision, in which anybody fails or is stopped.
///
/// Checked are: an actor has one instance at a time, and each begins once and ends once, by
/// `stopped` or by `restarting`, or by both if the actor is stopped while it waits to be restarted;
/// it handles nothing before and after (A1, A3); when an actor ends or restarts, all below it has
/// ended (A3, A4); a watcher is told of an end exactly once, and after it (A4); each message is
/// handled, failed or a dead letter (M4); who has not ended answers after the faults (liveness).
final class Families implements Scenario {
  /// Makes an actor of a family, so that tests can put a broken one in its place.
  interface Parents {
    /// @param person the oracle of this actor
    /// @param families what it belongs to
    Actor<Order> relative(Person person, Families families);
  }

  /// What relatives are told.
  sealed interface Order {}

  /// To do something.
  record Live(int what) implements Order {}

  /// To answer.
  record Ping(ActorRef<Boolean> replyTo) implements Order {}

  private static final int FAMILIES = 3;
  private static final int ROUNDS = 8;
  private static final int DEPTH_MAX = 3;
  private static final int PEOPLE_MAX = 40;
  private static final Duration WINDOW = Duration.ofSeconds(30);
  private static final Duration CALM = Duration.ofSeconds(2);

  /// An actor as the oracle sees it.
  static final class Person {
    final int depth;
    final @Nullable Person parent;
    private final List<Person> children = new ArrayList<>();
    private boolean isLiving;
    private boolean isBetween;
    private boolean hasEnded;

    Person(int depth, @Nullable Person parent) {
      this.depth = depth;
      this.parent = parent;
      if (parent != null) {
        parent.children.add(this);
      }
    }

    /// A new instance begins.
    void begins() {
      check(!isLiving, "an actor of depth %s has two instances", depth);
      check(!hasEnded, "an actor of depth %s begins after its end", depth);
      isLiving = true;
      isBetween = false;
      requireNoChildren("begins");
    }

    /// The instance is replaced.
    void isReplaced() {
      check(isLiving, "an actor of depth %s restarts without an instance", depth);
      isLiving = false;
      isBetween = true;
    }

    /// The actor has ended, by its instance, or by the last one if there is no other yet.
    void ends() {
      check(isLiving || isBetween, "an actor of depth %s ends without an instance", depth);
      requireNoChildren("ends");
      isLiving = false;
      isBetween = false;
      hasEnded = true;
    }

    void handles() {
      check(isLiving, "an actor of depth %s handles a message without an instance", depth);
    }

    private void requireNoChildren(String what) {
      for (Person child : children) {
        check(
            child.hasEnded || !child.isLiving,
            "an actor of depth %s %s before its child has ended",
            depth,
            what);
      }
    }
  }

  private final Parents parents;
  private final Map<ActorRef<?>, Integer> told = new HashMap<>();
  private final Map<ActorRef<?>, Boolean> stopped = new HashMap<>();
  private final List<ActorRef<Order>> people = new ArrayList<>();
  private final List<ActorRef<Order>> watched = new ArrayList<>();
  private @Nullable Simulation simulation;
  private long sent;
  private long handled;
  private long failed;
  private long dead;

  Families(Parents parents) {
    this.parents = parents;
  }

  Simulation simulation() {
    return Optional.ofNullable(simulation).orElseThrow();
  }

  @Override
  public void run(Simulation sim) {
    simulation = sim;
    sim.system().events().subscribe(RuntimeEvent.class, this::event);
    for (int i = 0; i < FAMILIES; i++) {
      Person person = new Person(0, null);
      people.add(sim.system().spawn("family-" + i, props(person)));
    }
    watched.addAll(people);
    sim.system().<ActorRef<Order>>spawn("watcher", () -> new Watcher());
    sim.mayCrash(people::contains);
    for (int round = 0; round < ROUNDS; round++) {
      for (int i = sim.choose(10); i > 0; i--) {
        live();
      }
      sim.advance(Duration.ofMillis(sim.choose(100)));
    }
    sim.heal();
    sim.advance(CALM);
    for (ActorRef<Order> top : watched) {
      if (!stopped.containsKey(top)) {
        check(sim.<Order, Boolean>ask(top, Ping::new), "%s gave a wrong answer", top);
        sim.system().stop(top);
      }
    }
    sim.settle();
    finish();
  }

  private final class Watcher implements Actor<ActorRef<Order>> {
    @Override
    public void started(Context<ActorRef<Order>> ctx) {
      for (ActorRef<Order> top : watched) {
        ctx.watch(top, top);
      }
    }

    @Override
    public void receive(Context<ActorRef<Order>> ctx, ActorRef<Order> ended) {
      check(stopped.containsKey(ended), "the end of %s was told before it was over", ended);
      told.merge(ended, 1, Integer::sum);
    }
  }

  private void finish() {
    for (ActorRef<Order> top : watched) {
      int times = told.getOrDefault(top, 0);
      check(times == 1, "the end of %s was told %s times", top, times);
    }
    check(
        sent == handled + failed + dead,
        "of %s orders %s were handled, %s failed, %s are dead letters",
        sent,
        handled,
        failed,
        dead);
    for (ActorRef<Order> person : people) {
      check(stopped.containsKey(person), "%s outlived its family", person);
    }
  }

  private void live() {
    ActorRef<Order> anybody = people.get(simulation().choose(people.size()));
    sent++;
    anybody.tell(new Live(simulation().choose(8)));
  }

  Props<Order> props(Person person) {
    return Props.of(() -> parents.relative(person, this))
        .withSupervision(supervision(person.depth));
  }

  private Supervision supervision(int depth) {
    Simulation sim = simulation();
    Supervision base =
        switch (sim.choose(6)) {
          case 0 -> Supervision.resume();
          case 1 -> Supervision.stop();
          case 2, 3 -> Supervision.escalate();
          case 4 ->
              Supervision.restart()
                  .withLimit(Supervision.UNLIMITED, WINDOW)
                  .withBackoff(Duration.ofMillis(20), Duration.ofMillis(100), 0.5);
          default -> Supervision.restart().withLimit(Supervision.UNLIMITED, WINDOW);
        };
    // At the top, the siblings are those who watch.
    return depth > 0 && sim.choose(3) == 0 ? base.withAllForOne() : base;
  }

  /// Does what an order says; for the actors.
  void handle(Context<Order> ctx, Person person, Order order) {
    person.handles();
    switch (order) {
      case Ping ping -> ping.replyTo().tell(true);
      case Live live -> live(ctx, person, live.what());
    }
  }

  private void live(Context<Order> ctx, Person person, int what) {
    switch (what) {
      case 0 -> throw new IllegalStateException("planned"); // counted when it is told
      case 1 -> {
        if (person.depth > 0 && simulation().choose(4) == 0) {
          ctx.stop();
        }
      }
      case 2 -> {
        List<ActorRef<?>> children = ctx.children();
        if (!children.isEmpty()) {
          ctx.stop(children.get(simulation().choose(children.size())));
          simulation().sometimes(true, "a child was stopped by its parent");
        }
      }
      default -> {
        if (person.depth < DEPTH_MAX && people.size() < PEOPLE_MAX) {
          people.add(ctx.spawn(props(new Person(person.depth + 1, person))));
        }
      }
    }
    handled++;
  }

  private void event(RuntimeEvent event) {
    switch (event) {
      case DeadLetter letter when letter.message() instanceof Live -> dead++;
      case ActorEvent.Failed failure -> failed(failure);
      case ActorEvent.Stopped end -> stopped.put(end.actor(), true);
      default -> {}
    }
  }

  private final Map<Throwable, Boolean> counted = new HashMap<>();

  private void failed(ActorEvent.Failed failure) {
    simulation().sometimes(true, "supervision decided " + failure.directive());
    // An escalated failure is told again on each level; it is the same message.
    if (failure.message().endsWith("Live") && counted.put(failure.cause(), true) == null) {
      failed++;
    }
  }
}
