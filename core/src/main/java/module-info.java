/// Events and the scheduler.
module dev.tactus.core {
  requires transitive dev.tactus.time;
  requires static org.jspecify;

  exports dev.tactus.event;
  exports dev.tactus.scheduler;
  exports dev.tactus.scheduler.log;
}
