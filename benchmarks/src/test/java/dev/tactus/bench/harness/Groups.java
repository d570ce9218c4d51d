package dev.tactus.bench.harness;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;

/// Groups for tests.
final class Groups {
  private Groups() {}

  /// A group of three contenders and one station, which take ten seconds to prepare it and ten for
  /// a sample of it.
  static Group group(String name, int roundsMin, int roundsMax) {
    return group(name, roundsMin, roundsMax, 1, Sharing.STEP_BY_STEP, name);
  }

  /// The same with other stations, of the workload `NAME-work` all of them.
  static Group group(
      String name, int roundsMin, int roundsMax, int samples, Sharing sharing, String... stations) {
    Effort effort = new Effort(roundsMin, roundsMax, samples, Duration.ofSeconds(60));
    return new Group(
        name,
        Arrays.stream(stations)
            .map(label -> Station.of(name + "-work", label, 10_000, 10_000))
            .toList(),
        List.of("tactus", "netty", "stpe"),
        256,
        sharing,
        effort,
        effort);
  }
}
