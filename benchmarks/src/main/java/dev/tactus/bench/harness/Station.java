package dev.tactus.bench.harness;

import java.time.Duration;

/// What all contenders of a group do before any of them goes on: a row, or a few rows that are
/// measured together. Each prepares it once, and then takes samples of it.
///
/// @param workload the workload that it belongs to
/// @param label its name, without blanks; no other station of the group has it
/// @param prepare what one contender is expected to take to prepare it in quick mode
/// @param sample what one contender is expected to take for a sample in quick mode
public record Station(String workload, String label, Duration prepare, Duration sample) {

  /// A station with times in milliseconds.
  public static Station of(String workload, String label, int prepareMillis, int sampleMillis) {
    return new Station(
        workload, label, Duration.ofMillis(prepareMillis), Duration.ofMillis(sampleMillis));
  }

  /// What one contender is expected to take for it with that many samples.
  Duration cost(int samples) {
    return prepare.plus(sample.multipliedBy(samples));
  }
}
