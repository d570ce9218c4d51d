package dev.tactus.observe;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// What a lint sees at one time: a snapshot, and the one before it where there is one.
record Look(@Nullable Snapshot before, Snapshot now, Function<String, List<String>> stackOf) {
  private static final double NANOS = 1e9;

  /// Whether the actors were swept since the last look.
  boolean isNewSweep() {
    return before == null || before.actors().sweptMillis() != now.actors().sweptMillis();
  }

  /// The actors that the snapshot names, each once.
  Map<String, ActorInfo> namedActors() {
    Map<String, ActorInfo> named = new LinkedHashMap<>();
    Stream.concat(now.actors().deepest().stream(), now.actors().slowest().stream())
        .forEach(actor -> named.putIfAbsent(actor.path(), actor));
    return named;
  }

  /// By how much a counter grew; 0 at the first look, and where it has begun anew.
  long growth(Function<Snapshot, Long> counter) {
    return before == null ? 0 : Math.max(0, counter.apply(now) - counter.apply(before));
  }

  /// The same, in a second; 0 where no time has passed.
  double perSecond(Function<Snapshot, Long> counter) {
    return before == null ? 0 : rate(growth(counter), now.upNanos() - before.upNanos());
  }

  private static double rate(long count, long nanos) {
    return nanos <= 0 ? 0 : count * NANOS / nanos;
  }

  /// A count for people.
  static String count(long count) {
    return String.format(Locale.ROOT, "%,d", count);
  }

  /// A rate for people.
  static String count(double count) {
    return String.format(Locale.ROOT, "%,.0f", count);
  }

  /// A time for people.
  static String time(long nanos) {
    if (nanos >= 1_000_000_000) {
      return String.format(Locale.ROOT, "%.1f s", nanos / NANOS);
    }
    return nanos >= 1_000_000
        ? String.format(Locale.ROOT, "%.1f ms", nanos / 1e6)
        : String.format(Locale.ROOT, "%.1f µs", nanos / 1e3);
  }
}
