package dev.tactus.actor.router;

import dev.tactus.actor.ActorRef;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// Routees on a circle, each at many places; a key belongs to the next place on the circle. When a
/// routee goes, only its own keys move, and they spread over the others.
///
/// The places come from the paths, so they are the same in every run. Immutable.
final class HashRing<M> {
  /// Enough for the shares of ten routees to differ by about a tenth.
  private static final int PLACES = 128;

  private final TreeMap<Integer, ActorRef<M>> places = new TreeMap<>();

  private HashRing(List<ActorRef<M>> routees) {
    for (ActorRef<M> routee : routees) {
      int path = routee.path().toString().hashCode();
      for (int i = 0; i < PLACES; i++) {
        places.put(mixed(path + i * 0x9E3779B9), routee);
      }
    }
  }

  static <M> HashRing<M> of(List<ActorRef<M>> routees) {
    return new HashRing<>(routees);
  }

  /// Whose key it is. Not for an empty ring.
  ActorRef<M> find(Object key) {
    Map.Entry<Integer, ActorRef<M>> place = places.ceilingEntry(mixed(key.hashCode()));
    return place == null ? places.firstEntry().getValue() : place.getValue();
  }

  /// Spreads hash codes over the circle, as the last steps of MurmurHash3 do.
  private static int mixed(int hash) {
    int h = hash;
    h = (h ^ (h >>> 16)) * 0x85EBCA6B;
    h = (h ^ (h >>> 13)) * 0xC2B2AE35;
    return h ^ (h >>> 16);
  }
}
