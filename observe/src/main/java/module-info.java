/// One snapshot of a running system, and what reads it.
module dev.tactus.observe {
  requires transitive dev.tactus.core;
  requires tools.jackson.databind;
  requires static org.jspecify;
  requires static micrometer.core;
  requires static micrometer.registry.prometheus;
  requires static jdk.jfr;

  exports dev.tactus.observe;
  exports dev.tactus.observe.flight;
  exports dev.tactus.observe.meter;
  exports dev.tactus.observe.recording;
}
