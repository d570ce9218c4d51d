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
  private final List<A> creatures = new ArrayList<>();
  private final Meetings meetings = new Meetings();

  ChameneosWorkload(ActorContender<A> contender) {
    this.contender = contender;
    Handler<A> hosting = (_, message) -> meetings.host(message);
    mall = contender.spawn(() -> hosting);
    for (int i = 0; i < CREATURES; i++) {
      Creature creature = new Creature(i);
      Handler<A> living = (_, message) -> creature.live(message);
      creatures.add(contender.spawn(() -> living));
    }
  }

  /// @param size how many meetings
  @Override
  public long run(int size) throws InterruptedException {
    meetings.begin(size);
    creatures.forEach(creature -> contender.tell(creature, Signal.START));
    meetings.await(size);
    return size;
  }

  /// What the mall writes in its turns; apart from the addresses, which all creatures read.
  private final class Meetings {
    private Finish finish = new Finish(0);
    private int left;
    private int waiting = NOBODY;
    private int reports;
    private long seen;

    private void begin(int size) {
      finish = new Finish(1);
      left = size;
      reports = 0;
      seen = 0;
    }

    private void await(int size) throws InterruptedException {
      finish.await();
      Finish.check("meetings, seen from both sides", 2L * size, seen);
    }

    private void host(Object message) {
      switch (message) {
        case Meet meet when left == 0 -> contender.tell(creatures.get(meet.creature), Signal.DONE);
        case Meet meet when waiting == NOBODY -> waiting = meet.creature;
        case Meet meet -> {
          left--;
          contender.tell(creatures.get(waiting), meet);
          waiting = NOBODY;
        }
        default -> {
          seen += ((Report) message).meetings;
          reports++;
          if (reports == CREATURES) {
            finish.reached();
          }
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

  private record Report(int meetings) {}

  private final class Creature {
    private final int index;
    private Colour colour;
    private int met;

    Creature(int index) {
      this.index = index;
      colour = Colour.ALL.get(index % Colour.ALL.size());
    }

    private void live(Object message) {
      switch (message) {
        case Meet(int other, Colour othersColour) -> {
          met++;
          colour = colour.complement(othersColour);
          contender.tell(creatures.get(other), colour);
          goToMall();
        }
        case Colour changed -> {
          met++;
          colour = changed;
          goToMall();
        }
        case Signal signal when signal == Signal.DONE -> {
          contender.tell(mall, new Report(met));
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
