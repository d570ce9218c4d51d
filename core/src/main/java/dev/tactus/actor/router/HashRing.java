package dev.tactus.actor.router;

import dev.tactus.actor.ActorRef;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// Routees on a circle, each at many places; a key belongs to the next place on the circle. When a
/// routee goes, only its own keys move, and they spread over the others.
///
/// The places come from the paths, so they are the same in every run. Two routees never share one:
/// the circle is large, and who finds a place taken goes on to another. So adapters of one actor,
/// which have one path, have places of their own, the first of them those that it would have alone;
/// so if one of them comes or goes, keys move among the others of that actor as well.
///
/// Immutable.
final class HashRing<M> {
  /// Enough for the shares of ten routees to differ by about a tenth.
  private static final int PLACES = 128;

  /// How far apart the seeds of places are: the golden ratio, as in SplitMix64.
  private static final long STEP = 0x9E3779B97F4A7C15L;

  private final TreeMap<Long, ActorRef<M>> places = new TreeMap<>();

  private HashRing(List<ActorRef<M>> routees) {
    for (ActorRef<M> routee : new LinkedHashSet<>(routees)) { // one may be named more than once
      long seed = hash(routee.path().toString());
      for (int i = 0; i < PLACES; i++) {
        long place = mixed(seed + i * STEP);
        while (places.putIfAbsent(place, routee) != null) {
          place = mixed(place + STEP);
        }
      }
    }
  }

  static <M> HashRing<M> of(List<ActorRef<M>> routees) {
    return new HashRing<>(routees);
  }

  /// Whose key it is. Not for an empty ring.
  ActorRef<M> find(Object key) {
    Map.Entry<Long, ActorRef<M>> place = places.ceilingEntry(mixed(key.hashCode()));
    return place == null ? places.firstEntry().getValue() : place.getValue();
  }

  /// FNV-1a: many paths differ in a character or two, and have one hash code.
  private static long hash(String path) {
    long hash = 0xCBF29CE484222325L;
    for (int i = 0; i < path.length(); i++) {
      hash = (hash ^ path.charAt(i)) * 0x100000001B3L;
    }
    return hash;
  }

  /// Spreads numbers over the circle, as the last steps of SplitMix64 do.
  private static long mixed(long number) {
    long z = number + STEP;
    z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
    z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
    return z ^ (z >>> 31);
  }
}
