package dev.tactus.pekko;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigException;

/// What the section of a dispatcher says about its workers.
///
/// @param parallelism how many workers run tasks at the same time
/// @param reserve how many more may stand in for workers that block
record ExecutorConfig(int parallelism, int reserve) {
  private static final String OWN = "tactus-executor";
  private static final String PEKKOS = "fork-join-executor";
  private static final int WORKERS_MAX = 4095;

  /// Reads the section. What it does not say in its own words is taken from what it says about
  /// Pekko's fork-join executor, so that a switch keeps the number of threads.
  static ExecutorConfig of(Config section, int processors) {
    int least = intOf(section, "parallelism-min");
    int most = intOf(section, "parallelism-max");
    double factor = section.getDouble(place(section, "parallelism-factor"));
    int reserve = section.getInt(OWN + ".reserve-max");
    check(section, least >= 1, place(section, "parallelism-min"), least, "1 or more");
    check(section, most >= 1, place(section, "parallelism-max"), most, "1 or more");
    check(section, reserve >= 0, OWN + ".reserve-max", reserve, "0 or more");
    int scaled = (int) Math.min(WORKERS_MAX, Math.ceil(processors * factor));
    int parallelism = Math.min(WORKERS_MAX, Math.min(Math.max(scaled, least), most));
    return new ExecutorConfig(parallelism, Math.min(reserve, WORKERS_MAX - parallelism));
  }

  private static int intOf(Config section, String key) {
    return section.getInt(place(section, key));
  }

  private static String place(Config section, String key) {
    String own = OWN + "." + key;
    return section.hasPath(own) ? own : PEKKOS + "." + key;
  }

  private static void check(
      Config section, boolean holds, String path, Object given, String allowed) {
    if (!holds) {
      throw new ConfigException.BadValue(
          section.origin(), path, given + " was given; allowed is " + allowed + ".");
    }
  }
}
