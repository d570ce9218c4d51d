package dev.tactus.bench.processes;

import dev.tactus.bench.harness.JarVersion;
import dev.tactus.bench.harness.Suite;
import dev.tactus.process.ProcessSystem;
import java.util.LinkedHashMap;
import java.util.Map;

/// Who competes.
final class ProcessContenders {
  static final String VIRTUAL = "virtual";

  private ProcessContenders() {}

  /// All of them with what runs under their names, ours first.
  static Map<String, String> versions() {
    Map<String, String> versions = new LinkedHashMap<>();
    versions.put(Suite.OURS, "ProcessSystem of " + JarVersion.of(ProcessSystem.class));
    versions.put(VIRTUAL, "virtual threads of " + JarVersion.of(Thread.class));
    return versions;
  }

  /// Starts one.
  ///
  /// @throws IllegalArgumentException if there is none of that name
  static ProcessContender start(String name) {
    return switch (name) {
      case Suite.OURS -> new TactusProcesses();
      case VIRTUAL -> new VirtualThreads();
      default ->
          throw new IllegalArgumentException(
              "contender '" + name + "' given; known are " + versions().keySet());
    };
  }
}
