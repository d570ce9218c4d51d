package dev.tactus.bench.harness;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/// One contender's go at one group in one round: what a child JVM is told to do.
///
/// @param round counts from 1
public record Turn(
    String suite, String group, String contender, Mode mode, int round, List<String> workloads) {
  public Turn {
    workloads = List.copyOf(workloads);
  }

  /// Whether the user asked for this workload.
  public boolean includes(String workload) {
    return workloads.contains(workload);
  }

  /// The seed of whatever a sample draws at random, the same for all contenders.
  public int seed(int sample) {
    return 1_000 * round + sample;
  }

  /// The arguments of the child's main.
  public List<String> arguments() {
    return List.of(
        suite,
        group,
        contender,
        mode.label(),
        Integer.toString(round),
        String.join(",", workloads));
  }

  /// Reads what [#arguments] wrote.
  ///
  /// @throws IllegalArgumentException if that is not what was given
  public static Turn parse(String... arguments) {
    if (arguments.length != 6) {
      throw new IllegalArgumentException(
          "arguments "
              + Arrays.toString(arguments)
              + " given; 6 are needed: suite, group, contender, mode, round, workloads");
    }
    return new Turn(
        arguments[0],
        arguments[1],
        arguments[2],
        Mode.valueOf(arguments[3].toUpperCase(Locale.ROOT)),
        Integer.parseInt(arguments[4]),
        List.of(arguments[5].split(",", -1)));
  }
}
