package dev.tactus.bench.harness;

import java.time.Duration;
import java.util.List;

/// Stations that one child JVM goes through, and who takes part.
///
/// @param name names the group on the progress line
/// @param stations what is measured, in the order in which every contender goes through it
/// @param contenders who takes part
/// @param heapMegabytes fixed heap of a child
/// @param sharing how the contenders share the machine in quick mode
/// @param quick rounds, samples and times of quick mode
/// @param full rounds, samples and times of a full run
public record Group(
    String name,
    List<Station> stations,
    List<String> contenders,
    int heapMegabytes,
    Sharing sharing,
    Effort quick,
    Effort full) {
  /// What a JVM takes beside its heap.
  private static final int BESIDE_HEAP_MEGABYTES = 256;

  /// A child is given more heap than it needs: one may fill it, the others a part of it.
  private static final int TOUCHED_DIVISOR = 8;

  /// What a JVM takes to start, and where it must to use its memory for the first time.
  private static final Duration START = Duration.ofMillis(900);

  public Group {
    stations = List.copyOf(stations);
    contenders = List.copyOf(contenders);
  }

  /// The ids that the user may choose from, in the order in which they run.
  public List<String> workloads() {
    return stations.stream().map(Station::workload).distinct().toList();
  }

  /// The effort of a mode.
  public Effort effort(Mode mode) {
    return mode == Mode.QUICK ? quick : full;
  }

  /// How the contenders share the machine: what goes at once in quick mode has time in a full run.
  public Sharing sharing(Mode mode) {
    return mode == Mode.FULL && sharing == Sharing.AT_ONCE ? Sharing.STEP_BY_STEP : sharing;
  }

  /// How many turns of a round come after one another.
  int turns(Mode mode) {
    return sharing(mode) == Sharing.AT_ONCE ? 1 : contenders.size();
  }

  /// What a round is expected to take in quick mode with that many samples.
  public Duration cost(Mode mode, int samples) {
    Duration turn = START;
    for (Station station : stations) {
      turn = turn.plus(station.cost(Math.min(samples, effort(mode).samples())));
    }
    return turn.multipliedBy(turns(mode));
  }

  /// The memory that all contenders may need when all are there.
  int allMegabytes() {
    int touched =
        ChildJvms.youngMegabytes(heapMegabytes)
            + heapMegabytes / TOUCHED_DIVISOR
            + BESIDE_HEAP_MEGABYTES;
    return heapMegabytes + BESIDE_HEAP_MEGABYTES + touched * (contenders.size() - 1);
  }

  /// The same group with another heap.
  public Group withHeap(int megabytes) {
    return new Group(name, stations, contenders, megabytes, sharing, quick, full);
  }

  /// The same group with fewer workloads and contenders, both in their old order.
  public Group restrictedTo(Selection selection) {
    return new Group(
        name,
        stations.stream()
            .filter(station -> selection.includesWorkload(station.workload()))
            .toList(),
        contenders.stream().filter(selection::includesContender).toList(),
        heapMegabytes,
        sharing,
        selection.rounds() > 0 ? quick.withRounds(selection.rounds()) : quick,
        selection.rounds() > 0 ? full.withRounds(selection.rounds()) : full);
  }
}
