package dev.tactus.bench.watching;

import dev.tactus.actor.ActorSystem;
import dev.tactus.bench.harness.JarVersion;
import dev.tactus.bench.harness.Suite;
import java.util.Arrays;

/// The contenders: who looks at the system.
enum Observation {
  /// A console, and a client that follows its stream.
  WATCHED(Suite.OURS, "a console and a client that follows it"),
  /// A console that nobody has opened.
  NOBODY_LOOKS("nobody-looks", "a console that nobody has opened"),
  /// No console, and nothing that it would show.
  BARE("bare", "nothing");

  private final String label;
  private final String beside;

  Observation(String label, String beside) {
    this.label = label;
    this.beside = beside;
  }

  /// The contender of that name.
  ///
  /// @throws IllegalArgumentException if there is none
  static Observation named(String label) {
    return Arrays.stream(values())
        .filter(observation -> observation.label.equals(label))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "contender '"
                        + label
                        + "' given; known are "
                        + Arrays.stream(values()).map(Observation::label).toList()));
  }

  /// The name on the command line and in the table.
  String label() {
    return label;
  }

  /// What runs under that name, with its version.
  String version() {
    return "ActorSystem of " + JarVersion.of(ActorSystem.class) + ", beside it " + beside;
  }
}
