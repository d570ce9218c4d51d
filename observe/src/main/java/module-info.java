/// One snapshot of a running system, and what reads it.
module dev.tactus.observe {
  requires transitive dev.tactus.core;
  requires tools.jackson.databind;
  requires static org.jspecify;

  exports dev.tactus.observe;
  exports dev.tactus.observe.recording;
}
