/// Virtual time and a harness for tests of code that uses timers. Needs no test framework.
module dev.tactus.testkit {
  requires transitive dev.tactus.core;
  requires static org.jspecify;

  exports dev.tactus.testkit;
}
