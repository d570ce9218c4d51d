package dev.tactus.bench;

import dev.tactus.bench.actors.ActorsSuite;
import dev.tactus.bench.harness.Suite;
import dev.tactus.bench.pekko.PekkoSuite;
import dev.tactus.bench.processes.ProcessesSuite;
import dev.tactus.bench.timers.TimersSuite;
import dev.tactus.bench.watching.WatchingSuite;
import java.util.List;

/// All suites, by name.
final class Suites {
  private static final List<Suite> ALL =
      List.of(
          new TimersSuite(),
          new ActorsSuite(),
          new ProcessesSuite(),
          new PekkoSuite(),
          new WatchingSuite());

  private Suites() {}

  /// The suite of that name.
  ///
  /// @throws IllegalArgumentException if there is none
  static Suite named(String name) {
    return ALL.stream()
        .filter(suite -> suite.name().equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "suite '"
                        + name
                        + "' given; known are "
                        + ALL.stream().map(Suite::name).toList()));
  }
}
