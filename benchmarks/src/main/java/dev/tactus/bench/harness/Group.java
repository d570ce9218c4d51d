package dev.tactus.bench.harness;

import java.util.List;

/// Workloads that one child JVM does after another, and who takes part.
///
/// @param name names the group on the progress line
/// @param workloads the ids that the user may choose from, in the order in which they run
/// @param contenders who takes part
/// @param heapMegabytes fixed heap of a child
/// @param togetherInQuick in quick mode all contenders run at the same time, each in its JVM; fit
///   only for workloads that leave the machine mostly idle
/// @param quick rounds and times of quick mode
/// @param full rounds and times of a full run
public record Group(
    String name,
    List<String> workloads,
    List<String> contenders,
    int heapMegabytes,
    boolean togetherInQuick,
    Effort quick,
    Effort full) {
  public Group {
    workloads = List.copyOf(workloads);
    contenders = List.copyOf(contenders);
  }

  /// The effort of a mode.
  public Effort effort(Mode mode) {
    return mode == Mode.QUICK ? quick : full;
  }

  /// Whether the contenders of a round run at the same time.
  public boolean together(Mode mode) {
    return mode == Mode.QUICK && togetherInQuick;
  }

  /// The same group with another heap.
  public Group withHeap(int megabytes) {
    return new Group(name, workloads, contenders, megabytes, togetherInQuick, quick, full);
  }

  /// The same group with fewer workloads and contenders, both in their old order.
  public Group restrictedTo(Selection selection) {
    return new Group(
        name,
        workloads.stream().filter(selection::includesWorkload).toList(),
        contenders.stream().filter(selection::includesContender).toList(),
        heapMegabytes,
        togetherInQuick,
        selection.rounds() > 0 ? quick.withRounds(selection.rounds()) : quick,
        selection.rounds() > 0 ? full.withRounds(selection.rounds()) : full);
  }
}
