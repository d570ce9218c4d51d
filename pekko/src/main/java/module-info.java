/// Scheduler, executor and mailboxes as plug-ins for Apache Pekko.
@SuppressWarnings("requires-transitive-automatic") // Pekko and Scala have no descriptors
module dev.tactus.pekko {
  requires dev.tactus.workers;
  requires transitive dev.tactus.core;
  requires transitive pekko.actor;
  requires transitive scala.library;
  requires transitive typesafe.config;
  requires static pekko.actor.testkit;
  requires static org.jspecify;

  exports dev.tactus.pekko;
}
