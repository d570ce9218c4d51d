package dev.tactus.bench.harness;

import java.time.Duration;
import java.util.List;

/// Groups for tests.
final class Groups {
  private Groups() {}

  /// A group of three contenders whose turns are expected to take ten seconds.
  static Group group(String name, int roundsMin, int roundsMax) {
    return group(name, roundsMin, roundsMax, false);
  }

  static Group group(String name, int roundsMin, int roundsMax, boolean together) {
    Effort effort =
        new Effort(roundsMin, roundsMax, Duration.ofSeconds(10), Duration.ofSeconds(60));
    return new Group(
        name,
        List.of(name + "-work"),
        List.of("tactus", "netty", "stpe"),
        256,
        together,
        effort,
        effort);
  }
}
