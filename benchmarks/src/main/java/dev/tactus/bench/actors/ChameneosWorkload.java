package dev.tactus.bench.actors;

import dev.tactus.bench.actors.contenders.ActorContender;
import dev.tactus.bench.actors.contenders.Handler;
import java.util.ArrayList;
import java.util.List;

/// 100 creatures that go to a mall to meet another and change their colour by it. An operation is a
/// meeting, which takes four messages, two of them to the mall.
///
/// Hypothesis: the mall is the bottleneck and always has work; it must neither wander between the
/// cores nor be kept from running by the creatures that it wakes.
final class ChameneosWorkload<A> implements Workload {
  private static final int CREATURES = 100;
  private static final int NOBODY = -1;

  private final ActorContender<A> contender;
  private final A mall;
  private final List<Creature> creatures = new ArrayList<>();
  private Finish finish = new Finish(0);
  private int meetingsLeft;
  private int waiting = NOBODY;
  private int counts;
  private long meetings;

  ChameneosWorkload(ActorContender<A> contender) {
    this.contender = contender;
    Handler<A> hosting = (_, message) -> host(message);
    mall = contender.spawn(() -> hosting);
    for (int i = 0; i < CREATURES; i++) {
      creatures.add(new Creature(i));
    }
  }

  /// @param size how many meetings
  @Override
  public long run(int size) throws InterruptedException {
    finish = new Finish(1);
    meetingsLeft = size;
    counts = 0;
    meetings = 0;
    creatures.forEach(creature -> contender.tell(creature.actor, Signal.START));
    finish.await();
    Finish.check("meetings, seen from both sides", 2L * size, meetings);
    return size;
  }

  private void host(Object message) {
    switch (message) {
      case Meet meet when meetingsLeft == 0 ->
          contender.tell(creatures.get(meet.creature).actor, Signal.DONE);
      case Meet meet when waiting == NOBODY -> waiting = meet.creature;
      case Meet meet -> {
        meetingsLeft--;
        contender.tell(creatures.get(waiting).actor, meet);
        waiting = NOBODY;
      }
      default -> {
        meetings += ((Count) message).meetings;
        counts++;
        if (counts == CREATURES) {
          finish.reached();
        }
      }
    }
  }

  private enum Colour {
    BLUE,
    RED,
    YELLOW;

    private static final List<Colour> ALL = List.of(values());

    /// The same if both are the same, else the third.
    Colour complement(Colour other) {
      if (this == other) {
        return this;
      }
      return switch (this) {
        case BLUE -> other == RED ? YELLOW : RED;
        case RED -> other == BLUE ? YELLOW : BLUE;
        case YELLOW -> other == BLUE ? RED : BLUE;
      };
    }
  }

  private record Meet(int creature, Colour colour) {}

  private record Count(int meetings) {}

  private final class Creature {
    private final A actor;
    private final int index;
    private Colour colour;
    private int met;

    Creature(int index) {
      this.index = index;
      colour = Colour.ALL.get(index % Colour.ALL.size());
      Handler<A> living = (_, message) -> live(message);
      actor = contender.spawn(() -> living);
    }

    private void live(Object message) {
      switch (message) {
        case Meet(int other, Colour othersColour) -> {
          met++;
          colour = colour.complement(othersColour);
          contender.tell(creatures.get(other).actor, colour);
          goToMall();
        }
        case Colour changed -> {
          met++;
          colour = changed;
          goToMall();
        }
        case Signal signal when signal == Signal.DONE -> {
          contender.tell(mall, new Count(met));
          met = 0;
        }
        default -> goToMall();
      }
    }

    private void goToMall() {
      contender.tell(mall, new Meet(index, colour));
    }
  }
}
