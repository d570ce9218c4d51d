package dev.tactus.actor;

import dev.tactus.event.VmErrors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Writes failures of actors to the log.
///
/// An error that cannot be printed, and a log that cannot be written, are no obstacle: supervision
/// has still to be told.
///
/// Threads: any.
final class FailureLog {
  private static final Logger LOG = LoggerFactory.getLogger(ActorSystem.class);

  private FailureLog() {}

  static void write(ActorEvent event) {
    try {
      log(event);
    } catch (Throwable e) { // the methods of an error are the user's, as its handler is
      unwritten(e);
    }
  }

  private static void log(ActorEvent event) {
    switch (event) {
      case ActorEvent.Failed failure ->
          LOG.error(
              "{} failed{}; supervision decided: {}",
              failure.actor().path(),
              failure.message().isEmpty() ? "" : " on " + failure.message(),
              failure.directive(),
              failure.cause());
      case ActorEvent.HookFailed hook ->
          LOG.error("{} failed in its hook {}", hook.actor().path(), hook.hook(), hook.cause());
      default -> {}
    }
  }

  private static void unwritten(Throwable why) {
    try {
      if (VmErrors.isFatal(why)) {
        VmErrors.report(why);
      }
      LOG.error("A failure could not be logged: {} was thrown", why.getClass().getName());
    } catch (Throwable again) {
      // There is nobody left to tell.
    }
  }
}
