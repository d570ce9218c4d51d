package dev.tactus.testkit.simulation;

import dev.tactus.workers.Choices;
import java.util.Arrays;
import java.util.SplittableRandom;

/// All choices of one run: from a seed, or from a list that an earlier run has left. Whatever is
/// chosen is written down, so that the run can be repeated and shortened.
///
/// ## How a seed explores
///
/// A uniform random walk finds most bugs, but it seldom starves anyone for long. So a seed chooses
/// one of two strategies: the walk; or edges, where the newest or the oldest is taken nearly
/// always, and which of the two changes at a few points of the run.
///
/// Threads: that of the simulation.
final class Decisions implements Choices {
  private static final int EDGE_CHANGE = 32;
  private static final int EDGE_STRAY = 16;

  /// How many choices are written down. Longer runs repeat from their seed all the same, but are
  /// too long to be shortened.
  static final int TAKEN_MAX = 1 << 22;

  private final SplittableRandom random;
  private final int[] script;
  private final boolean isScripted;
  private final boolean isEdgy;
  private boolean newestFirst;
  private int[] taken = new int[256];
  private long count;

  private Decisions(long seed, int[] script, boolean isScripted) {
    this.random = new SplittableRandom(seed);
    this.script = script;
    this.isScripted = isScripted;
    this.isEdgy = random.nextInt(3) == 0;
  }

  /// Choices from a seed.
  static Decisions ofSeed(long seed) {
    return new Decisions(seed, new int[0], false);
  }

  /// Choices from a list; the plain one after its end.
  static Decisions ofScript(int[] script) {
    return new Decisions(0, script.clone(), true);
  }

  /// What was chosen so far.
  int[] taken() {
    return Arrays.copyOf(taken, (int) Math.min(count, TAKEN_MAX));
  }

  @Override
  public int choose(int bound) {
    int choice;
    if (isScripted) {
      choice = scripted() % bound;
    } else if (isEdgy) {
      choice = edge(bound);
    } else {
      choice = random.nextInt(bound);
    }
    return note(choice);
  }

  private int edge(int bound) {
    if (random.nextInt(EDGE_CHANGE) == 0) {
      newestFirst = !newestFirst;
    }
    if (random.nextInt(EDGE_STRAY) == 0) {
      return random.nextInt(bound);
    }
    return newestFirst ? bound - 1 : 0;
  }

  /// Whether something rare happens; not to happen is the plain choice.
  ///
  /// @param oneIn how rare it is
  boolean happens(int oneIn) {
    int choice;
    if (isScripted) {
      choice = scripted() & 1;
    } else {
      choice = random.nextInt(oneIn) == 0 ? 1 : 0;
    }
    return note(choice) == 1;
  }

  /// A number for a fault, such as how long it lasts.
  int amount(int bound) {
    return note(isScripted ? scripted() % bound : random.nextInt(bound));
  }

  private int scripted() {
    return count < script.length ? script[(int) count] : 0;
  }

  private int note(int choice) {
    if (count == taken.length && count < TAKEN_MAX) {
      taken = Arrays.copyOf(taken, 2 * taken.length);
    }
    if (count < TAKEN_MAX) {
      taken[(int) count] = choice;
    }
    count++;
    return choice;
  }
}
