package dev.tactus.bench.harness;

import java.util.Set;

/// What the user picked of a suite.
///
/// @param workloads ids to run; empty means all
/// @param contenders names to run; empty means all
/// @param rounds rounds of every group; 0 leaves it to the mode
public record Selection(Set<String> workloads, Set<String> contenders, int rounds) {
  public Selection {
    workloads = Set.copyOf(workloads);
    contenders = Set.copyOf(contenders);
  }

  /// Everything, with the rounds of the mode.
  public static Selection everything() {
    return new Selection(Set.of(), Set.of(), 0);
  }

  /// Whether that workload was picked.
  public boolean includesWorkload(String workload) {
    return workloads.isEmpty() || workloads.contains(workload);
  }

  /// Whether that contender was picked.
  public boolean includesContender(String contender) {
    return contenders.isEmpty() || contenders.contains(contender);
  }
}
