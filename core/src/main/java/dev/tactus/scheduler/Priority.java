package dev.tactus.scheduler;

/// How important a timer is. Where room runs out, `LOW` goes first.
public enum Priority {
  /// Goes first, and is refused first.
  LOW(0),
  /// The default.
  NORMAL(1),
  /// Goes last.
  HIGH(2);

  private static final Priority[] BY_RANK = values();

  private final int rank;

  Priority(int rank) {
    this.rank = rank;
  }

  int rank() {
    return rank;
  }

  static Priority ofRank(int rank) {
    return BY_RANK[rank];
  }
}
