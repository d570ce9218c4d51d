package dev.tactus.bench.harness;

import java.util.Locale;

/// How much time a run may take.
public enum Mode {
  /// Planned for as many minutes as [Suite#quickBudget] says, on two cores that are free.
  QUICK,
  /// Takes as long as all rounds of every group take.
  FULL;

  /// The name as it stands on a command line.
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  /// One of two values: the first in quick mode, the second in a full run.
  public int pick(int quick, int full) {
    return this == QUICK ? quick : full;
  }
}
