/// Actors with their mailboxes and dispatchers, processes, the scheduler, and the events of all of
/// them.
module dev.tactus.core {
  requires transitive dev.tactus.time;
  requires transitive dev.tactus.workers;
  requires transitive org.slf4j;
  requires static org.jspecify;

  exports dev.tactus.actor;
  exports dev.tactus.actor.router;
  exports dev.tactus.actor.shutdown;
  exports dev.tactus.dispatch;
  exports dev.tactus.event;
  exports dev.tactus.mailbox;
  exports dev.tactus.process;
  exports dev.tactus.mailbox.poll;
  exports dev.tactus.scheduler;
  exports dev.tactus.scheduler.log;
}
