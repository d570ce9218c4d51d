package dev.tactus.bench.actors;

import dev.tactus.bench.actors.Stretch.Size;
import dev.tactus.bench.actors.contenders.ActorContender;
import dev.tactus.bench.harness.Mode;
import dev.tactus.bench.harness.Station;
import java.util.Arrays;
import java.util.List;

/// The rows that count operations a second: what each measures, and what it asks for.
public enum Throughput {
  PING_PONG_1("ping-pong", "1", "ping-pong, 1 pair", Unit.MESSAGES, 5, 1_000_000),
  PING_PONG_8("ping-pong", "8", "ping-pong, 8 pairs", Unit.MESSAGES, 2, 500_000),
  RING("ring", "100", "thread ring, 100 actors", Unit.MESSAGES, 5, 4_000_000),
  COUNTING("counting", "1", "counting, 1 to 1", Unit.MESSAGES, 1.3, 1_000_000),
  FORK_JOIN("fork-join", "60", "fork-join throughput, 60 actors", Unit.MESSAGES, 2, 20_000),
  BIG("big", "120", "big, 120 actors all to all", Unit.MESSAGES, 3, 50_000),
  CHAMENEOS("chameneos", "100", "chameneos, 100 creatures", Unit.MEETINGS, 1.2, 2_000_000),
  CREATION("creation", "actors", "creation, one message each", Unit.ACTORS, 2, 1_000_000),
  FIB("fib", "actors", "fib, a tree of actors", Unit.ACTORS, 6, 400_000),
  ASK_ONE("ask", "one", "ask, one at a time", Unit.ASKS_THOUSANDS, 1.4, 100_000),
  ASK_PIPELINED("ask", "pipelined", "ask, 1,000 at once", Unit.ASKS, 1, 500_000),
  TELL_1("tell", "1", "tell from 1 outside thread", Unit.MESSAGES, 1, 1_000_000),
  TELL_2("tell", "2", "tell from 2 outside threads", Unit.MESSAGES, 2, 1_000_000),
  TELL_4("tell", "4", "tell from 4 outside threads", Unit.MESSAGES, 2, 1_000_000);

  /// What is counted, and by how many.
  enum Unit {
    MESSAGES("M messages/s", 1e6),
    MEETINGS("M meetings/s", 1e6),
    ACTORS("M actors/s", 1e6),
    ASKS("M asks/s", 1e6),
    ASKS_THOUSANDS("k asks/s", 1e3);

    private final String label;
    private final double scale;

    Unit(String label, double scale) {
      this.label = label;
      this.scale = scale;
    }
  }

  private static final int CREATION_QUICK = 100_000;

  /// What a warm-up is expected to take in quick mode.
  private static final int WARM_UP_MILLIS = 1_100;

  private static final int SLOW_WARM_UP_MILLIS = 2_800;

  /// What a stretch takes beside what is measured: the lead-in, a run that is under way, the wait
  /// until all is quiet.
  private static final int AROUND_MILLIS = 140;

  private static final int FIRST_DIVISOR = 1_000;
  private static final int FIRST_MIN = 100;

  private final String workload;
  private final String variant;
  private final String title;
  private final Unit unit;
  private final double target;
  private final int sizeMax;

  Throughput(String workload, String variant, String title, Unit unit, double target, int sizeMax) {
    this.workload = workload;
    this.variant = variant;
    this.title = title;
    this.unit = unit;
    this.target = target;
    this.sizeMax = sizeMax;
  }

  /// The rows of a workload.
  ///
  /// @throws IllegalArgumentException if there is none
  static List<Throughput> of(String workload) {
    List<Throughput> rows =
        Arrays.stream(values()).filter(row -> row.workload.equals(workload)).toList();
    if (rows.isEmpty()) {
      throw new IllegalArgumentException(
          "workload '" + workload + "' given, which the suite actors does not have");
    }
    return rows;
  }

  /// The id that the user may choose.
  public String workload() {
    return workload;
  }

  /// The metric of its figure.
  public String metric() {
    return workload + "." + variant;
  }

  /// What is measured, in words.
  public String title() {
    return title;
  }

  /// The unit of its figure.
  public String unitLabel() {
    return unit.label;
  }

  /// The ratio to the best peer that ours must reach.
  double target() {
    return target;
  }

  /// Operations a second in the row's unit.
  double inUnit(double perSecond) {
    return perSecond / unit.scale;
  }

  /// Whether its actors start others.
  boolean spawnsWithin() {
    return this == CREATION || this == FIB;
  }

  /// What all contenders go through for it.
  ///
  /// @param leastMillis what a stretch is measured for
  public Station station(int leastMillis) {
    return Station.of(
        workload,
        metric(),
        spawnsWithin() ? SLOW_WARM_UP_MILLIS : WARM_UP_MILLIS,
        leastMillis + AROUND_MILLIS);
  }

  Size size(Mode mode) {
    return this == CREATION
        ? Size.fixed(mode.pick(CREATION_QUICK, sizeMax))
        : new Size(Math.max(FIRST_MIN, sizeMax / FIRST_DIVISOR), sizeMax);
  }

  /// The row on a contender, to be prepared and timed.
  public TimedRow on(ActorContender<?> contender, Mode mode, Stretch stretch) {
    return new TimedRow(
        () -> on(contender),
        size(mode),
        spawnsWithin() ? stretch.withSlowStart() : stretch,
        this::inUnit);
  }

  /// The workload, with its actors on a contender.
  <A> Workload on(ActorContender<A> contender) {
    return switch (this) {
      case PING_PONG_1 -> PingPongWorkload.onePair(contender);
      case PING_PONG_8 -> PingPongWorkload.manyPairs(contender);
      case RING -> new RingWorkload<>(contender);
      case COUNTING -> new CountingWorkload<>(contender);
      case FORK_JOIN -> new ForkJoinWorkload<>(contender);
      case BIG -> new BigWorkload<>(contender);
      case CHAMENEOS -> new ChameneosWorkload<>(contender);
      case CREATION -> new CreationWorkload<>(contender);
      case FIB -> new FibWorkload<>(contender);
      case ASK_ONE -> AskWorkload.oneAtATime(contender);
      case ASK_PIPELINED -> AskWorkload.pipelined(contender);
      case TELL_1 -> TellWorkload.oneThread(contender);
      case TELL_2 -> TellWorkload.twoThreads(contender);
      case TELL_4 -> TellWorkload.fourThreads(contender);
    };
  }
}
