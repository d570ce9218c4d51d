package dev.tactus.bench.harness;

import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/// One row of the result: ours against the peers. Ours is the contender that the spec is about.
///
/// @param suite the suite's name
/// @param spec what the row shows and asks for
/// @param ours our cell; empty if ours did not take part
/// @param peers the peers' cells, in the suite's order
/// @param bestPeer the best eligible peer; empty if there is none
/// @param ratio how many times better ours is than the best peer; empty if one of them is missing
/// @param verdict whether the row holds what it asks for
public record Row(
    String suite,
    RowSpec spec,
    Optional<Cell> ours,
    List<Cell> peers,
    Optional<String> bestPeer,
    OptionalDouble ratio,
    Verdict verdict) {
  public Row {
    peers = List.copyOf(peers);
  }

  /// What came of a row.
  public enum Verdict {
    /// The target is reached and no promise was broken.
    OK,
    /// The target is missed, or a promise was broken.
    MISS,
    /// Ours or a peer to compare it with is missing.
    OPEN
  }

  /// Whether any cell was disturbed.
  public boolean disturbed() {
    return ours.map(Cell::disturbed).orElse(false) || peers.stream().anyMatch(Cell::disturbed);
  }
}
