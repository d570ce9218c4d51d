/// Virtual time, a harness for code that uses timers, and deterministic simulation of whole
/// systems. Needs no test framework; JUnit is supported where it is there.
module dev.tactus.testkit {
  requires transitive dev.tactus.core;
  requires static org.jspecify;
  requires static org.junit.jupiter.api;

  exports dev.tactus.testkit;
  exports dev.tactus.testkit.probe;
  exports dev.tactus.testkit.simulation;
  exports dev.tactus.testkit.torture;
}
