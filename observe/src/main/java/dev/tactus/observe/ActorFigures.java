package dev.tactus.observe;

import dev.tactus.dispatch.Occupant;
import java.util.List;
import java.util.Map;

/// All actors of a system in a few figures, from the latest sweep over the tree. A sweep of many
/// actors takes a while and is made less often, so that it never takes more than a small share of a
/// processor.
///
/// @param total how many there are
/// @param byState how many do what
/// @param suspended how many are suspended
/// @param queued how many messages wait, in all mailboxes
/// @param deepest those with the longest mailboxes, the longest first; only such with messages
/// @param slowest those whose latest measured turn was the longest, the longest first
/// @param sweptMillis the wall clock's time of the sweep
/// @param sweepNanos how long it took
public record ActorFigures(
    long total,
    Map<Occupant.Phase, Long> byState,
    long suspended,
    long queued,
    List<ActorInfo> deepest,
    List<ActorInfo> slowest,
    long sweptMillis,
    long sweepNanos) {
  /// Copies the collections.
  public ActorFigures {
    byState = Map.copyOf(byState);
    deepest = List.copyOf(deepest);
    slowest = List.copyOf(slowest);
  }
}
