package dev.tactus.tidy;

import java.nio.file.Path;

/// A module of the build.
///
/// @param name its directory in the repository, with a hyphen between folders
/// @param dir where it is
record ReactorModule(String name, Path dir) {
  Path mainSources() {
    return dir.resolve("src/main/java");
  }

  Path testSources() {
    return dir.resolve("src/test/java");
  }

  Path mainClasses() {
    return dir.resolve("target/classes");
  }

  Path testClasses() {
    return dir.resolve("target/test-classes");
  }
}
