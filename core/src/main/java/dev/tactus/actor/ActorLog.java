package dev.tactus.actor;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.MDC;

/// Loggers of actors, and what their lines carry.
///
/// The MDC is filled when an actor asks for its logger, and cleared at the end of that message: who
/// does not log pays nothing.
final class ActorLog {
  static final String PATH = "tactusPath";
  static final String SYSTEM = "tactusSystem";

  private ActorLog() {}

  /// The logger of an actor, with the MDC filled for the present message.
  static Logger of(ActorCell<?> cell) {
    MDC.put(PATH, cell.path().toString());
    MDC.put(SYSTEM, cell.system.name());
    return LoggerFactory.getLogger(name(cell));
  }

  static void clear() {
    MDC.remove(PATH);
    MDC.remove(SYSTEM);
  }

  /// The class of the instance; for a lambda the class that it was written in.
  private static String name(ActorCell<?> cell) {
    Actor<?> instance = cell.instance();
    if (instance == null) {
      return Actor.class.getName();
    }
    String name = instance.getClass().getName();
    int lambda = name.indexOf("$$Lambda");
    return lambda < 0 ? name : name.substring(0, lambda);
  }
}
