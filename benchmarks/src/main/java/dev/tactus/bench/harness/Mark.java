package dev.tactus.bench.harness;

import java.util.Locale;

/// Something that a reader must know beside a figure.
///
/// @param kind what happened
/// @param amount how much of it, in the unit that the kind says
public record Mark(Kind kind, double amount) {

  /// What a turn may have to confess.
  public enum Kind {
    /// Percent of the timers fired before they were due: the contract is broken.
    EARLY(true),
    /// Number of runs that never came: the contract is broken.
    LOST(true),
    /// Percent of the runs out of the order of registration: a fact worth knowing of a peer, a
    /// broken promise of ours.
    DISORDER(false),
    /// Megabytes still held after the workload let go of everything.
    HOLDS(false);

    private final boolean disqualifies;

    Kind(boolean disqualifies) {
      this.disqualifies = disqualifies;
    }

    /// Whether a peer with this mark cannot be the best peer of the row.
    public boolean disqualifies() {
      return disqualifies;
    }

    /// Whether ours fails the row with this mark, however fast it was.
    public boolean breaksOurPromise() {
      return this != HOLDS;
    }
  }

  /// A few words for the table.
  public String text() {
    return switch (kind) {
      case EARLY -> "early " + percent();
      case LOST -> String.format(Locale.ROOT, "lost %.0f", amount);
      case DISORDER -> percent() + " out of order";
      case HOLDS -> String.format(Locale.ROOT, "holds %.0f MB", amount);
    };
  }

  private String percent() {
    return amount > 0 && amount < 0.1
        ? "<0.1 %"
        : String.format(Locale.ROOT, amount < 10 ? "%.1f %%" : "%.0f %%", amount);
  }
}
